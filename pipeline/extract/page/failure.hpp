// SPDX-License-Identifier: Apache-2.0
// The exception thrown if a document cannot be read; it carries the answer.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "core/extract/extract_types.hpp"

namespace assay::extract {

// Thrown by the formats, caught only in main.cpp, which sends it as the Failure frame.
class ReadFailure : public std::exception {
 public:
  ReadFailure(ExtractProblem problem, std::string reason, Json details = {})
      : failure_{problem, std::move(reason), std::move(details)} {}
  [[nodiscard]] const ExtractFailure& failure() const noexcept { return failure_; }
  [[nodiscard]] const char* what() const noexcept override { return failure_.reason.c_str(); }

 private:
  ExtractFailure failure_;
};

}  // namespace assay::extract
