// SPDX-License-Identifier: Apache-2.0
// Reads plain text: form feeds separate pages, empty lines separate paragraphs. Joins lines that
// were wrapped at a fixed width; lists, addresses and logs keep their lines.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/line_shapes.hpp"
#include "pipeline/extract/text/text_blocks.hpp"

namespace assay::extract {
namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
  Lines lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// The width at which the text was wrapped, or 0 if it does not seem to be.
std::size_t wrap_width(const Lines& lines) {
  constexpr std::size_t kNarrow = 50;
  constexpr std::size_t kWide = 120;
  std::vector<std::size_t> lengths;
  for (const std::string_view line : lines) {
    if (!trim(line).empty()) lengths.push_back(utf8::length(line));
  }
  if (lengths.empty()) return 0;
  std::sort(lengths.begin(), lengths.end());
  const std::size_t width = lengths[lengths.size() * 9 / 10];
  return width >= kNarrow && width <= kWide ? width : 0;
}

// Whether many lines start in lower case: sentences, not records.
bool prose(std::span<const std::string_view> paragraph) {
  const auto lower =
      std::count_if(paragraph.begin() + 1, paragraph.end(),
                    [](std::string_view line) { return starts_lower_case(trim(line)); });
  return paragraph.size() >= 3 && static_cast<std::size_t>(lower) * 10 >= paragraph.size() * 3;
}

// A line continues the one before if its first word would not have fit there.
bool continues(std::string_view before, std::string_view line, std::size_t width, bool is_prose) {
  const std::string_view text = trim(line);
  if (width == 0 || list_marker(text) > 0) return false;
  if (!is_prose && !starts_lower_case(text)) return false;
  const std::size_t word = utf8::length(text.substr(0, text.find(' ')));
  return utf8::length(before) + 1 + word > width;
}

bool underline(std::string_view line) {
  const std::string_view text = trim(line);
  return text.size() >= 3 && (text.find_first_not_of('=') == std::string_view::npos ||
                              text.find_first_not_of('-') == std::string_view::npos);
}

bool has_word(std::string_view line) {
  return std::any_of(line.begin(), line.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c < 0;
  });
}

void add_lines(std::span<const std::string_view> lines, std::size_t width, PageBuilder& builder) {
  const bool is_prose = prose(lines);
  for (std::size_t i = 0; i < lines.size();) {
    std::string text(trim(lines[i]));
    std::string_view last = lines[i];
    for (++i; i < lines.size() && continues(last, lines[i], width, is_prose); ++i) {
      last = lines[i];
      text += ' ';
      text += trim(last);
    }
    if (list_marker(text) > 0) {
      builder.list_item(text);
    } else {
      builder.paragraph(text);
    }
  }
}

// Adds the lines between two empty ones.
void add_paragraph(std::span<const std::string_view> lines, std::size_t width,
                   PageBuilder& builder) {
  if (lines.size() >= 2 && underline(lines[1]) && has_word(lines[0])) {
    builder.heading(trim(lines[1]).front() == '=' ? 1 : 2, lines[0]);
    lines = lines.subspan(2);
  } else if (lines.size() == 1 && title_like(lines[0])) {
    const std::string_view line = trim(lines[0]);
    const int level = numbered_level(line);
    if (level > 0 || all_capitals(line)) return builder.heading(std::max(level, 1), line);
  }
  if (!lines.empty()) add_lines(lines, width, builder);
}

void add_page(std::string_view page, PageBuilder& builder) {
  const Lines lines = lines_of(page);
  const std::size_t width = wrap_width(lines);
  for (std::size_t at = 0; at < lines.size();) {
    std::size_t end = at;
    while (end < lines.size() && !trim(lines[end]).empty()) ++end;
    if (end > at) add_paragraph(std::span(lines).subspan(at, end - at), width, builder);
    at = end + 1;
  }
}

}  // namespace

void add_plain_text(std::string_view text, PageBuilder& builder) {
  std::string lines(text);
  std::ranges::replace_if(
      lines, [](char c) { return c == '\v' || c == '\f'; }, '\n');
  add_page(clean_text(lines), builder);
}

void read_plain_text(std::string_view bytes, PageBuilder& builder) {
  std::string text = to_utf8(bytes);
  std::replace(text.begin(), text.end(), '\v', '\n');
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\f', at), text.size());
    const std::string page = clean_text(std::string_view(text).substr(at, end - at));
    // A form feed at the very end starts no page.
    if (end < text.size() || !page.empty() || at == 0) {
      add_page(page, builder);
      builder.end_page();
    }
    at = end + 1;
  }
}

}  // namespace assay::extract
