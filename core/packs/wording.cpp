// SPDX-License-Identifier: Apache-2.0
// Derives titles, evidence lists and guidance from a framework's texts.
#include "core/packs/wording.hpp"

#include <array>
#include <unordered_set>

#include "core/json/utf8.hpp"

namespace assay::packs {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";
constexpr std::size_t kLongestHeading = 160;
constexpr std::array<std::string_view, 6> kBullets{"- ", "* ", "• ", "– ", "•\t", "-\t"};

// Position after the first sentence: a full stop before a blank and a capital letter, so that "e.g.
// this" does not end one.
std::size_t sentence_end(std::string_view line) {
  for (std::size_t at = line.find(". "); at != std::string_view::npos;
       at = line.find(". ", at + 1)) {
    if (at + 2 < line.size() && line[at + 2] >= 'A' && line[at + 2] <= 'Z') return at;
  }
  return line.size();
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  return assay::trimmed(text, kBlanks);
}

std::string collapsed(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : trimmed(text)) {
    const bool blank = kBlanks.find(c) != std::string_view::npos;
    if (!blank) {
      out.push_back(c);
    } else if (out.back() != ' ') {
      out.push_back(' ');
    }
  }
  return out;
}

std::string titled(std::string_view name, std::string_view statement) {
  if (name.empty() || statement.starts_with(name)) return std::string(statement);
  if (statement.empty() || name.starts_with(statement)) return std::string(name);
  std::string out(name);
  if (out.back() == ':' || out.back() == '.') out.pop_back();
  return out.append(": ").append(statement);
}

std::string heading_of(std::string_view text) {
  std::string_view line = trimmed(text);
  line = line.substr(0, line.find_first_of("\r\n"));
  line = trimmed(line.substr(0, sentence_end(line)));
  while (line.ends_with(':')) line = trimmed(line.substr(0, line.size() - 1));
  if (utf8::length(line) <= kLongestHeading) return std::string(line);
  std::string_view cut = utf8::substr(line, 0, kLongestHeading - 1);
  const std::size_t blank = cut.rfind(' ');
  if (blank != std::string_view::npos && blank > cut.size() / 2) cut = cut.substr(0, blank);
  return std::string(trimmed(cut)) + "…";
}

std::vector<std::string> lines_as_items(std::string_view text) {
  std::vector<std::string> items;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    for (const std::string_view bullet : kBullets) {
      if (line.starts_with(bullet)) {
        line = trimmed(line.substr(bullet.size()));
        break;
      }
    }
    if (!line.empty()) items.emplace_back(line);
  }
  return items;
}

bool leads_in(std::string_view text) {
  text = trimmed(text);
  return text.ends_with(':') || text.ends_with("—") || text.ends_with("–");
}

void add_paragraph(std::string& text, std::string_view paragraph) {
  paragraph = trimmed(paragraph);
  if (paragraph.empty()) return;
  if (!text.empty()) text += "\n\n";
  text += paragraph;
}

void keep_unique(std::vector<std::string>& items) {
  std::unordered_set<std::string> seen;
  std::erase_if(items, [&seen](const std::string& item) { return !seen.insert(item).second; });
}

}  // namespace assay::packs
