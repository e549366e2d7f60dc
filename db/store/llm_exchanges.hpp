// SPDX-License-Identifier: Apache-2.0
// Exchanges with a language model: written once with their assessment, read in order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::llm_exchanges {

struct Exchange {
  RequirementRecordId requirement;
  int position = 1;  // from 1, within the requirement
  std::string model;
  std::string answered_by;
  int http_status = 0;     // 0: no answer came
  std::string error_code;  // "" or a class of core/trace/trace.hpp
  std::optional<std::int64_t> tokens_in;
  std::optional<std::int64_t> tokens_out;
  std::optional<double> cost_usd;
  std::int64_t duration_ms = 0;
  std::string request;
  std::string response;
};

// Precondition: the run has none for that requirement and position yet.
void insert(pg::Tx& tx, const TenantId& tenant, const RunId& run, const Exchange& exchange);
// By requirement, in pack order, and position.
[[nodiscard]] std::vector<Exchange> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run);

// All its members; requirement as requirementRecordId, error_code as error.
[[nodiscard]] Json render(const Exchange& exchange);

}  // namespace assay::store::llm_exchanges
