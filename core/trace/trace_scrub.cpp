// SPDX-License-Identifier: Apache-2.0
// Holds the allowlist and the shapes of its values, and removes everything else.
#include "core/trace/trace_scrub.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/base/ascii.hpp"
#include "core/base/ids.hpp"
#include "core/base/states.hpp"
#include "core/trace/trace.hpp"

namespace assay::trace {
namespace {

constexpr std::size_t kMaxItems = 256;
constexpr std::size_t kMaxCode = 64;
constexpr std::size_t kMaxModel = 128;
constexpr std::size_t kMaxEvents = 32;
constexpr std::int64_t kMaxCount = std::int64_t{1} << 53U;
constexpr std::string_view kNameless = "unnamed";

bool letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z');
}

bool made_of(std::string_view text, std::string_view others, std::size_t most) {
  return !text.empty() && text.size() <= most &&
         std::all_of(text.begin(), text.end(), [others](char c) {
           return letter_or_digit(c) || others.find(c) != std::string_view::npos;
         });
}

// Detects our own tokens, JWTs, "Bearer" headers and keys of model providers.
bool holds_secret(std::string_view text) {
  const std::string small = ascii_lower(text);
  return small.find("assay_") != std::string::npos || small.find("bearer") != std::string::npos ||
         small.starts_with("sk-") || text.find("eyJ") != std::string_view::npos;
}

// ---- shapes: the value if it has the shape, else nullopt ---------------------------------------

using Value = std::optional<Json>;

Value text_if(const Json& value, bool (*fits)(std::string_view)) {
  const auto text = value.as_string();
  return text && fits(*text) ? Value(*text) : std::nullopt;
}

bool is_code(std::string_view text) {
  return made_of(text, "._()[]:-", kMaxCode) && !holds_secret(text);
}

Value uuid(const Json& value) {
  return text_if(value, is_uuid);
}

Value model(const Json& value) {
  return text_if(value, [](std::string_view text) {
    return made_of(text, "._-/:@+", kMaxModel) && !holds_secret(text);
  });
}

Value trigger(const Json& value) {
  return text_if(value, [](std::string_view text) { return text == "manual"; });
}

Value step_name(const Json& value) {
  return text_if(value,
                 [](std::string_view text) { return from_text<StepName>(text).has_value(); });
}

Value error_type(const Json& value) {
  return text_if(value, is_error_class);
}

Value service(const Json& value) {
  return text_if(
      value, [](std::string_view text) { return text == kPipelineService || text == kApiService; });
}

Value method(const Json& value) {
  return text_if(value, [](std::string_view text) { return method_name(text) == text; });
}

Value route(const Json& value) {
  return text_if(value, is_route_pattern);
}

Value http_status(const Json& value) {
  const auto number = value.as_integer();
  return number && *number >= 100 && *number <= 599 ? Value(*number) : std::nullopt;
}

Value count(const Json& value) {
  const auto number = value.as_integer();
  return number && *number >= 0 && *number <= kMaxCount ? Value(*number) : std::nullopt;
}

Value amount(const Json& value) {
  if (value.is_integer()) return count(value);
  const auto number = value.as_number();
  return number && *number >= 0 && *number <= static_cast<double>(kMaxCount) ? Value(*number)
                                                                             : std::nullopt;
}

Value items_if(const Json& value, bool (*fits)(std::string_view)) {
  if (!value.is_array()) return std::nullopt;
  Json kept = Json::array();
  for (std::size_t i = 0; i < std::min(value.size(), kMaxItems); ++i) {
    const auto text = value.at(i).as_string();
    if (text && fits(*text)) kept.push(*text);
  }
  return kept.size() > 0 ? Value(kept) : std::nullopt;
}

Value uuids(const Json& value) {
  return items_if(value, is_uuid);
}

Value codes(const Json& value) {
  return items_if(value, is_code);
}

// ---- the allowlist -----------------------------------------------------------------------------

struct Rule {
  std::string_view key;
  Value (*shape)(const Json&);  // null: a sentence of the closed vocabulary
};

constexpr std::array kAllowed{
    Rule{"tenant.id", uuid},
    Rule{"pack.id", uuid},
    Rule{"run.id", uuid},
    Rule{"run.trigger_type", trigger},
    Rule{"step.name", step_name},
    Rule{"requirement.codes", codes},
    Rule{"evidence.document_ids", uuids},
    Rule{"chunk.ids", uuids},
    Rule{"chunk.count", count},
    Rule{"assessment.ids", uuids},
    Rule{"task.ids", uuids},
    Rule{"export.ids", uuids},
    Rule{"latency.ms", amount},
    Rule{"llm.tokens.in", count},
    Rule{"llm.tokens.out", count},
    Rule{"llm.cost.usd", amount},
    Rule{"llm.model", model},
    Rule{"error.type", error_type},
    Rule{"error.message", nullptr},
    // Of requests; the names are OpenTelemetry's where it has one.
    Rule{"http.request.method", method},
    Rule{"http.route", route},
    Rule{"http.response.status_code", http_status},
    Rule{"db.statements", count},
    Rule{"db.time.ms", amount},
};

constexpr std::array kResource{
    Rule{"service.name", service},
    Rule{"service.instance.id", uuid},
};

Value shaped(const Rule& rule, const Json& value, const Json& all) {
  if (rule.shape != nullptr) return blocked_key(rule.key) ? std::nullopt : rule.shape(value);
  const auto text = value.as_string();
  if (!text) return std::nullopt;
  return fixed_error_text(error_class(all.get("error.type").as_string().value_or("")), *text);
}

bool cut(const Json& before, const Json& after) {
  return before.is_array() && before.size() != after.size();
}

// Returns the attributes to keep; counts each of the others in dropped.
Json kept(const Json& attributes, std::span<const Rule> rules, std::int64_t& dropped) {
  Json clean = Json::object();
  for (const std::string& key : attributes.keys()) {
    const auto rule = std::find_if(rules.begin(), rules.end(),
                                   [&key](const Rule& one) { return one.key == key; });
    const Json value = attributes.get(key);
    const Value left = rule == rules.end() ? std::nullopt : shaped(*rule, value, attributes);
    if (!left || cut(value, *left)) ++dropped;
    if (left) clean.set(key, *left);
  }
  return clean;
}

bool known_name(std::string_view name) {
  if (name == kRunSpan || name == kRequirementSpan || name == kLlmSpan || name == kNameless ||
      is_request_span_name(name)) {
    return true;
  }
  const auto& steps = WireNames<StepName>::kNames;
  return std::any_of(steps.begin(), steps.end(),
                     [name](std::string_view step) { return name == step_span_name(step); });
}

std::vector<Event> kept(const std::vector<Event>& events, std::int64_t& dropped) {
  std::vector<Event> clean;
  for (const Event& event : events) {
    if (event.name != kErrorEvent || clean.size() == kMaxEvents) {
      ++dropped;
      continue;
    }
    clean.push_back({event.name, event.at, kept(event.attributes, kAllowed, dropped)});
  }
  return clean;
}

std::vector<Link> kept(const std::vector<Link>& links, std::int64_t& dropped) {
  std::vector<Link> clean;
  for (const Link& link : links) {
    if (!is_trace_id(link.trace_id) || !is_span_id(link.span_id) || clean.size() == kMaxEvents) {
      ++dropped;
      continue;
    }
    clean.push_back({link.trace_id, link.span_id, kept(link.attributes, kAllowed, dropped)});
  }
  return clean;
}

std::string kept_message(const Span& span) {
  if (span.status != Status::Error) return {};
  return fixed_error_text(error_class(span.attributes.get("error.type").as_string().value_or("")),
                          span.status_message);
}

}  // namespace

