// SPDX-License-Identifier: Apache-2.0
// One conversation with assay-extract: its frames one after another within the limits of time, and
// what a child that ends without an answer means.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "core/extract_child.hpp"
#include "core/extract_failure.hpp"
#include "core/extract_protocol.hpp"
#include "core/extractor.hpp"
#include "core/result.hpp"

namespace assay {

struct Frame {
  frames::Type type = frames::Type::Failure;
  std::string payload;
};

// The child did not keep to the protocol, or ended by its own fault.
[[nodiscard]] ExtractFailure reader_crashed();

class Conversation {
 public:
  Conversation(const std::string& binary, const Extractor::Limits& limits, const char* mode,
               int document_fd, std::string_view name, std::function<void()> tick);

  // The next frame, or why there is none. Throws std::runtime_error when the child could not set
  // itself up.
  [[nodiscard]] Result<Frame, ExtractFailure> next();

  // A step of the work is done: the limit for one step begins anew, within that for the whole.
  void progressed();

 private:
  [[nodiscard]] ExtractFailure why_silent(ExtractChild::Got got);

  const std::chrono::milliseconds step_;
  const ExtractChild::Deadline end_;
  ExtractChild child_;
};

}  // namespace assay
