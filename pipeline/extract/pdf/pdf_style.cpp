// SPDX-License-Identifier: Apache-2.0
// Learns the document's style: body font, heading sizes, words, running titles. Names of fonts say
// their weight in words, or as TeX's fonts do.
#include "pipeline/extract/pdf/pdf_layout.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/ascii.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/line_shapes.hpp"

namespace assay::extract {
namespace {

struct Sign {
  std::string_view word;
  int weight;
};

// A word stands before those that are part of it.
constexpr Sign kSigns[] = {{"demilight", 350},  {"semibold", 600}, {"demi", 600},
                           {"black", 900},      {"heavy", 900},    {"bold", 700},
                           {"extralight", 250}, {"thin", 200},     {"semilight", 350},
                           {"light", 300},      {"medium", 500}};

// "CMBX10", "SFBX1200", "CMSSBX10": bold extended fonts of TeX.
bool tex_bold(std::string_view name) {
  const std::size_t at = name.find("bx");
  const bool family = name.starts_with("cm") || name.starts_with("sf") || name.starts_with("ec");
  if (!family || at == std::string_view::npos || at + 2 >= name.size()) return false;
  return name[at + 2] >= '0' && name[at + 2] <= '9';
}

constexpr std::size_t kLongestHeading = 160;  // in characters
constexpr std::size_t kLongestTagged = 300;   // a longer one is a paragraph, whatever its tag
constexpr std::size_t kLongestInCapitals = 80;
constexpr int kHeavier = 150;

// Half points: closer sizes count as one.
int rounded(double size) {
  return static_cast<int>(std::lround(size * 2));
}

// Page numbers differ from page to page; nothing else in a running title does.
std::string title_key(const std::string& text) {
  std::string key;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit) key.push_back(c);
    if (digit && !key.ends_with('#')) key.push_back('#');
  }
  return key;
}

bool at_edge(const PdfPage& page, const PdfLine& line) {
  return line.bottom < page.height * 0.12 || line.top > page.height * 0.9;
}

int most_used(const std::map<int, std::size_t>& letters) {
  return std::ranges::max_element(letters, {}, [](const auto& use) { return use.second; })->first;
}

template <class F>
void each_word(const std::string& text, F&& act) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    std::string_view word = std::string_view(text).substr(at, end - at);
    while (!word.empty() && ends_sentence(word)) word.remove_suffix(1);
    if (!word.empty()) act(word);
    at = end + 1;
  }
}

}  // namespace

int font_weight(std::string_view name) {
  std::string lower = ascii_lower(name);
  // The tag of a font of which only some letters are embedded.
  if (lower.size() > 7 && lower[6] == '+') lower.erase(0, 7);
  for (const Sign& sign : kSigns) {
    if (lower.find(sign.word) != std::string::npos) return sign.weight;
  }
  // The Nimbus fonts, which stand in for Times and Helvetica, call bold "Medi".
  const bool medi = lower.ends_with("medi") || lower.find("-medi") != std::string::npos;
  return medi || lower.ends_with("-bd") || tex_bold(lower) ? 700 : kRegular;
}

PdfStyle::PdfStyle(const std::vector<PdfPage>& pages) : pages_(pages.size()) {
  count_sizes(pages);
  count_words(pages);
  count_titles(pages);
}

void PdfStyle::count_sizes(const std::vector<PdfPage>& pages) {
  std::map<int, std::size_t> characters;
  std::map<int, std::size_t> weights;
  for (const PdfPage& page : pages) {
    for (const PdfLine& line : page.lines) {
      characters[rounded(line.size)] += line.text.size();
      weights[line.weight] += line.text.size();
    }
  }
  if (characters.empty()) return;
  body_size_ = most_used(characters) / 2.0;
  body_weight_ = most_used(weights);
  for (auto size = characters.rbegin(); size != characters.rend(); ++size) {
    if (size->first / 2.0 < body_size_ * 1.12) break;
    heading_sizes_.push_back(size->first / 2.0);
  }
}

void PdfStyle::count_words(const std::vector<PdfPage>& pages) {
  for (const PdfPage& page : pages) {
    for (const PdfLine& line : page.lines) {
      each_word(line.text, [this](std::string_view word) { words_.insert(ascii_lower(word)); });
    }
  }
}

