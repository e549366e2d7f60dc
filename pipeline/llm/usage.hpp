// SPDX-License-Identifier: Apache-2.0
// What calls of the model cost, added up without guessing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/assess/evaluator.hpp"

namespace assay::llm {

// A sum that is not known once a part of it is not.
class Sum {
 public:
  void add(const std::optional<double>& part);
  // null when not known.
  [[nodiscard]] Json count() const;   // whole
  [[nodiscard]] Json amount() const;  // to nine decimals

 private:
  double value_ = 0;
  bool known_ = true;
};

// {model, answeredBy, calls, tokensIn, tokensOut, costUsd, confidence}: what is
// stored of the calls with the assessment. What the server refused costs nothing. confidence: the
// model's own word, null where it gave none.
[[nodiscard]] Json usage_of(const std::string& model, const std::vector<assess::ModelCall>& calls,
                            const std::optional<double>& confidence);

}  // namespace assay::llm
