// SPDX-License-Identifier: Apache-2.0
// What parsers throw where the bytes are not what their format says. Each format turns it into a
// ReadFailure that names the document's kind.
#pragma once

#include <exception>
#include <string>
#include <utility>

namespace assay::extract {

class DamagedInput : public std::exception {
 public:
  // why: completes a sentence that begins with the thing that is damaged: "is cut off".
  explicit DamagedInput(std::string why) : why_(std::move(why)) {}
  [[nodiscard]] const char* what() const noexcept override { return why_.c_str(); }

 private:
  std::string why_;
};

}  // namespace assay::extract
