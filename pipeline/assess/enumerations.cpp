// SPDX-License-Identifier: Apache-2.0
// Finding the marks of a list's points, and what stands between them.
#include "pipeline/assess/enumerations.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

struct Mark {
  std::size_t start = 0;
  std::size_t end = 0;
};

bool label(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// "- ", "* ", "a) ", "1. ", "(1) ", "(a) " at the byte: its length, 0 for none.
std::size_t mark_at(std::string_view text, std::size_t at, bool line_start) {
  const std::string_view rest = text.substr(at);
  if (line_start) {
    for (const auto bullet : {"- "sv, "* "sv, "\u2022 "sv, "\u2013 "sv}) {
      if (rest.starts_with(bullet)) return bullet.size();
    }
    const std::size_t digits = rest.size() > 3 && label(rest[0]) && label(rest[1]) ? 2 : 1;
    const bool closed = rest.size() > digits + 1 && label(rest[0]) && rest[digits + 1] == ' ' &&
                        (rest[digits] == ')' || rest[digits] == '.');
    if (closed) return digits + 2;
  }
  const bool round = rest.size() > 4 && rest[0] == '(' && label(rest[1]) && rest[2] == ')' &&
                     rest[3] == ' ' && at > 0 && text[at - 1] == ' ';
  return round ? 4 : 0;
}

// Without what joins a point to the next one.
std::string trimmed(std::string_view item) {
  std::string out = text::collapsed(item);
  for (const auto ending : {"."sv, ";"sv, ","sv, " and"sv, " or"sv, ";"sv, ","sv}) {
    if (out.ends_with(ending)) out.resize(out.size() - ending.size());
  }
  return out;
}

}  // namespace

std::optional<Enumeration> enumeration_in(std::string_view text) {
  std::vector<Mark> marks;
  bool line_start = true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (const std::size_t length = mark_at(text, at, line_start); length > 0) {
      marks.push_back({at, at + length});
      at += length - 1;
      line_start = false;
      continue;
    }
    line_start = text[at] == '\n' || (line_start && text[at] == ' ');
  }
  if (marks.size() < 2 || marks.front().start == 0) return std::nullopt;
  Enumeration out;
  out.lead = text::collapsed(text.substr(0, marks.front().start));
  while (out.lead.ends_with(':') || out.lead.ends_with(' ')) out.lead.pop_back();
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const std::size_t end = i + 1 < marks.size() ? marks[i + 1].start : text.size();
    std::string item = trimmed(text.substr(marks[i].end, end - marks[i].end));
    if (item.empty()) return std::nullopt;
    out.items.push_back(std::move(item));
  }
  return out;
}

}  // namespace assay::assess
