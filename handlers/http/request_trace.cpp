// SPDX-License-Identifier: Apache-2.0
// Chooses requests, and makes their spans.
#include "handlers/http/request_trace.hpp"

#include <chrono>

#include "core/base/ids.hpp"
#include "core/base/unix_socket.hpp"
#include "core/trace/span_message.hpp"
#include "core/trace/trace_scrub.hpp"

namespace assay::handlers {
namespace {

double in_ms(std::chrono::microseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

// Only the server's own failures are errors of its span (OpenTelemetry's HTTP conventions).
void set_status(trace::Span& span, int status) {
  constexpr int kServerError = 500;
  constexpr int kUnavailable = 503;
  if (status < kServerError) return;
  const std::string_view type = status == kUnavailable ? "unavailable" : "internal";
  span.status = trace::Status::Error;
  span.status_message = trace::error_sentence(type, {}, status);
  span.attributes.set("error.type", type).set("error.message", span.status_message);
}

trace::Span span_of(const RequestTrace& trace, const RequestTracer::Outcome& outcome,
                    const pg::Connection::Usage& after) {
  using std::chrono::duration_cast;
  using std::chrono::microseconds;
  trace::Span span;
  span.trace_id = trace.context->trace_id;
  span.span_id = trace.context->span_id;
  span.parent_span_id = trace.caller;
  span.name = trace::request_span_name(outcome.method, outcome.route);
  span.kind = trace::Kind::Server;
  span.started_at = trace.begun;
  span.ended_at = now();
  span.attributes.set("http.request.method", trace::method_name(outcome.method));
  if (!outcome.route.empty()) span.attributes.set("http.route", outcome.route);
  span.attributes.set("http.response.status_code", outcome.status);
  if (outcome.tenant) span.attributes.set("tenant.id", outcome.tenant->value);
  span.attributes
      .set("latency.ms", in_ms(duration_cast<microseconds>(span.ended_at - span.started_at)))
      .set("db.statements", after.statements - trace.before.statements)
      .set("db.time.ms", in_ms(after.waited - trace.before.waited));
  set_status(span, outcome.status);
  return span;
}

bool send_to(const std::string& socket, const trace::Span& span) {
  const auto clean = trace::scrub(span);
  if (!clean) return false;
  try {
    send_datagram(socket, trace::to_message(*clean));
    return true;
  } catch (const IoError&) {
    return false;  // no pipeline here, or one that is busy
  }
}

}  // namespace

RequestTracer::RequestTracer(const Config& config, const pg::Connection& database)
    : socket_(span_socket(config)),
      exported_(config.otlp_endpoint != "off"),
      share_(config.trace_requests),
      database_(database),
      dice_(std::random_device{}()) {}

RequestTrace RequestTracer::begin(const fcgi::Request& request) {
  RequestTrace trace;
  if (const auto header = request.header("traceparent")) {
    trace.context = trace::parse_traceparent(*header);
  }
  if (!exported_ || !(trace.context ? trace.context->sampled() : chosen())) return trace;
  trace.recorded = true;
  if (trace.context) trace.caller = trace.context->span_id;
  trace.context = trace::Parent{trace.context ? trace.context->trace_id : new_trace_id(),
                                new_span_id(), trace::Parent::kSampled};
  trace.begun = now();
  trace.before = database_.usage();
  return trace;
}

bool RequestTracer::end(const RequestTrace& trace, const Outcome& outcome) const {
  return send_to(socket_, span_of(trace, outcome, database_.usage()));
}

bool RequestTracer::chosen() {
  return std::uniform_real_distribution<double>(0, 1)(dice_) < share_;
}

}  // namespace assay::handlers
