// SPDX-License-Identifier: Apache-2.0
// Spans derived from a run's own records (its root and its six steps), and a run's whole trace.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/store/runs.hpp"
#include "db/store/spans.hpp"

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

// A span of a trace; one in progress has no end and shows its work so far.
struct Seen {
  trace::CleanSpan span;
  bool ended = true;
};
// Root first, then by start. Also works for a run in progress, and for a run made before spans were
// stored (then only root and steps).
[[nodiscard]] std::vector<Seen> trace_of(pg::Tx& tx, const runs::Run& run);

}  // namespace assay::store::run_trace
