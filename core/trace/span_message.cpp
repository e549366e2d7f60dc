// SPDX-License-Identifier: Apache-2.0
// Writes and reads messages; times are integer microseconds since 1970.
#include "core/trace/span_message.hpp"

#include <cstdint>

namespace assay::trace {
namespace {

std::int64_t whole(const Json& message, std::string_view member) {
  return message.get(member).as_integer().value_or(0);
}

}  // namespace

std::string to_message(const CleanSpan& span) {
  return Json::object()
      .set("traceId", span->trace_id)
      .set("spanId", span->span_id)
      .set("parentSpanId", span->parent_span_id)
      .set("name", span->name)
      .set("kind", static_cast<int>(span->kind))
      .set("startedAt", to_micros(span->started_at))
      .set("endedAt", to_micros(span->ended_at))
      .set("status", static_cast<int>(span->status))
      .set("statusMessage", span->status_message)
      .set("attributes", span->attributes)
      .set("droppedAttributes", span->dropped_attributes)
      .dump();
}

std::optional<CleanSpan> from_message(std::string_view message) {
  const auto read = Json::parse(message);
  if (!read || !read->get("attributes").is_object()) return std::nullopt;
  Span span;
  span.trace_id = read->get("traceId").as_string().value_or("");
  span.span_id = read->get("spanId").as_string().value_or("");
  span.parent_span_id = read->get("parentSpanId").as_string();
  span.name = read->get("name").as_string().value_or("");
  span.kind = static_cast<Kind>(whole(*read, "kind"));
  span.started_at = from_micros(whole(*read, "startedAt"));
  span.ended_at = from_micros(whole(*read, "endedAt"));
  span.status = static_cast<Status>(whole(*read, "status"));
  span.status_message = read->get("statusMessage").as_string().value_or("");
  span.attributes = read->get("attributes");
  span.dropped_attributes = whole(*read, "droppedAttributes");
  return scrub(span);
}

}  // namespace assay::trace
