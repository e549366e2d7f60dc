// SPDX-License-Identifier: Apache-2.0
// Trace ids and headers, and the closed vocabulary of errors.
#include "core/trace/trace.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/digest.hpp"

namespace assay::trace {
namespace {

constexpr std::size_t kTraceDigits = 32;
constexpr std::size_t kSpanDigits = 16;
constexpr std::size_t kHeaderLength = 55;  // of version 00: 2 + 1 + 32 + 1 + 16 + 1 + 2

constexpr std::array<std::string_view, 9> kMethods{"GET",    "HEAD",    "POST",    "PUT",  "PATCH",
                                                   "DELETE", "OPTIONS", "CONNECT", "TRACE"};
constexpr std::string_view kOtherMethod = "_OTHER";
constexpr std::string_view kAnyMethod = "HTTP";  // in names of spans

bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// A word such as "legal-holds" or a name such as "{runId}". Too short for an identifier.
bool is_pattern_part(std::string_view part) {
  constexpr std::size_t kMaxPart = 32;
  if (part.empty() || part.size() > kMaxPart) return false;
  if (part.front() == '{') {
    return part.size() > 2 && part.back() == '}' &&
           std::all_of(part.begin() + 1, part.end() - 1, letter);
  }
  return letter(part.front()) && std::all_of(part.begin(), part.end(), [](char c) {
           return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
         });
}

bool hex_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

bool is_id(std::string_view text, std::size_t digits) {
  return text.size() == digits && std::all_of(text.begin(), text.end(), hex_digit) &&
         std::any_of(text.begin(), text.end(), [](char c) { return c != '0'; });
}

// Precondition: two hexadecimal digits.
std::uint8_t byte_of(std::string_view text) {
  const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  return static_cast<std::uint8_t>(value(text[0]) * 16 + value(text[1]));
}

}  // namespace

std::string step_span_name(std::string_view step) {
  return "step." + std::string(step);
}

std::string_view method_name(std::string_view method) {
  const auto* const known = std::find(kMethods.begin(), kMethods.end(), method);
  return known == kMethods.end() ? kOtherMethod : *known;
}

bool is_route_pattern(std::string_view text) {
  constexpr std::size_t kMaxPattern = 160;
  if (text.size() > kMaxPattern || !text.starts_with("/api/")) return false;
  for (std::size_t start = 1; start <= text.size();) {
    const std::size_t slash = std::min(text.find('/', start), text.size());
    if (!is_pattern_part(text.substr(start, slash - start))) return false;
    start = slash + 1;
  }
  return true;
}

std::string request_span_name(std::string_view method, std::string_view route) {
  const std::string_view known = method_name(method);
  std::string name(known == kOtherMethod ? kAnyMethod : known);
  if (!route.empty()) name.append(" ").append(route);
  return name;
}

bool is_request_span_name(std::string_view text) {
  const std::size_t blank = text.find(' ');
  const std::string_view method = text.substr(0, blank);
  const std::string_view known = method_name(method);
  if (method != kAnyMethod && (known != method || known == kOtherMethod)) return false;
  return blank == std::string_view::npos || is_route_pattern(text.substr(blank + 1));
}

bool is_trace_id(std::string_view text) {
  return is_id(text, kTraceDigits);
}

bool is_span_id(std::string_view text) {
  return is_id(text, kSpanDigits);
}

std::string named_span_id(std::string_view name) {
  std::string id = sha256_hex(name).substr(0, kSpanDigits);
  if (!is_span_id(id)) id.back() = '1';
  return id;
}

std::string requirement_span_id(std::string_view run, std::string_view requirement) {
  return named_span_id(std::string(run).append("/").append(requirement));
}

Parent RunTrace::evaluation(std::string_view requirement) const {
  return {trace_id, requirement_span_id(run, requirement), Parent::kSampled};
}

Parent RunTrace::expansion(std::string_view requirement) const {
  const std::string name = "expansion of " + std::string(requirement);
  return {trace_id, requirement_span_id(run, name), Parent::kSampled};
}

std::string llm_span_id(std::string_view requirement_span, std::size_t number) {
  return named_span_id(
      std::string(requirement_span).append("/llm/").append(std::to_string(number)));
}

std::string traceparent(const Parent& parent) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string header = "00-" + parent.trace_id + "-" + parent.span_id + "-";
  header.push_back(kDigits[parent.flags >> 4U]);
  header.push_back(kDigits[parent.flags & 0xFU]);
  return header;
}

