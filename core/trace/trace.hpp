// SPDX-License-Identifier: Apache-2.0
// A recorded span, and the W3C trace context that links it to the caller's trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"
#include "core/json/json.hpp"

namespace assay::trace {

// The numbers of OTLP (opentelemetry/proto/trace/v1/trace.proto).
enum class Kind { Internal = 1, Server = 2, Client = 3, Producer = 4, Consumer = 5 };
enum class Status { Unset = 0, Ok = 1, Error = 2 };

// attributes: an object of texts, numbers and arrays of texts.
struct Event {
  std::string name;
  Timestamp at;
  Json attributes = Json::object();
};

// A link to a span of another trace.
struct Link {
  std::string trace_id;
  std::string span_id;
  Json attributes = Json::object();
};

// A span with arbitrary content. None of it leaves the process or reaches the table before scrub()
// (core/trace/trace_scrub.hpp) turns it into a CleanSpan.
struct Span {
  std::string trace_id;
  std::string span_id;
  std::optional<std::string> parent_span_id = std::nullopt;
  std::string name;
  Kind kind = Kind::Internal;
  Timestamp started_at{};
  Timestamp ended_at{};
  Status status = Status::Unset;
  std::string status_message = {};
  Json attributes = Json::object();
  std::vector<Event> events = {};
  std::vector<Link> links = {};
  std::int64_t dropped_attributes = 0;  // so far
};

// Names of spans; those of the steps are step_span_name("INGESTION") and so on.
inline constexpr std::string_view kRunSpan = "run";
inline constexpr std::string_view kRequirementSpan = "requirement";
inline constexpr std::string_view kLlmSpan = "llm";
inline constexpr std::string_view kErrorEvent = "error";
[[nodiscard]] std::string step_span_name(std::string_view step);
// A request's span is named by its method and the pattern of its route: "GET /api/runs/{runId}", or
// by its method alone if no route matched; "HTTP" for methods outside of RFC 9110 and 5789.
[[nodiscard]] std::string request_span_name(std::string_view method, std::string_view route);
[[nodiscard]] bool is_request_span_name(std::string_view text);
// GET and so on; what is not known is "_OTHER" (OpenTelemetry's HTTP conventions).
[[nodiscard]] std::string_view method_name(std::string_view method);
// A pattern of a route by its form: "/api/" and short words and {names}.
[[nodiscard]] bool is_route_pattern(std::string_view text);

// 32 or 16 lower-case hexadecimal digits, not all zero.
[[nodiscard]] bool is_trace_id(std::string_view text);
[[nodiscard]] bool is_span_id(std::string_view text);
// A span id made from SHA-256 of the name: the same name always gives the same id.
[[nodiscard]] std::string named_span_id(std::string_view name);
// The span ids of a requirement's evaluation in a run, and of its exchange with a language model of
// that number, from 1. They are known before the spans are recorded, so that requests to the
// model's server can carry them.
[[nodiscard]] std::string requirement_span_id(std::string_view run, std::string_view requirement);
[[nodiscard]] std::string llm_span_id(std::string_view requirement_span, std::size_t number);

// The header `traceparent` (W3C Trace Context, section 3.2).
struct Parent {
  std::string trace_id;
  std::string span_id;
  std::uint8_t flags = 0;

  [[nodiscard]] bool sampled() const noexcept { return (flags & kSampled) != 0; }
  static constexpr std::uint8_t kSampled = 1;
};
// nullopt for headers that the recommendation says to ignore: other lengths, upper case, all-zero
// ids, version ff. A version above 00 is read by the rules of 00 and may continue after a dash.
[[nodiscard]] std::optional<Parent> parse_traceparent(std::string_view header);
// The header's value, of version 00.
[[nodiscard]] std::string traceparent(const Parent& parent);

// A run in its trace.
struct RunTrace {
  std::string trace_id;
  std::string run;  // its id

  // The span of a requirement's evaluation in it.
  [[nodiscard]] Parent evaluation(std::string_view requirement) const;
  // The ids of the exchanges about its phrases are derived from this. Their spans hang under the
  // step RETRIEVAL.
  [[nodiscard]] Parent expansion(std::string_view requirement) const;
};

// The closed vocabulary for errors in traces and metrics: a class, its fixed sentence, and at most
// one code from a table. Free text about an error never goes into a trace.

// Returns the class itself if it is known, otherwise "unknown".
[[nodiscard]] std::string_view error_class(std::string_view code);
[[nodiscard]] bool is_error_class(std::string_view text);

// The sentence of a class, followed by " (SQLSTATE 40001)" or " (HTTP 503)" if such a code is
// given; codes outside the tables are left out.
[[nodiscard]] std::string error_sentence(std::string_view error_class,
                                         std::string_view sqlstate = {}, int http_status = 0);
// The text if it is exactly such a sentence of that class, otherwise the class's plain sentence.
[[nodiscard]] std::string fixed_error_text(std::string_view error_class, std::string_view text);

}  // namespace assay::trace
