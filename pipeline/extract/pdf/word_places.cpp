// SPDX-License-Identifier: Apache-2.0
// Follows words through the joining of lines, and compares what can be seen in a block with what
// can be seen in the lines it was made of. Finds the cells of a table in its rows as they are
// written ("Name: value; Name: value").
#include "pipeline/extract/pdf/word_places.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

bool can_be_seen(char32_t clean) {
  return clean != 0 && clean != U' ' && clean != U'\n' && clean != U'\t';
}

// The inks of a block, and where each stands in the text of the page.
struct BlockInks {
  std::vector<Ink> inks;
  std::vector<std::size_t> at;  // in code points
};

std::vector<BlockInks> inks_of_blocks(const std::string& text, const std::vector<Block>& blocks) {
  std::vector<BlockInks> out(blocks.size());
  std::size_t block = 0;
  std::size_t position = 0;
  for (std::size_t at = 0; at < text.size(); ++position) {
    const char32_t code = utf8::next(text, at);
    while (block < blocks.size() && blocks[block].end <= position) ++block;
    if (block == blocks.size()) break;
    if (position < blocks[block].start || !can_be_seen(code)) continue;
    out[block].inks.push_back({code, nullptr});
    out[block].at.push_back(position);
  }
  return out;
}

// A bullet has become "-", everything else must be the same.
void trace_block(const TracedText& made_of, std::vector<Ink>& block) {
  const std::vector<Ink> inks = inks_of(made_of);
  if (inks.size() != block.size()) return;
  for (std::size_t i = 1; i < inks.size(); ++i) {
    if (inks[i].code != block[i].code) return;
  }
  block = inks;
}

void add_places(const BlockInks& block, std::vector<PageWord>& words) {
  const WordInText* before = nullptr;
  for (std::size_t i = 0; i < block.inks.size(); ++i) {
    const WordInText* word = block.inks[i].word;
    if (word == nullptr) {
      before = nullptr;
    } else if (word == before) {
      words.back().end = block.at[i] + 1;
    } else {
      const ShownBox& box = word->shown;
      words.push_back({block.at[i], block.at[i] + 1, box.left, box.top, box.right - box.left,
                       box.bottom - box.top, word->confidence});
      before = word;
    }
  }
}

using Inks = std::vector<Ink>;
using Columns = std::map<std::size_t, Inks>;

// Only the top of a table is without rows of its own; and what no table of a page holds is not
// worth the time.
constexpr std::size_t kMaxHeaderRows = 8;
constexpr std::size_t kMaxInks = 10'000;  // of a row

bool at(const Inks& row, std::size_t position, std::u32string_view any) {
  return position < row.size() && any.find(row[position].code) != std::u32string_view::npos;
}

// Whether the cell stands at the position, with each of its quotes doubled or not. Returns where it
// ends.
std::optional<std::size_t> end_of(const Inks& cell, const Inks& row, std::size_t position,
                                  bool doubled) {
  for (const Ink& ink : cell) {
    if (position >= row.size() || row[position].code != ink.code) return std::nullopt;
    ++position;
    if (!doubled || ink.code != U'"') continue;
    if (!at(row, position, U"\"")) return std::nullopt;
    ++position;
  }
  return position;
}

struct Found {
  std::size_t start = 0;
  std::size_t end = 0;
  bool doubled = false;
};

// A value follows the beginning of the row, a name or another cell, and ends with its cell. In a
// table without names, the first cell of two may be the name of the second.
std::optional<Found> find_value(const Inks& cell, const Inks& row, std::size_t from,
                                bool may_be_name) {
  for (std::size_t start = from; start < row.size(); ++start) {
    const bool quoted = start > from && at(row, start - 1, U"\"");
    if (start > 0 && !at(row, start - 1, U":;\"")) continue;
    for (const bool doubled : {false, true}) {
      if (doubled && !quoted) continue;
      const auto end = end_of(cell, row, start, doubled);
      if (!end) continue;
      const std::size_t behind = quoted && at(row, *end, U"\"") ? *end + 1 : *end;
      const bool whole = behind == row.size() || at(row, behind, may_be_name ? U";:" : U";");
      if (whole) return Found{start, *end, doubled};
    }
  }
  return std::nullopt;
}

void copy_words(const Inks& cell, const Found& place, Inks& row) {
  std::size_t position = place.start;
  for (const Ink& ink : cell) {
    row[position++].word = ink.word;
    if (place.doubled && ink.code == U'"') row[position++].word = ink.word;
  }
}

