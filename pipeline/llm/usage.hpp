// SPDX-License-Identifier: Apache-2.0
// Adds up the cost of calls to the model, without guessing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/assess/judge/evaluator.hpp"

namespace assay::llm {

// A sum that is unknown once a part of it is unknown.
class Sum {
 public:
  void add(const std::optional<double>& part);
  // null if unknown.
  [[nodiscard]] Json count() const;   // whole
  [[nodiscard]] Json amount() const;  // to nine decimals

 private:
  double value_ = 0;
  bool known_ = true;
};

// {model, answeredBy, calls, tokensIn, tokensOut, costUsd, confidence}: the record of the calls
// that is stored with the assessment. Requests that the server refused cost nothing. confidence:
// the model's own number, null if it gave none.
[[nodiscard]] Json usage_of(const std::string& model, const std::vector<assess::ModelCall>& calls,
                            const std::optional<double>& confidence);

}  // namespace assay::llm
