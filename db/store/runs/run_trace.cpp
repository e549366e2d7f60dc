// SPDX-License-Identifier: Apache-2.0
// Makes spans of runs, steps and evaluations. Storing them is in spans.cpp.
#include "db/store/runs/run_trace.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "core/trace/trace.hpp"

namespace assay::store::run_trace {
namespace {

using pg::Statement;
using trace::Span;

// The run's values that the steps' spans need.
constexpr Statement kHead{"run_trace_head", R"sql(
SELECT r.pack_id, r.trigger_type, r.status, r.trace_id, r.root_span_id, r.parent_span_id,
  micros(r.created_at) AS created_at,
  micros(coalesce(r.completed_at, r.failed_at, r.cancelled_at)) AS ended_at,
  f.trace_id AS former_trace_id, f.root_span_id AS former_span_id
FROM run r LEFT JOIN run f ON f.tenant_id = r.tenant_id AND f.id = r.rerun_of
WHERE r.tenant_id = $1 AND r.id = $2)sql"};

constexpr Statement kRecorded{
    "run_trace_recorded",
    "SELECT span_id FROM run_span WHERE tenant_id = $1 AND run_id = $2 AND span_id = ANY ($3)"};

struct Head {
  PackId pack;
  std::string trigger_type;
  RunStatus status = RunStatus::Queued;
  Timestamp created_at;
  std::optional<Timestamp> ended_at;
  std::string trace_id;
  std::string root_span_id;
  std::optional<std::string> parent_span_id;
  std::optional<trace::Link> former;  // the run that this one repeats
};

std::optional<Head> head_of(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  const pg::Rows rows = tx.run(kHead, tenant, run);
  if (rows.empty()) return std::nullopt;
  const pg::Row row = rows[0];
  Head head{row.id<PackId>("pack_id"),
            row.text("trigger_type"),
            row.state<RunStatus>("status"),
            row.timestamp("created_at"),
            row.optional_timestamp("ended_at"),
            row.text("trace_id"),
            row.text("root_span_id"),
            row.optional_text("parent_span_id"),
            std::nullopt};
  if (const auto trace_id = row.optional_text("former_trace_id")) {
    head.former = trace::Link{*trace_id, row.text("former_span_id")};
  }
  return head;
}

Json common_attributes(const TenantId& tenant, const PackId& pack, const RunId& run) {
  return Json::object()
      .set("tenant.id", tenant.value)
      .set("pack.id", pack.value)
      .set("run.id", run.value);
}

// Sets the span's end, if known, and its duration.
void set_times(Span& span, Timestamp from, const std::optional<Timestamp>& to) {
  span.started_at = from;
  span.ended_at = to.value_or(from);
  if (!to) return;
  span.attributes.set("latency.ms",
                      std::chrono::duration_cast<std::chrono::milliseconds>(*to - from).count());
}

void set_error(Span& span, std::string_view code, int http_status = 0) {
  const std::string_view type = trace::error_class(code);
  span.status = trace::Status::Error;
  span.status_message = trace::error_sentence(type, {}, http_status);
  span.attributes.set("error.type", type).set("error.message", span.status_message);
}

Span root_span(const TenantId& tenant, const RunId& run, const Head& head,
               std::string_view error_code) {
  Span span;
  span.trace_id = head.trace_id;
  span.span_id = head.root_span_id;
  span.parent_span_id = head.parent_span_id;
  span.name = trace::kRunSpan;
  span.attributes =
      common_attributes(tenant, head.pack, run).set("run.trigger_type", head.trigger_type);
  if (head.former) span.links.push_back(*head.former);
  set_times(span, head.created_at, head.ended_at);
  if (head.status == RunStatus::Completed) span.status = trace::Status::Ok;
  if (head.status == RunStatus::Failed) set_error(span, error_code);
  if (head.status == RunStatus::Cancelled) set_error(span, "cancelled");
  return span;
}

// Copies the step's references that go into its span, under their attribute names.
void add_references(Span& span, const Json& references) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kNames{
      {{"documentIds", "evidence.document_ids"},
       {"chunkCount", "chunk.count"},
       {"candidateCount", "chunk.count"},
       {"verifiedChunkCount", "chunk.count"},
       {"assessmentIds", "assessment.ids"},
       {"taskIds", "task.ids"},
       {"exportIds", "export.ids"}}};
  for (const auto& [reference, attribute] : kNames) {
    const Json value = references.get(reference);
    if (value.is_integer() || value.size() > 0) span.attributes.set(attribute, value);
  }
}

// Precondition: the step has begun.
Span step_span(const TenantId& tenant, const RunId& run, const Head& head, const runs::Step& step,
               std::string_view error_code) {
  Span span;
  span.trace_id = head.trace_id;
  span.span_id = step.span_id;
  span.parent_span_id = head.root_span_id;
  span.name = trace::step_span_name(to_text(step.name));
  span.attributes = common_attributes(tenant, head.pack, run).set("step.name", to_text(step.name));
  add_references(span, step.input_refs);
  add_references(span, step.output_refs);
  set_times(span, *step.started_at, step.completed_at);
  if (step.status == StepStatus::Completed) span.status = trace::Status::Ok;
  if (step.status == StepStatus::Failed) {
    set_error(span, head.status == RunStatus::Cancelled ? "cancelled" : error_code);
  }
  return span;
}

// parent: the span that it hangs under, with attributes that it takes over.
Span llm_span(const Span& parent, const std::string& id, const LlmCall& call, Timestamp now) {
  Span span;
  span.trace_id = parent.trace_id;
  span.span_id = id;
  span.parent_span_id = parent.span_id;
  span.name = trace::kLlmSpan;
  span.kind = trace::Kind::Client;
  for (const std::string_view key : {"tenant.id", "pack.id", "run.id", "requirement.codes"}) {
    span.attributes.set(key, parent.attributes.get(key));
  }
  span.attributes.set("llm.model", call.model);
  if (call.tokens_in) span.attributes.set("llm.tokens.in", *call.tokens_in);
  if (call.tokens_out) span.attributes.set("llm.tokens.out", *call.tokens_out);
  if (call.cost_usd) span.attributes.set("llm.cost.usd", *call.cost_usd);
  const Timestamp ended = now - call.ended_ago;
  set_times(span, ended - call.duration, ended);
  span.status = trace::Status::Ok;
  if (!call.error_code.empty()) set_error(span, call.error_code, call.http_status);
  return span;
}

std::set<std::string> recorded(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                               const std::vector<std::string>& ids) {
  std::set<std::string> found;
  for (const pg::Row row : tx.run(kRecorded, tenant, run, ids)) found.insert(row.text("span_id"));
  return found;
}

template <class Kind>
Json texts_of(const std::vector<Id<Kind>>& ids) {
  Json list = Json::array();
  for (const Id<Kind>& id : ids) list.push(id.value);
  return list;
}

}  // namespace