void PdfStyle::count_titles(const std::vector<PdfPage>& pages) {
  for (const PdfPage& page : pages) {
    std::unordered_set<std::string> seen;
    for (const PdfLine& line : page.lines) {
      if (at_edge(page, line) && seen.insert(title_key(line.text)).second) {
        ++titles_[title_key(line.text)];
      }
    }
  }
}

std::size_t PdfStyle::pages_with_title(const PdfPage& page, const PdfLine& line) const {
  if (!at_edge(page, line)) return 0;
  const auto found = titles_.find(title_key(line.text));
  return found == titles_.end() ? 0 : found->second;
}

bool PdfStyle::running_title(const PdfPage& page, const PdfLine& line) const {
  return pages_with_title(page, line) >= 3;
}

std::optional<std::string> PdfStyle::title_of_most_pages(const PdfPage& page,
                                                         const PdfLine& line) const {
  const std::size_t count = pages_with_title(page, line);
  if (count < 3 || count * 2 <= pages_) return std::nullopt;
  return title_key(line.text);
}

bool PdfStyle::heavier(const PdfLine& line, const PdfLine& other) {
  return line.weight - other.weight >= kHeavier;
}

int PdfStyle::heading_level(const PdfLine& line, const std::string& text, LinePlace place) const {
  const std::size_t length = utf8::length(text);
  if (line.tag.level > 0 && line.upright && length <= kLongestTagged) return line.tag.level;
  // What stands below a caption is one table or figure, and not the text after it.
  if (caption(text)) return 0;
  const bool may_be = length <= kLongestHeading && line.upright && title_like(text);
  // Questions and "Purpose:" are section headings too, if they look like headings.
  const bool marked = length <= kLongestHeading && (text.ends_with('?') || text.ends_with(':'));
  if (!may_be && !marked) return 0;
  const int numbered = numbered_level(text);
  const auto larger = std::find_if(heading_sizes_.begin(), heading_sizes_.end(),
                                   [&](double size) { return line.size >= size - 0.3; });
  if (larger != heading_sizes_.end()) {
    const auto rank = static_cast<int>(larger - heading_sizes_.begin()) + 1;
    return numbered > 0 ? numbered : std::min(rank, 4);
  }
  if (line.size < body_size_ - 0.6 || place.framed) return 0;
  const bool heavy = line.weight - body_weight_ >= kHeavier;
  const bool capitals = place.alone && may_be && all_capitals(text) && length <= kLongestInCapitals;
  if ((!heavy && !capitals) || length > 100) return 0;
  if (numbered > 0) return numbered;
  return std::min(static_cast<int>(heading_sizes_.size()), 3) + 1;
}

bool ends_in_hyphen(std::string_view text) {
  if (text.ends_with("\xC2\xAD") || text.ends_with("\xE2\x80\x90")) return true;
  return text.size() >= 2 && text.back() == '-' && text[text.size() - 2] != ' ' &&
         text[text.size() - 2] != '-';
}

// "risk-" "based" keeps its hyphen if the document writes "risk-based" elsewhere, or if the first
// half has one already ("end-to-" "end").
bool PdfStyle::keeps_hyphen(std::string_view first, std::string_view second) const {
  const std::string_view head = first.substr(first.rfind(' ') + 1);
  std::string_view tail = second.substr(0, second.find(' '));
  while (!tail.empty() && ends_sentence(tail)) tail.remove_suffix(1);
  const std::string whole = ascii_lower(std::string(head) + std::string(tail));
  const std::string compound = ascii_lower(std::string(head) + "-" + std::string(tail));
  return !words_.contains(whole) &&
         (words_.contains(compound) || head.find('-') != std::string_view::npos);
}

void PdfStyle::append(std::string_view next, std::string& text) const {
  if (!ends_in_hyphen(text)) {
    if (!text.empty()) text += ' ';
  } else if (starts_lower_case(next)) {
    // The soft hyphen and U+2010 take more than one byte.
    const std::size_t hyphen = text.ends_with('-') ? 1 : (text.ends_with("\xC2\xAD") ? 2 : 3);
    text.resize(text.size() - hyphen);
    if (keeps_hyphen(text, next)) text += '-';
  }
  // A hyphen before a capital or a number is part of a name: no space after it either.
  text += next;
}

}  // namespace assay::extract
