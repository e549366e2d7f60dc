// SPDX-License-Identifier: Apache-2.0
// Reads and writes header values with parameters.
#include "fcgi/header_value.hpp"

#include <algorithm>

#include "core/base/ascii.hpp"
#include "core/json/utf8.hpp"
#include "fcgi/request.hpp"

namespace assay::fcgi {
namespace {

constexpr std::string_view kBlanks = " \t";

// text begins after the opening quote; moves it past the closing one.
std::optional<std::string> take_quoted(std::string_view& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      text.remove_prefix(i + 1);
      return out;
    }
    if (c == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) ++i;
    out.push_back(text[i]);
  }
  return std::nullopt;
}

// Takes one "name=value" from the front of text, which begins after a ';'.
std::optional<HeaderParameter> take_parameter(std::string_view& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  HeaderParameter parameter{ascii_lower(trimmed(text.substr(0, equals), kBlanks)), {}};
  if (parameter.name.empty() || parameter.name.find_first_of("\"; ") != std::string::npos) {
    return std::nullopt;
  }
  text.remove_prefix(equals + 1);
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  if (!text.empty() && text.front() == '"') {
    text.remove_prefix(1);
    auto value = take_quoted(text);
    if (!value) return std::nullopt;
    parameter.value = std::move(*value);
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (!text.empty() && text.front() != ';') return std::nullopt;
  } else {
    const std::size_t end = std::min(text.find(';'), text.size());
    parameter.value = trimmed(text.substr(0, end), kBlanks);
    text.remove_prefix(end);
  }
  return parameter;
}

// Control characters, line separators, and characters that change the direction of text: a name
// with U+202E may seem to have another ending (Unicode Technical Report 36, section 2.5).
bool hides(char32_t code) {
  const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool separator = code == 0x2028 || code == 0x2029;
  const bool direction = code == 0x061C || code == 0x200E || code == 0x200F ||
                         (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return control || separator || direction;
}

std::string without_controls(std::string_view name) {
  std::string kept;
  for (std::size_t at = 0; at < name.size();) {
    const char32_t code = utf8::next(name, at);
    if (!hides(code)) utf8::append(code, kept);
  }
  return kept.empty() ? "file" : kept;
}

}  // namespace

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

std::optional<std::string> HeaderValue::get(std::string_view name) const {
  for (const HeaderParameter& parameter : parameters) {
    if (parameter.name == name) return parameter.value;
  }
  return std::nullopt;
}

std::optional<HeaderValue> parse_header_value(std::string_view text) {
  const std::size_t end = std::min(text.find(';'), text.size());
  HeaderValue result{ascii_lower(trimmed(text.substr(0, end), kBlanks)), {}};
  text.remove_prefix(end);
  while (!text.empty()) {
    text.remove_prefix(1);  // the ';'
    if (trimmed(text, kBlanks).empty()) break;
    auto parameter = take_parameter(text);
    if (!parameter || result.get(parameter->name)) return std::nullopt;
    result.parameters.push_back(std::move(*parameter));
  }
  return result;
}

std::optional<std::string> disposition_filename(const HeaderValue& disposition) {
  constexpr std::string_view kUtf8 = "utf-8'";
  if (const auto extended = disposition.get("filename*")) {
    const std::string_view value = *extended;
    const std::size_t quote = value.find('\'', kUtf8.size());
    if (quote != std::string_view::npos &&
        equals_ignoring_case(value.substr(0, kUtf8.size()), kUtf8)) {
      auto name = percent_decode(value.substr(quote + 1), Plus::IsPlus);
      if (name) return name;
    }
  }
  auto name = disposition.get("filename");
  if (!name) return std::nullopt;
  for (std::size_t at = name->find("%22"); at != std::string::npos; at = name->find("%22", at)) {
    name->replace(at, 3, "\"");
  }
  return utf8::repair(*name);
}

std::string attachment_disposition(std::string_view name) {
  const std::string filename = without_controls(name);
  std::string fallback;
  for (const char c : filename) {
    const bool plain = c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '%' && c != '/';
    // Only the first byte of a multi-byte character adds a placeholder.
    if (plain) fallback.push_back(c);
    if (!plain && (static_cast<unsigned char>(c) & 0xC0U) != 0x80U) fallback.push_back('_');
  }
  return "attachment; filename=\"" + fallback + "\"; filename*=UTF-8''" + percent_encode(filename);
}

}  // namespace assay::fcgi
