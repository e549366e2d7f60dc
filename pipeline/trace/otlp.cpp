// SPDX-License-Identifier: Apache-2.0
// Renders spans (field names in lowerCamelCase, ids in hexadecimal, enums as integers, 64-bit
// integers as strings) and reads answers.
#include "pipeline/trace/otlp.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/http/http_client.hpp"
#include "core/json/json.hpp"

namespace assay::trace {
namespace {

std::string nanos(Timestamp at) {
  return std::to_string(to_micros(at)) + "000";
}

// AnyValue.
Json any_value(const Json& value) {
  if (value.is_integer()) {
    return Json::object().set("intValue", std::to_string(value.as_integer().value_or(0)));
  }
  if (value.is_number()) return Json::object().set("doubleValue", value);
  if (!value.is_array()) return Json::object().set("stringValue", value);
  Json values = Json::array();
  for (std::size_t i = 0; i < value.size(); ++i) values.push(any_value(value.at(i)));
  return Json::object().set("arrayValue", Json::object().set("values", values));
}

// KeyValue list.
Json key_values(const Json& attributes) {
  Json list = Json::array();
  for (const std::string& key : attributes.keys()) {
    list.push(Json::object().set("key", key).set("value", any_value(attributes.get(key))));
  }
  return list;
}

Json event_json(const Event& event) {
  return Json::object()
      .set("timeUnixNano", nanos(event.at))
      .set("name", event.name)
      .set("attributes", key_values(event.attributes));
}

Json link_json(const Link& link) {
  return Json::object()
      .set("traceId", link.trace_id)
      .set("spanId", link.span_id)
      .set("attributes", key_values(link.attributes));
}

Json status_json(const Span& span) {
  Json status = Json::object().set("code", static_cast<int>(span.status));
  if (!span.status_message.empty()) status.set("message", span.status_message);
  return status;
}

Json span_json(const Span& span) {
  Json made = Json::object().set("traceId", span.trace_id).set("spanId", span.span_id);
  if (span.parent_span_id) made.set("parentSpanId", *span.parent_span_id);
  made.set("name", span.name)
      .set("kind", static_cast<int>(span.kind))
      .set("startTimeUnixNano", nanos(span.started_at))
      .set("endTimeUnixNano", nanos(span.ended_at))
      .set("attributes", key_values(span.attributes))
      .set("droppedAttributesCount", span.dropped_attributes);
  Json events = Json::array();
  for (const Event& event : span.events) events.push(event_json(event));
  Json links = Json::array();
  for (const Link& link : span.links) links.push(link_json(link));
  return made.set("events", events).set("links", links).set("status", status_json(span));
}

using std::chrono::seconds;

constexpr seconds kLongestWait{300};

// partialSuccess.rejectedSpans, a 64-bit integer: a string in JSON, though some write a number.
std::int64_t rejected_of(std::string_view body) {
  const auto answer = Json::parse(body);
  if (!answer) return 0;
  const Json count = answer->get("partialSuccess").get("rejectedSpans");
  if (const auto number = count.as_integer()) return *number;
  const std::string text = count.as_string().value_or("");
  std::int64_t number = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), number);
  return done.ec == std::errc() && done.ptr == text.data() + text.size() ? number : 0;
}

bool may_pass(http::Problem problem) {
  return problem == http::Problem::Connection || problem == http::Problem::Resolve ||
         problem == http::Problem::Timeout;
}

bool may_pass(int status) {
  return status == 429 || status == 502 || status == 503 || status == 504;
}

}  // namespace

OtlpBody otlp_body(std::span<const CleanSpan> spans, const Json& resource, std::size_t max_bytes) {
  OtlpBody body;
  const Json described = Json::object().set("attributes", key_values(resource));
  body.json = R"({"resourceSpans":[{"resource":)" + described.dump() +
              R"(,"scopeSpans":[{"scope":{"name":"assay"},"spans":[)";
  for (const CleanSpan& span : spans) {
    const std::string text = span_json(*span).dump();
    if (body.spans > 0 && body.json.size() + text.size() + 8 > max_bytes) break;
    if (body.spans++ > 0) body.json.push_back(',');
    body.json.append(text);
  }
  body.json.append("]}]}]}");
  return body;
}

std::optional<seconds> parse_retry_after(std::string_view text, Timestamp now) {
  return http::parse_retry_after(text, now, kLongestWait);
}

Verdict judge(const Result<http::Response, http::Problem>& answer, std::size_t spans_sent,
              Timestamp now) {
  Verdict verdict;
  if (!answer) {
    if (may_pass(answer.error())) verdict.next = Verdict::Next::Again;
    return verdict;
  }
  if (answer->status >= 200 && answer->status < 300) {
    verdict.next = Verdict::Next::Taken;
    verdict.rejected = std::clamp<std::int64_t>(rejected_of(answer->body), 0,
                                                static_cast<std::int64_t>(spans_sent));
  } else if (may_pass(answer->status)) {
    verdict.next = Verdict::Next::Again;
    const auto header = answer->headers.find("retry-after");
    if (header != answer->headers.end()) {
      verdict.wait_least = parse_retry_after(header->second, now);
    }
  }
  return verdict;
}

}  // namespace assay::trace
