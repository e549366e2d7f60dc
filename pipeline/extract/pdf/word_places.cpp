// SPDX-License-Identifier: Apache-2.0
// Compares what can be seen in a block with what can be seen in the lines it was made of.
#include "pipeline/extract/pdf/word_places.hpp"

#include <algorithm>
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

}  // namespace

std::vector<Ink> inks_of(const TracedText& text) {
  std::vector<Ink> out;
  auto word = text.words.begin();
  for (std::size_t at = 0; at < text.text.size();) {
    while (word != text.words.end() && word->end <= at) ++word;
    const bool inside = word != text.words.end() && word->start <= at;
    const char32_t code = clean_character(utf8::next(text.text, at));
    if (can_be_seen(code)) out.push_back({code, inside ? &*word : nullptr});
  }
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

}  // namespace assay::extract
