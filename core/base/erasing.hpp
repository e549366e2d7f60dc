// SPDX-License-Identifier: Apache-2.0
// What erasing evidence and holding it back are about: identifiers and states.
#pragma once

#include "core/base/ids.hpp"
#include "core/base/states.hpp"

namespace assay {

using ErasureId = Id<struct ErasureKind>;
using LegalHoldId = Id<struct LegalHoldKind>;

// COMPLETED is final; a FAILED one can be tried again.
enum class ErasureStatus { Queued, InProgress, Completed, Failed };

template <>
struct WireNames<ErasureStatus> {
  static constexpr std::array<std::string_view, 4> kNames{"QUEUED", "IN_PROGRESS", "COMPLETED",
                                                          "FAILED"};
};

}  // namespace assay