// A name that is repeated before its value, perhaps cut, perhaps in quotes.
void trace_name(const Inks& name, std::size_t from, std::size_t to, Inks& row) {
  std::size_t position = from;
  while (position < to && at(row, position, U";\"")) ++position;
  for (const Ink& ink : name) {
    if (position >= to || row[position].code != ink.code) return;
    row[position].word = ink.word;
    ++position;
    if (ink.code == U'"' && position < to && at(row, position, U"\"")) ++position;
  }
}

// Gives the row its words; false, and nothing changed, if these are not its cells.
bool trace_cells(const Columns& cells, const Columns& names, Inks& row) {
  Inks traced = row;
  std::size_t from = 0;
  bool any = false;
  for (const auto& [column, inks] : cells) {
    Inks cell = inks;
    auto place = find_value(cell, row, from, false);
    if (!place && !any && cells.size() == 2) {
      while (cell.size() > 1 && cell.back().code == U':') cell.pop_back();
      place = find_value(cell, row, from, true);
    }
    if (!place) return false;
    copy_words(cell, *place, traced);
    if (const auto name = names.find(column); name != names.end()) {
      trace_name(name->second, from, place->start, traced);
    }
    from = place->end;
    any = true;
  }
  if (any) row = std::move(traced);
  return any;
}

}  // namespace

void append_line(const PdfLine& line, const PdfStyle& style, TracedText& text) {
  style.append(line.text, text.text);
  const std::size_t begin = text.text.size() - line.text.size();
  // A hyphen at the end may be gone.
  while (!text.words.empty() && text.words.back().start >= begin) text.words.pop_back();
  if (!text.words.empty()) text.words.back().end = std::min(text.words.back().end, begin);
  for (WordInText word : line.words) {
    word.start += begin;
    word.end += begin;
    text.words.push_back(word);
  }
}

std::vector<Ink> inks_of(const TracedText& text) {
  std::vector<Ink> out;
  each_character(text.text, text.words, [&out](char32_t raw, const WordInText* word) {
    const char32_t code = clean_character(raw);
    if (can_be_seen(code)) out.push_back({code, word});
  });
  return out;
}

std::vector<Ink> inks_of(std::string_view text) {
  std::vector<Ink> out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = clean_character(utf8::next(text, at));
    if (can_be_seen(code)) out.push_back({code, nullptr});
  }
  return out;
}

void WordPlaces::block(std::size_t index, TracedText made_of) {
  sources_.push_back({index, std::move(made_of), false, {}});
}

void WordPlaces::table(std::size_t first, std::vector<TracedRow> rows) {
  sources_.push_back({first, {}, true, std::move(rows)});
}

PageWords WordPlaces::of_page(const PageBuilder& builder, const ShownPage& page) const {
  PageWords out{page.width, page.height, page.rotation, {}};
  if (page.width <= 0 || page.height <= 0) return out;
  std::vector<BlockInks> blocks = inks_of_blocks(builder.page_text(), builder.page_blocks());
  for (std::size_t s = 0; s < sources_.size(); ++s) {
    const Source& source = sources_[s];
    const std::size_t end = s + 1 < sources_.size() ? sources_[s + 1].first : blocks.size();
    std::size_t next = 0;
    std::map<std::size_t, std::vector<Ink>> names;
    for (std::size_t b = source.first; b < end; ++b) {
      if (source.table) {
        trace_row(source.rows, next, names, blocks[b].inks);
      } else {
        trace_block(source.text, blocks[b].inks);
      }
      add_places(blocks[b], out.words);
    }
  }
  return out;
}

void trace_row(const std::vector<TracedRow>& rows, std::size_t& next, Columns& names, Inks& block) {
  if (block.size() > kMaxInks) return;
  // Rows without a block of their own are headers: their cells, one above the other, are the names.
  Columns header;
  const std::size_t end = std::min(rows.size(), next + kMaxHeaderRows);
  for (std::size_t r = next; r < end; ++r) {
    Columns cells;
    for (const TracedCell& cell : rows[r]) {
      if (Inks inks = inks_of(*cell.text); !inks.empty()) cells.emplace(cell.column, inks);
    }
    if (trace_cells(cells, names.empty() ? header : names, block)) {
      if (names.empty()) names = std::move(header);
      next = r + 1;
      return;
    }
    for (auto& [column, inks] : cells) {
      Inks& name = header[column];
      if (!name.empty()) name.push_back({U'/', nullptr});
      name.insert(name.end(), inks.begin(), inks.end());
    }
  }
}

}  // namespace assay::extract
