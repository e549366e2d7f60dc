// SPDX-License-Identifier: Apache-2.0
// Makes span identifiers and parses the header that carries them.
#include "core/trace/trace.hpp"

#include <algorithm>
#include <array>

#include "core/base/digest.hpp"

namespace assay::trace {
namespace {

constexpr std::size_t kTraceDigits = 32;
constexpr std::size_t kSpanDigits = 16;
constexpr std::size_t kHeaderLength = 55;  // of version 00: 2 + 1 + 32 + 1 + 16 + 1 + 2

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

std::string format_traceparent(const Parent& parent) {
  return "00-" + parent.trace_id + "-" + parent.span_id + "-" + to_hex(std::array{parent.flags});
}

}  // namespace assay::trace
