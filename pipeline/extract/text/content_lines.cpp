// SPDX-License-Identifier: Apache-2.0
// Unfolds, splits and decodes lines. Every byte is looked at a fixed number of times.
#include "pipeline/extract/text/content_lines.hpp"

#include <algorithm>

#include "core/base/ascii.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

std::string ascii_upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

std::string from_quoted_printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool code = text[at] == '=' && at + 2 < text.size() && hex_digit(text[at + 1]) >= 0 &&
                      hex_digit(text[at + 2]) >= 0;
    out.push_back(code ? static_cast<char>(hex_digit(text[at + 1]) * 16 + hex_digit(text[at + 2]))
                       : text[at]);
    if (code) at += 2;
  }
  return out;
}

// Position of the mark outside of quotes, or npos.
std::size_t find_unquoted(std::string_view text, std::string_view marks) {
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (!quoted && marks.find(text[at]) != std::string_view::npos) return at;
  }
  return std::string_view::npos;
}

void add_parameter(std::string_view text, ContentLine& line) {
  const std::size_t equals = text.find('=');
  const bool named = equals != std::string_view::npos;
  std::string value(named ? text.substr(equals + 1) : text);
  std::erase(value, '"');
  line.parameters.emplace_back(named ? ascii_upper(trim(text.substr(0, equals))) : "",
                               std::move(value));
}

bool is_quoted_printable(const ContentLine& line) {
  return iequals(line.parameter("ENCODING"), "QUOTED-PRINTABLE") ||
         std::any_of(line.parameters.begin(), line.parameters.end(), [](const auto& one) {
           return one.first.empty() && iequals(one.second, "QUOTED-PRINTABLE");
         });
}

std::string decoded_value(const ContentLine& line, std::string_view raw) {
  std::string bytes = from_quoted_printable(raw);
  const std::string_view charset = line.parameter("CHARSET");
  if (!charset.empty()) {
    if (auto text = to_utf8_from(charset, bytes)) return std::move(*text);
  }
  return to_utf8(bytes);
}

}  // namespace

std::string_view ContentLine::parameter(std::string_view wanted) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [wanted](const auto& one) { return one.first == wanted; });
  return found == parameters.end() ? std::string_view() : found->second;
}

std::optional<std::string_view> ContentLines::physical() {
  if (at_ >= text_.size()) return std::nullopt;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  std::string_view line = text_.substr(at_, end - at_);
  at_ = std::min(end + 1, text_.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string ContentLines::unfolded(std::string_view first) {
  std::string line(first);
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) {
    line += physical()->substr(1);
  }
  return line;
}

void ContentLines::add_soft_lines(std::string& value) {
  while (value.ends_with('=')) {
    value.pop_back();
    const auto more = physical();
    if (!more) return;
    value += *more;
  }
}

std::optional<ContentLine> ContentLines::next() {
  while (const auto first = physical()) {
    const std::string text = unfolded(*first);
    const std::string_view all = text;
    const std::size_t colon = find_unquoted(all, ":");
    if (colon == std::string_view::npos) continue;
    ContentLine line;
    std::string_view head = all.substr(0, colon);
    const std::size_t name_end = std::min(head.find(';'), head.size());
    const std::string_view name = trim(head.substr(0, name_end));
    line.name = ascii_upper(name.substr(name.rfind('.') + 1));
    head.remove_prefix(name_end);
    while (!head.empty()) {
      head.remove_prefix(1);
      const std::size_t end = std::min(find_unquoted(head, ";"), head.size());
      add_parameter(head.substr(0, end), line);
      head.remove_prefix(end);
    }
    line.value = all.substr(colon + 1);
    if (is_quoted_printable(line)) {
      add_soft_lines(line.value);
      line.value = decoded_value(line, line.value);
    }
    return line;
  }
  return std::nullopt;
}

std::vector<std::string> unescaped_parts(std::string_view value, char separator) {
  std::vector<std::string> parts(1);
  for (std::size_t at = 0; at < value.size(); ++at) {
    if (value[at] == separator) {
      parts.emplace_back();
    } else if (value[at] == '\\' && at + 1 < value.size()) {
      const char c = value[++at];
      parts.back().push_back(c == 'n' || c == 'N' ? '\n' : c);
    } else {
      parts.back().push_back(value[at]);
    }
  }
  return parts;
}

std::string unescaped(std::string_view value) {
  return std::move(unescaped_parts(value, '\0').front());
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) {
    const std::string_view text = trim(part);
    if (text.empty()) continue;
    if (!out.empty()) out += ", ";
    out += text;
  }
  return out;
}

}  // namespace assay::extract
