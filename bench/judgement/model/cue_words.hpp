// SPDX-License-Identifier: Apache-2.0
// Words that say how a thing is said, whatever it is about; see signals.hpp.
#pragma once

#include <array>
#include <string_view>

namespace assay::assess::lists {

inline constexpr auto kCueWords = std::to_array<std::string_view>({
    "after",     "against",   "all",       "annex",    "annually",  "approved",  "asked",
    "cancelled", "changed",   "check",     "checked",  "closed",    "currently", "daily",
    "done",      "draft",     "each",      "every",    "except",    "found",     "instead",
    "keep",      "keeps",     "kept",      "last",     "least",     "left",      "made",
    "may",       "most",      "must",      "named",    "need",      "needs",     "neither",
    "new",       "next",      "nobody",    "none",     "nothing",   "once",      "only",
    "open",      "outside",   "owner",     "pending",  "per",       "plan",      "planned",
    "policy",    "postponed", "procedure", "proposed", "quarter",   "record",    "recorded",
    "records",   "register",  "report",    "reports",  "result",    "review",    "reviewed",
    "rule",      "rules",     "said",      "same",     "sent",      "shall",     "should",
    "signed",    "since",     "still",     "stopped",  "suspended", "taken",     "tested",
    "through",   "ticket",    "under",     "unless",   "until",     "used",      "version",
    "whether",   "will",      "within",    "without",  "would",     "written",   "year",
    "yearly",    "years",     "month",     "monthly",  "months",    "day",       "days",
    "hours",     "week",      "minutes",   "yes",      "yet",
});
inline constexpr auto kDenyingWords = std::to_array<std::string_view>({
    "not",
    "no",
    "never",
    "without",
    "none",
    "nobody",
    "nothing",
    "neither",
    "nor",
});
inline constexpr auto kDutyWords = std::to_array<std::string_view>({
    "shall",
    "must",
    "should",
    "may",
    "will",
});
inline constexpr auto kAheadWords = std::to_array<std::string_view>({
    "planned",
    "plan",
    "draft",
    "proposed",
    "pending",
    "will",
    "until",
    "intend",
    "intends",
    "intended",
});

}  // namespace assay::assess::lists
