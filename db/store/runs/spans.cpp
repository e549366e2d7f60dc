// SPDX-License-Identifier: Apache-2.0
// SQL of run steps, and of spans with their events and links as JSON.
#include <stdexcept>

#include "db/store/runs/run_trace.hpp"
#include "db/store/runs/runs.hpp"

namespace assay::store::runs {
namespace {

using pg::Statement;

constexpr Statement kListSteps{"run_steps", R"sql(
SELECT step_name, status, micros(started_at) AS started_at, micros(completed_at) AS completed_at,
  span_id, input_refs, output_refs, error_details
FROM run_step WHERE tenant_id = $1 AND run_id = $2 ORDER BY step_index)sql"};

constexpr Statement kStartStep{"run_step_start", R"sql(
UPDATE run_step SET status = 'IN_PROGRESS', started_at = least(started_at, statement_timestamp()),
  input_refs = $4
WHERE tenant_id = $1 AND run_id = $2 AND step_name = $3
  AND status IN ('NOT_EXECUTED', 'IN_PROGRESS'))sql"};

constexpr Statement kFinishStep{"run_step_finish", R"sql(
UPDATE run_step SET status = 'COMPLETED', completed_at = least(from_micros($6), statement_timestamp()),
  output_refs = $4, error_details = $5
WHERE tenant_id = $1 AND run_id = $2 AND step_name = $3 AND status = 'IN_PROGRESS')sql"};

constexpr Statement kFailStep{"run_step_fail", R"sql(
UPDATE run_step SET status = 'FAILED', completed_at = statement_timestamp(), error_details = $4
WHERE tenant_id = $1 AND run_id = $2 AND step_name = $3
  AND status IN ('NOT_EXECUTED', 'IN_PROGRESS'))sql"};

}  // namespace

std::vector<Step> steps(pg::Tx& tx, const TenantId& tenant, const RunId& id) {
  std::vector<Step> found;
  for (const pg::Row row : tx.run(kListSteps, tenant, id)) {
    Step step;
    step.name = row.state<StepName>("step_name");
    step.status = row.state<StepStatus>("status");
    step.started_at = row.optional_timestamp("started_at");
    step.completed_at = row.optional_timestamp("completed_at");
    step.span_id = row.text("span_id");
    step.input_refs = row.json("input_refs");
    step.output_refs = row.json("output_refs");
    step.error_details = row.optional_text("error_details");
    found.push_back(std::move(step));
  }
  return found;
}

void start_step(pg::Tx& tx, const TenantId& tenant, const RunId& id, StepName step,
                const Json& input_refs) {
  static_cast<void>(tx.run(kStartStep, tenant, id, step, input_refs));
}

void finish_step(pg::Tx& tx, const TenantId& tenant, const RunId& id, StepName step,
                 const StepEnd& end) {
  static_cast<void>(
      tx.run(kFinishStep, tenant, id, step, end.output_refs, end.error_details, end.at));
  run_trace::record_ended(tx, tenant, id);
}

void fail_step(pg::Tx& tx, const TenantId& tenant, const RunId& id, StepName step,
               std::string_view error_details, std::string_view code) {
  static_cast<void>(tx.run(kFailStep, tenant, id, step, error_details));
  run_trace::record_ended(tx, tenant, id, code);
}

}  // namespace assay::store::runs

namespace assay::store::spans {
namespace {

using pg::Statement;
using trace::Span;

constexpr Statement kInsert{"span_insert", R"sql(
WITH added AS (
  INSERT INTO run_span (tenant_id, run_id, span_id, parent_span_id, name, kind, status,
    status_message, started_at, ended_at, attributes, events, links, dropped_attribute_count)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, from_micros($9), from_micros($10), $11, $12, $13, $14)
  ON CONFLICT (tenant_id, run_id, span_id) DO NOTHING
  RETURNING tenant_id, run_id, span_id)
INSERT INTO span_outbox (tenant_id, run_id, span_id) SELECT tenant_id, run_id, span_id FROM added)sql"};

constexpr std::string_view kColumns = R"sql(
  s.span_id, s.parent_span_id, s.name, s.kind, s.status, s.status_message,
  micros(s.started_at) AS started_at, micros(s.ended_at) AS ended_at, s.attributes, s.events,
  s.links, s.dropped_attribute_count)sql";

