// SPDX-License-Identifier: Apache-2.0
// Adds up usage.
#include "pipeline/llm/usage.hpp"

#include <cmath>

namespace assay::llm {

void Sum::add(const std::optional<double>& part) {
  if (part) {
    value_ += *part;
  } else {
    known_ = false;
  }
}

Json Sum::count() const {
  return known_ ? Json(static_cast<std::int64_t>(value_)) : Json();
}

Json Sum::amount() const {
  constexpr double kStep = 1e9;
  return known_ ? Json(std::round(value_ * kStep) / kStep) : Json();
}

Json usage_of(const std::string& model, const std::vector<assess::ModelCall>& calls,
              const std::optional<double>& confidence) {
  Sum tokens_in;
  Sum tokens_out;
  Sum cost;
  Json answered_by;
  for (const assess::ModelCall& call : calls) {
    if (!call.answered_by.empty()) answered_by = Json(call.answered_by);
    if (call.http_status != 200) continue;
    tokens_in.add(call.tokens_in ? std::optional(static_cast<double>(*call.tokens_in))
                                 : std::nullopt);
    tokens_out.add(call.tokens_out ? std::optional(static_cast<double>(*call.tokens_out))
                                   : std::nullopt);
    cost.add(call.cost_usd);
  }
  return Json::object()
      .set("model", model)
      .set("answeredBy", answered_by)
      .set("calls", calls.size())
      .set("tokensIn", tokens_in.count())
      .set("tokensOut", tokens_out.count())
      .set("costUsd", cost.amount())
      .set("confidence", confidence);
}

}  // namespace assay::llm
