// SPDX-License-Identifier: Apache-2.0
// What people are told by e-mail: the kinds of messages, and the states of one, with their names in
// the database and in the API.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/base/ids.hpp"
#include "core/base/states.hpp"

namespace assay {

using EmailId = Id<struct EmailKindOfId>;

// Everybody chooses which of them to get, except for an invitation.
enum class EmailKind { TaskAssigned, RunEnded, WeeklyDigest, Invitation };
inline constexpr std::size_t kChosenEmailKinds = 3;

template <>
struct WireNames<EmailKind> {
  static constexpr std::array<std::string_view, 4> kNames{"TASK_ASSIGNED", "RUN_ENDED",
                                                          "WEEKLY_DIGEST", "INVITATION"};
};

// PENDING: tried until it is SENT, FAILED after the last try, or SKIPPED: by now there is nothing
// to tell, or nobody who wants to be told.
enum class EmailStatus { Pending, Sent, Skipped, Failed };

template <>
struct WireNames<EmailStatus> {
  static constexpr std::array<std::string_view, 4> kNames{"PENDING", "SENT", "SKIPPED", "FAILED"};
};

}  // namespace assay