constexpr Statement kOfRun{"span_of_run", {"SELECT r.trace_id,", kColumns, R"sql(
FROM run_span s JOIN run r ON r.tenant_id = s.tenant_id AND r.id = s.run_id
WHERE s.tenant_id = $1 AND s.run_id = $2)sql"}};

constexpr Statement kTake{"span_take",
                          {"SELECT s.trace_id,", kColumns, "FROM take_span_outbox($1) s"}};

Json events_json(const std::vector<trace::Event>& events) {
  Json list = Json::array();
  for (const trace::Event& event : events) {
    list.push(Json::object()
                  .set("name", event.name)
                  .set("at", to_micros(event.at))
                  .set("attributes", event.attributes));
  }
  return list;
}

Json links_json(const std::vector<trace::Link>& links) {
  Json list = Json::array();
  for (const trace::Link& link : links) {
    list.push(Json::object()
                  .set("traceId", link.trace_id)
                  .set("spanId", link.span_id)
                  .set("attributes", link.attributes));
  }
  return list;
}

std::vector<trace::Event> read_events(const Json& list) {
  std::vector<trace::Event> events;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json item = list.at(i);
    events.push_back({item.get("name").as_string().value_or(""),
                      from_micros(item.get("at").as_integer().value_or(0)),
                      item.get("attributes")});
  }
  return events;
}

std::vector<trace::Link> read_links(const Json& list) {
  std::vector<trace::Link> links;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json item = list.at(i);
    links.push_back({item.get("traceId").as_string().value_or(""),
                     item.get("spanId").as_string().value_or(""), item.get("attributes")});
  }
  return links;
}

Span read_span(const pg::Row& row) {
  Span span;
  span.trace_id = row.text("trace_id");
  span.span_id = row.text("span_id");
  span.parent_span_id = row.optional_text("parent_span_id");
  span.name = row.text("name");
  span.kind = static_cast<trace::Kind>(row.integer("kind"));
  span.status = static_cast<trace::Status>(row.integer("status"));
  span.status_message = row.text("status_message");
  span.started_at = row.timestamp("started_at");
  span.ended_at = row.timestamp("ended_at");
  span.attributes = row.json("attributes");
  span.events = read_events(row.json("events"));
  span.links = read_links(row.json("links"));
  span.dropped_attributes = row.integer("dropped_attribute_count");
  return span;
}

// Stored spans are already clean; they pass the gate again because only it makes CleanSpans.
std::vector<trace::CleanSpan> read_all(const pg::Rows& rows) {
  std::vector<trace::CleanSpan> spans;
  for (const pg::Row row : rows) {
    if (auto clean = trace::scrub(read_span(row))) spans.push_back(std::move(*clean));
  }
  return spans;
}

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const RunId& run, const Span& span) {
  const auto clean = trace::scrub(span);
  if (!clean) throw std::logic_error("a span without usable ids");
  const Span& safe = **clean;
  static_cast<void>(tx.run(kInsert, tenant, run, safe.span_id, safe.parent_span_id, safe.name,
                           static_cast<int>(safe.kind), static_cast<int>(safe.status),
                           safe.status_message, safe.started_at, safe.ended_at, safe.attributes,
                           events_json(safe.events), links_json(safe.links),
                           safe.dropped_attributes));
}

std::vector<trace::CleanSpan> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  return read_all(tx.run(kOfRun, tenant, run));
}

std::vector<trace::CleanSpan> take_outbox(pg::Tx& tx, int most) {
  return read_all(tx.run(kTake, most));
}

}  // namespace assay::store::spans
