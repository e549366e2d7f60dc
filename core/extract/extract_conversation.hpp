// SPDX-License-Identifier: Apache-2.0
// One conversation with assay-extract: reads its frames one by one within the time limits, and
// determines what it means when a child ends without an answer.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/extract/extract_child.hpp"
#include "core/extract/extract_failure.hpp"
#include "core/extract/extract_protocol.hpp"
#include "core/extract/extractor.hpp"

namespace assay {

struct Frame {
  frames::Type type = frames::Type::Failure;
  std::string payload;
};

// The child violated the protocol, or ended by its own fault.
[[nodiscard]] ExtractFailure reader_crashed();

struct TimeLimits {
  std::chrono::milliseconds step{0};  // without progress
  std::chrono::milliseconds whole{0};
};

class Conversation {
 public:
  // command: the program and its arguments.
  Conversation(const std::vector<std::string>& command, TimeLimits limits, int document_fd,
               std::function<void()> tick);

  // Returns the next frame, or why there is none. Throws std::runtime_error when the child could
  // not set itself up.
  [[nodiscard]] Result<Frame, ExtractFailure> next();

  // A step of the work is done: restarts the limit for one step, within the limit for the whole.
  void progressed();

 private:
  [[nodiscard]] ExtractFailure why_silent(ExtractChild::Got got);

  const std::chrono::milliseconds step_;
  const ExtractChild::Deadline end_;
  ExtractChild child_;
};

}  // namespace assay