void record_ended(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                  std::string_view error_code) {
  const auto head = head_of(tx, tenant, run);
  if (!head) return;
  std::vector<Span> ended;
  for (const runs::Step& step : runs::steps(tx, tenant, run)) {
    if (!step.started_at || !step.completed_at) continue;
    ended.push_back(step_span(tenant, run, *head, step, error_code));
  }
  if (head->ended_at) ended.push_back(root_span(tenant, run, *head, error_code));
  std::vector<std::string> ids;
  ids.reserve(ended.size());
  for (const Span& span : ended) ids.push_back(span.span_id);
  const auto there = recorded(tx, tenant, run, ids);
  for (const Span& span : ended) {
    if (!there.contains(span.span_id)) spans::insert(tx, tenant, run, span);
  }
}

void record_evaluation(pg::Tx& tx, const runs::Run& run, const std::string& assessment_span_id,
                       const Evaluation& evaluation, Timestamp now) {
  Span span;
  span.trace_id = run.trace_id;
  span.span_id = trace::requirement_span_id(run.id.value, evaluation.requirement.value);
  span.parent_span_id = assessment_span_id;
  span.name = trace::kRequirementSpan;
  span.attributes = common_attributes(run.tenant, run.pack, run.id)
                        .set("requirement.codes", Json::array().push(evaluation.requirement_id))
                        .set("assessment.ids", Json::array().push(evaluation.assessment.value))
                        .set("chunk.count", evaluation.chunks.size());
  if (!evaluation.chunks.empty()) {
    span.attributes.set("chunk.ids", texts_of(evaluation.chunks))
        .set("evidence.document_ids", texts_of(evaluation.documents));
  }
  const Timestamp ended = now - evaluation.ended_ago;
  set_times(span, ended - evaluation.duration, ended);
  span.status = trace::Status::Ok;
  if (!evaluation.error_code.empty()) {
    set_error(span, evaluation.error_code);
    span.events.push_back({std::string(trace::kErrorEvent), ended,
                           Json::object().set("error.type", span.attributes.get("error.type"))});
  }
  spans::insert(tx, run.tenant, run.id, span);
  for (std::size_t i = 0; i < evaluation.llm.size(); ++i) {
    const std::string id = trace::llm_span_id(span.span_id, i + 1);
    spans::insert(tx, run.tenant, run.id, llm_span(span, id, evaluation.llm[i], now));
  }
}

void record_expansion(pg::Tx& tx, const runs::Run& run, const std::string& retrieval_span_id,
                      const Expansion& expansion, Timestamp now) {
  Span step;
  step.trace_id = run.trace_id;
  step.span_id = retrieval_span_id;
  step.attributes = common_attributes(run.tenant, run.pack, run.id)
                        .set("requirement.codes", Json::array().push(expansion.requirement_id));
  const trace::Parent numbered =
      trace::RunTrace{run.trace_id, run.id.value}.expansion(expansion.requirement.value);
  for (std::size_t i = 0; i < expansion.llm.size(); ++i) {
    const std::string id = trace::llm_span_id(numbered.span_id, i + 1);
    spans::insert(tx, run.tenant, run.id, llm_span(step, id, expansion.llm[i], now));
  }
}

std::vector<Seen> trace_of(pg::Tx& tx, const runs::Run& run) {
  const auto head = head_of(tx, run.tenant, run.id);
  if (!head) return {};
  std::vector<Seen> seen;
  std::set<std::string> known;
  const auto add = [&](const trace::CleanSpan& span, bool ended) {
    if (known.insert(span->span_id).second) seen.push_back({span, ended});
  };
  for (const trace::CleanSpan& span : spans::of_run(tx, run.tenant, run.id)) add(span, true);
  if (const auto root = trace::scrub(root_span(run.tenant, run.id, *head, {}))) {
    add(*root, head->ended_at.has_value());
  }
  for (const runs::Step& step : runs::steps(tx, run.tenant, run.id)) {
    if (!step.started_at) continue;
    const auto span = trace::scrub(step_span(run.tenant, run.id, *head, step, {}));
    if (span) add(*span, step.completed_at.has_value());
  }
  std::sort(seen.begin(), seen.end(), [&](const Seen& a, const Seen& b) {
    const auto key = [&](const Seen& one) {
      return std::tuple(one.span->span_id != run.root_span_id, one.span->started_at,
                        one.span->name == trace::kRequirementSpan,
                        one.span->name == trace::kLlmSpan, one.span->span_id);
    };
    return key(a) < key(b);
  });
  return seen;
}

}  // namespace assay::store::run_trace
