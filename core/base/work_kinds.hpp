// SPDX-License-Identifier: Apache-2.0
// The kinds of work and the lanes in which it waits, with their names in the table work_item, whose
// CHECKs list the same names. What each kind does is in pipeline/jobs/job_table.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/base/states.hpp"

namespace assay {

// In the order in which the API lists them.
enum class WorkKind { Document, Run, Export, Reproduction, Corpus, Purge, Delivery, Email, Batch };

// Which threads of a daemon take an item. Short: takes seconds at most, such as a small document, a
// purge or an export. Long: any other document. Scan: documents with pages that are pictures, until
// these are recognised. Run: runs, batches and reproductions. Fetch: corpora, which wait for sites.
// Waiting: runs and batches that wait for a language model. Event: deliveries to webhooks. Mail:
// e-mail.
enum class WorkLane { Short, Long, Run, Fetch, Waiting, Event, Scan, Mail };

struct WorkKindRow {
  std::string_view name;
  WorkLane lane;  // of a new item; see store::work::enqueue for exceptions
};

// Indexed by WorkKind.
inline constexpr std::array kWorkKinds{
    WorkKindRow{"document", WorkLane::Short}, WorkKindRow{"run", WorkLane::Run},
    WorkKindRow{"export", WorkLane::Short},   WorkKindRow{"reproduction", WorkLane::Run},
    WorkKindRow{"corpus", WorkLane::Fetch},   WorkKindRow{"purge", WorkLane::Short},
    WorkKindRow{"delivery", WorkLane::Event}, WorkKindRow{"email", WorkLane::Mail},
    WorkKindRow{"batch", WorkLane::Run},
};

template <>
struct WireNames<WorkKind> {
  static constexpr auto kNames = [] {
    std::array<std::string_view, kWorkKinds.size()> names{};
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = kWorkKinds[i].name;
    return names;
  }();
};
template <>
struct WireNames<WorkLane> {
  static constexpr std::array<std::string_view, 8> kNames{"short",   "long",  "run",  "fetch",
                                                          "waiting", "event", "scan", "mail"};
};

[[nodiscard]] constexpr WorkLane lane_of(WorkKind kind) {
  return kWorkKinds.at(static_cast<std::size_t>(kind)).lane;
}

}  // namespace assay
