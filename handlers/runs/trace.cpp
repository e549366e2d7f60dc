// SPDX-License-Identifier: Apache-2.0
// The trace of a run: its recorded spans, and those still under way.
#include "db/store/run_trace.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"

namespace assay::handlers {
namespace {

namespace run_trace = store::run_trace;

std::string_view status_text(trace::Status status) {
  switch (status) {
    case trace::Status::Unset:
      return "UNSET";
    case trace::Status::Ok:
      return "OK";
    case trace::Status::Error:
      return "ERROR";
  }
  throw std::logic_error("a span's status has no name");
}

Json render_span(const run_trace::Seen& seen) {
  const trace::Span& span = *seen.span;
  Json ended;
  if (seen.ended) ended = to_iso8601(span.ended_at);
  return Json::object()
      .set("spanId", span.span_id)
      .set("parentSpanId", span.parent_span_id)
      .set("name", span.name)
      .set("startedAt", to_iso8601(span.started_at))
      .set("endedAt", ended)
      .set("status", status_text(span.status))
      .set("attributes", span.attributes);
}

}  // namespace

Response admin_trace(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  pg::Tx tx = context.read();
  const auto run = found(store::runs::find(tx, context.tenant, id), context, tx, kRun, id.value);
  Json spans = Json::array();
  std::int64_t dropped = 0;
  for (const run_trace::Seen& seen : run_trace::trace_of(tx, run)) {
    spans.push(render_span(seen));
    dropped += seen.span->dropped_attributes;
  }
  return Response::json(200, Json::object()
                                 .set("traceId", run.trace_id)
                                 .set("rootSpanId", run.root_span_id)
                                 .set("spans", spans)
                                 .set("droppedAttributes", dropped));
}

}  // namespace assay::handlers
