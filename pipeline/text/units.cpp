// SPDX-License-Identifier: Apache-2.0
// Splits a page into units: from blocks to sentences, rows and pieces.
#include "pipeline/text/chunker.hpp"

#include <algorithm>
#include <string_view>

#include "core/json/utf8.hpp"
#include "pipeline/text/sentence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::text {
namespace {

// A longer title is a paragraph set in bold.
constexpr std::size_t kLongestTitleBytes = 200;

struct Stretch {
  BlockKind kind = BlockKind::Paragraph;
  int level = 0;
  ByteRange range;
};

// The page's blocks as byte ranges, in order, with a paragraph for any text between them.
std::vector<Stretch> stretches_of(const Page& page) {
  std::vector<Stretch> out;
  std::size_t byte = 0;
  std::size_t point = 0;
  std::size_t covered = 0;
  const auto advance = [&](std::size_t to) {
    byte += utf8::byte_offset(std::string_view(page.text).substr(byte), to - point);
    point = to;
    return byte;
  };
  const auto fill = [&](std::size_t to) {
    if (to > covered) out.push_back({BlockKind::Paragraph, 0, {covered, to}});
  };
  for (const Block& block : page.blocks) {
    if (block.start < point || block.end <= block.start) continue;
    const std::size_t start = advance(block.start);
    const std::size_t end = advance(block.end);
    fill(start);
    out.push_back({block.kind, block.level, {start, end}});
    covered = end;
  }
  fill(page.text.size());
  return out;
}

class UnitMaker {
 public:
  UnitMaker(const Page& page, const CountTokens& count, std::size_t most)
      : text_(page.text), count_(count), max_tokens_(most) {}

  void add(const Stretch& stretch) {
    const std::size_t before = units_.size();
    if (stretch.kind == BlockKind::Paragraph || stretch.kind == BlockKind::ListItem) {
      for (const ByteRange range : sentences(stretch.range.of(text_))) {
        add_range(stretch.kind,
                  {stretch.range.start + range.start, stretch.range.start + range.end});
      }
    } else {
      add_range(stretch.kind, without_space(stretch.range));
    }
    if (units_.size() > before) units_.back().ends_block = true;
  }
  void name_heading(std::string path) { units_.back().heading_path = std::move(path); }
  [[nodiscard]] std::size_t size() const { return units_.size(); }
  [[nodiscard]] std::vector<Unit> take() && { return std::move(units_); }

 private:
  ByteRange without_space(ByteRange range) const {
    const auto inner = sentences(range.of(text_));
    if (inner.empty()) return {range.start, range.start};
    return {range.start + inner.front().start, range.start + inner.back().end};
  }

  void add_range(BlockKind kind, ByteRange range) {
    if (range.size() == 0) return;
    // A token holds at least one code point, so a text this long need not be counted.
    const std::size_t tokens =
        range.size() > max_tokens_ * 64 ? max_tokens_ + 1 : count_(collapsed(range.of(text_)));
    if (tokens <= max_tokens_) {
      push(kind, range, tokens, false);
    } else {
      add_pieces(kind, range);
    }
  }

  // Cuts between words, and within a word that is too long on its own.
  void add_pieces(BlockKind kind, ByteRange range) {
    ByteRange piece{range.start, range.start};
    std::size_t tokens = 0;
    for (std::size_t at = range.start; at < range.end;) {
      const ByteRange word = next_word(at, range.end);
      at = word.end;
      const std::size_t more = count_(word.of(text_));
      if (tokens > 0 && tokens + more > max_tokens_) {
        push(kind, piece, tokens, true);
        tokens = 0;
      }
      if (tokens == 0) piece.start = word.start;
      piece.end = word.end;
      tokens += more;
      while (at < range.end && blank_at(at)) skip(at);
    }
    if (tokens > 0) push(kind, piece, tokens, true);
  }

  [[nodiscard]] bool blank_at(std::size_t at) const { return is_space(utf8::next(text_, at)); }
  void skip(std::size_t& at) const { static_cast<void>(utf8::next(text_, at)); }

  // A word, or the code points of it that surely fit: each token takes at least one.
  [[nodiscard]] ByteRange next_word(std::size_t at, std::size_t end) const {
    const std::size_t start = at;
    for (std::size_t points = 0; at < end && points + 2 < max_tokens_ && !blank_at(at); ++points) {
      skip(at);
    }
    return {start, at};
  }

  void push(BlockKind kind, ByteRange range, std::size_t tokens, bool piece) {
    Unit unit;
    unit.start = range.start;
    unit.end = range.end;
    unit.start_point = point_ + utf8::length(text_.substr(byte_, range.start - byte_));
    unit.end_point = unit.start_point + utf8::length(range.of(text_));
    byte_ = range.end;
    point_ = unit.end_point;
    unit.tokens = std::max<std::size_t>(tokens, 1);
    unit.kind = kind;
    unit.piece = piece;
    units_.push_back(std::move(unit));
  }

  std::string_view text_;
  const CountTokens& count_;
  std::size_t max_tokens_;
  std::size_t byte_ = 0;
  std::size_t point_ = 0;
  std::vector<Unit> units_;
};

}  // namespace

void HeadingStack::enter(int level, std::string title) {
  while (!entries_.empty() && entries_.back().level >= level) entries_.pop_back();
  entries_.push_back({level, std::move(title)});
}

std::string HeadingStack::path() const {
  std::string out;
  for (const Entry& entry : entries_) {
    if (!out.empty()) out += kPathSeparator;
    out += entry.title;
  }
  return out;
}

std::vector<Unit> page_units(const Page& page, HeadingStack& headings, const CountTokens& count,
                             std::size_t most) {
  UnitMaker maker(page, count, most);
  for (Stretch stretch : stretches_of(page)) {
    std::string title;
    if (stretch.kind == BlockKind::Heading) {
      title = collapsed(stretch.range.of(page.text));
      if (title.size() > kLongestTitleBytes) stretch.kind = BlockKind::Paragraph;
    }
    const std::size_t before = maker.size();
    maker.add(stretch);
    if (stretch.kind != BlockKind::Heading || maker.size() == before) continue;
    headings.enter(std::max(stretch.level, 1), std::move(title));
    maker.name_heading(headings.path());
  }
  return std::move(maker).take();
}

}  // namespace assay::text
