// SPDX-License-Identifier: Apache-2.0
// Limits what an OpenDocument table makes of "repeated a million times".
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>

#include "core/extract/extract_protocol.hpp"
#include "pipeline/extract/page/failure.hpp"

namespace assay::extract {

// The number that an attribute such as number-columns-repeated states; at least 1, at most most.
[[nodiscard]] inline std::size_t repeats(std::string_view attribute, std::size_t most) {
  std::size_t count = 1;
  const auto parsed = std::from_chars(attribute.data(), attribute.data() + attribute.size(), count);
  if (parsed.ec == std::errc::result_out_of_range) return most;
  return parsed.ec == std::errc() ? std::clamp(count, std::size_t{1}, most) : 1;
}

// Counts the text that a document's repeated cells amount to.
class RepeatedText {
 public:
  // Throws ReadFailure (Limit) if that is more than a document may hold.
  void add(std::size_t bytes, std::size_t copies) {
    if (bytes > 0 && copies > (frames::kMaxTextBytes - total_) / bytes) {
      throw ReadFailure(ExtractProblem::Limit,
                        "The document holds more than 50 MB of text. Split it into smaller files.");
    }
    total_ += bytes * copies;
  }

 private:
  std::size_t total_ = 0;
};

}  // namespace assay::extract
