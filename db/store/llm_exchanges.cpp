// SPDX-License-Identifier: Apache-2.0
// SQL of exchanges with a language model.
#include "db/store/llm_exchanges.hpp"

namespace assay::store::llm_exchanges {
namespace {

using pg::Statement;

constexpr Statement kInsert{"llm_exchange_insert", R"sql(
INSERT INTO llm_exchange (tenant_id, id, run_id, requirement_record_id, position, model,
  answered_by, http_status, error_code, tokens_in, tokens_out, cost_usd, duration_ms, request,
  response)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15))sql"};

constexpr Statement kOfRun{"llm_exchange_of_run", R"sql(
SELECT e.requirement_record_id, e.position, e.model, e.answered_by, e.http_status, e.error_code,
  e.tokens_in, e.tokens_out, e.cost_usd, e.duration_ms, e.request, e.response
FROM llm_exchange e JOIN requirement r ON r.id = e.requirement_record_id
WHERE e.tenant_id = $1 AND e.run_id = $2 ORDER BY r.position, e.position)sql"};

Exchange read_exchange(const pg::Row& row) {
  Exchange exchange;
  exchange.requirement = row.id<RequirementRecordId>("requirement_record_id");
  exchange.position = static_cast<int>(row.integer("position"));
  exchange.model = row.text("model");
  exchange.answered_by = row.text("answered_by");
  exchange.http_status = static_cast<int>(row.integer("http_status"));
  exchange.error_code = row.text("error_code");
  exchange.tokens_in = row.optional_integer("tokens_in");
  exchange.tokens_out = row.optional_integer("tokens_out");
  exchange.cost_usd = row.optional_real("cost_usd");
  exchange.duration_ms = row.integer("duration_ms");
  exchange.request = row.text("request");
  exchange.response = row.text("response");
  return exchange;
}

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const RunId& run, const Exchange& exchange) {
  static_cast<void>(tx.run(kInsert, tenant, new_uuid(), run, exchange.requirement,
                           exchange.position, exchange.model, exchange.answered_by,
                           exchange.http_status, exchange.error_code, exchange.tokens_in,
                           exchange.tokens_out, exchange.cost_usd, exchange.duration_ms,
                           exchange.request, exchange.response));
}

std::vector<Exchange> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  std::vector<Exchange> found;
  for (const pg::Row row : tx.run(kOfRun, tenant, run)) found.push_back(read_exchange(row));
  return found;
}

Json render(const Exchange& exchange) {
  return Json::object()
      .set("requirementRecordId", exchange.requirement.value)
      .set("position", exchange.position)
      .set("model", exchange.model)
      .set("answeredBy", exchange.answered_by)
      .set("httpStatus", exchange.http_status)
      .set("error", exchange.error_code)
      .set("tokensIn", exchange.tokens_in)
      .set("tokensOut", exchange.tokens_out)
      .set("costUsd", exchange.cost_usd)
      .set("durationMs", exchange.duration_ms)
      .set("request", exchange.request)
      .set("response", exchange.response);
}

}  // namespace assay::store::llm_exchanges