bool blocked_key(std::string_view key) {
  const std::string small = ascii_lower(key);
  for (const std::string_view word : {"prompt", "content", "body", "raw", "message"}) {
    if (small.find(word) != std::string::npos) return true;
  }
  for (const std::string_view word : {"evidence", "regulatory"}) {
    const std::size_t at = small.find(word);
    if (at != std::string::npos && small.find("text", at + word.size()) != std::string::npos) {
      return true;
    }
  }
  return false;
}

std::optional<CleanSpan> scrub(const Span& span) {
  if (!is_trace_id(span.trace_id) || !is_span_id(span.span_id)) return std::nullopt;
  std::int64_t dropped = std::clamp<std::int64_t>(span.dropped_attributes, 0, 1 << 30);
  Span clean;
  clean.trace_id = span.trace_id;
  clean.span_id = span.span_id;
  if (span.parent_span_id && is_span_id(*span.parent_span_id)) {
    clean.parent_span_id = span.parent_span_id;
  } else if (span.parent_span_id) {
    ++dropped;
  }
  clean.name = known_name(span.name) ? span.name : std::string(kNameless);
  if (clean.name != span.name) ++dropped;
  clean.kind =
      span.kind >= Kind::Internal && span.kind <= Kind::Consumer ? span.kind : Kind::Internal;
  clean.started_at = std::max(span.started_at, Timestamp{});
  clean.ended_at = std::max(span.ended_at, clean.started_at);
  clean.status =
      span.status >= Status::Unset && span.status <= Status::Error ? span.status : Status::Unset;
  clean.status_message = kept_message(span);
  clean.attributes = kept(span.attributes, kAllowed, dropped);
  clean.events = kept(span.events, dropped);
  clean.links = kept(span.links, dropped);
  clean.dropped_attributes = dropped;
  return CleanSpan(std::move(clean));
}

Json scrub_resource(const Json& attributes) {
  std::int64_t dropped = 0;
  return kept(attributes, kResource, dropped);
}

}  // namespace assay::trace