std::optional<Parent> parse_traceparent(std::string_view header) {
  if (header.size() < kHeaderLength) return std::nullopt;
  const std::string_view version = header.substr(0, 2);
  const std::string_view flags = header.substr(53, 2);
  for (const char c : {version[0], version[1], flags[0], flags[1]}) {
    if (!hex_digit(c)) return std::nullopt;
  }
  if (version == "ff" || header[2] != '-' || header[35] != '-' || header[52] != '-') {
    return std::nullopt;
  }
  if (header.size() > kHeaderLength && (version == "00" || header[kHeaderLength] != '-')) {
    return std::nullopt;
  }
  Parent parent{std::string(header.substr(3, kTraceDigits)),
                std::string(header.substr(36, kSpanDigits)), byte_of(flags)};
  if (!is_trace_id(parent.trace_id) || !is_span_id(parent.span_id)) return std::nullopt;
  return parent;
}

namespace {

using Class = std::pair<std::string_view, std::string_view>;
constexpr std::array kClasses{
    Class{"unknown", "An error of a kind that has no name here"},
    Class{"internal", "An internal error"},
    Class{"timeout", "The time limit was reached"},
    Class{"cancelled", "Cancelled by a user"},
    Class{"worker_crash", "The worker ended in the middle of the work several times"},
    Class{"database", "The database refused or was away"},
    Class{"http", "Another service answered with an error"},
    Class{"connection", "Another service could not be reached"},
    Class{"model_unavailable", "The pinned embedding model is not available"},
    Class{"evaluator_unavailable", "The pinned evaluator is not available"},
    Class{"thresholds_invalid", "The pinned thresholds are not usable"},
    Class{"evidence_changed", "Pinned evidence is no longer what it was"},
    Class{"corpus_unavailable", "The pinned corpus activation is not available"},
    Class{"evaluation_failed", "No requirement could be evaluated"},
    Class{"unavailable", "The service was not available"},
    Class{"llm_rate_limited", "The language model's rate limit was reached"},
    Class{"llm_unavailable", "The language model could not be reached"},
    Class{"llm_bad_output", "The language model's answer was not usable"},
    Class{"llm_truncated", "The language model's answer was cut off"},
    Class{"llm_refused", "The language model's server refused the request"},
};

// Connection, integrity, transaction, resources, locks, cancelled, shutdown (PostgreSQL, A).
constexpr std::array<std::string_view, 16> kSqlStates{
    "08000", "08003", "08006", "22P02", "23503", "23505", "25P03", "40001",
    "40P01", "42501", "53100", "53200", "53300", "55P03", "57014", "57P01"};
constexpr std::array kHttpStatuses{400, 401, 403, 404, 408, 409, 413,
                                   422, 429, 500, 501, 502, 503, 504};

std::string_view sentence(std::string_view name) {
  for (const auto& [known, text] : kClasses) {
    if (known == name) return text;
  }
  return kClasses.front().second;
}

}  // namespace

bool is_error_class(std::string_view text) {
  return std::any_of(kClasses.begin(), kClasses.end(),
                     [text](const Class& one) { return one.first == text; });
}

std::string_view error_class(std::string_view code) {
  return is_error_class(code) ? code : kClasses.front().first;
}

std::string error_sentence(std::string_view error_class, std::string_view sqlstate,
                           int http_status) {
  std::string text(sentence(error_class));
  if (std::find(kSqlStates.begin(), kSqlStates.end(), sqlstate) != kSqlStates.end()) {
    text.append(" (SQLSTATE ").append(sqlstate).append(")");
  } else if (std::find(kHttpStatuses.begin(), kHttpStatuses.end(), http_status) !=
             kHttpStatuses.end()) {
    text.append(" (HTTP ").append(std::to_string(http_status)).append(")");
  }
  return text;
}

std::string fixed_error_text(std::string_view error_class, std::string_view text) {
  std::string plain = error_sentence(error_class);
  if (!text.starts_with(plain)) return plain;
  for (const std::string_view state : kSqlStates) {
    if (std::string made = error_sentence(error_class, state); made == text) return made;
  }
  for (const int status : kHttpStatuses) {
    if (std::string made = error_sentence(error_class, {}, status); made == text) return made;
  }
  return plain;
}

}  // namespace assay::trace
