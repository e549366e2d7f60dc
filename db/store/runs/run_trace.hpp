// SPDX-License-Identifier: Apache-2.0
// Traces of runs: spans as stored, and spans derived from a run's own records (its root and its six
// steps).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/trace_scrub.hpp"
#include "db/pg/tx.hpp"
#include "db/store/runs/runs.hpp"

namespace assay::store::spans {

// Scrubs the span, stores it and marks it for export. A span that the run already has stays
// unchanged. Throws std::logic_error for a span without usable ids.
void insert(pg::Tx& tx, const TenantId& tenant, const RunId& run, const trace::Span& span);

// Ended spans, in no particular order.
[[nodiscard]] std::vector<trace::CleanSpan> of_run(pg::Tx& tx, const TenantId& tenant,
                                                   const RunId& run);

// The oldest spans not yet taken, of all tenants, at most `most`. The transaction that commits has
// them; no other ever gets them. As assay_pipeline, in a transaction without a tenant.
[[nodiscard]] std::vector<trace::CleanSpan> take_outbox(pg::Tx& tx, int most);

}  // namespace assay::store::spans

namespace assay::store::run_trace {

// Writes the spans of all ended steps, and the root span if the run itself has ended; existing ones
// stay. Call it in the transaction that ends them. error_code: why, for those that FAILED; it
// becomes "unknown" unless it is a class of core/trace/trace.hpp.
void record_ended(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                  std::string_view error_code = {});

// One exchange with a language model, under its requirement's evaluation.
struct LlmCall {
  std::string model;
  std::optional<std::int64_t> tokens_in;
  std::optional<std::int64_t> tokens_out;
  std::optional<double> cost_usd;
  int http_status = 0;
  std::string error_code;  // "" if it did not fail
  std::chrono::microseconds ended_ago{0};
  std::chrono::microseconds duration{0};
};

// A requirement's evaluation, under the run's ASSESSMENT step.
struct Evaluation {
  RequirementRecordId requirement;
  std::string requirement_id;  // the label
  AssessmentId assessment;
  std::vector<ChunkId> chunks;        // the evaluator's input
  std::vector<DocumentId> documents;  // those chunks' documents
  std::chrono::microseconds ended_ago{0};
  std::chrono::microseconds duration{0};
  std::string error_code;         // "" if it did not fail
  std::vector<LlmCall> llm = {};  // in order
};
// The same run and requirement always give the same span id. Times are the database's: `now` is
// runs::database_now() of the same transaction.
void record_evaluation(pg::Tx& tx, const runs::Run& run, const std::string& assessment_span_id,
                       const Evaluation& evaluation, Timestamp now);

// The exchanges about the phrases of a requirement, under the run's RETRIEVAL step.
struct Expansion {
  RequirementRecordId requirement;
  std::string requirement_id;  // the label
  std::vector<LlmCall> llm;    // in order
};
void record_expansion(pg::Tx& tx, const runs::Run& run, const std::string& retrieval_span_id,
                      const Expansion& expansion, Timestamp now);

// A span of a trace; one in progress has no end and shows its work so far.
struct Seen {
  trace::CleanSpan span;
  bool ended = true;
};
// Root first, then by start. Also works for a run in progress, and for a run made before spans were
// stored (then only root and steps).
[[nodiscard]] std::vector<Seen> trace_of(pg::Tx& tx, const runs::Run& run);

}  // namespace assay::store::run_trace
