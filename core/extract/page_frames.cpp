// SPDX-License-Identifier: Apache-2.0
// Encodes and decodes pages. Decoding trusts nothing: each count is checked against the data.
#include <cmath>

#include "core/extract/frame_bytes.hpp"
#include "core/extract/page_words.hpp"
#include "core/json/utf8.hpp"

namespace assay::frames {
namespace {

constexpr std::uint32_t kConfidenceUnits = 10'000;

std::optional<Block> take_block(Reader& reader) {
  const unsigned kind = reader.u8();
  const unsigned level = reader.u8();
  const std::size_t start = reader.u32();
  const std::size_t end = reader.u32();
  if (!reader.good() || kind > static_cast<unsigned>(BlockKind::TableRow)) return std::nullopt;
  const Block block{static_cast<BlockKind>(kind), static_cast<int>(level), start, end};
  const bool heading = block.kind == BlockKind::Heading;
  const bool level_fits = heading ? level >= 1 && level <= kMaxHeadingLevel : level == 0;
  if (!level_fits || start >= end) return std::nullopt;
  return block;
}

bool label_fits(std::string_view label) {
  return label.size() <= kMaxLabelBytes && shown_text(label) &&
         label.find_first_of("\n\t") == std::string_view::npos;
}

// Checks the text in one pass: no control characters, and every word inside a block. Returns the
// number of its code points.
std::optional<std::size_t> length_if_sound(const Page& page) {
  std::size_t position = 0;
  auto block = page.blocks.begin();
  for (std::size_t at = 0; at < page.text.size(); ++position) {
    bool bad = false;
    const char32_t code = utf8::next(page.text, at, &bad);
    if (bad || is_control(code)) return std::nullopt;
    while (block != page.blocks.end() && block->end <= position) ++block;
    const bool inside = block != page.blocks.end() && block->start <= position;
    if (!inside && !is_space(code)) return std::nullopt;
  }
  const bool fits = page.blocks.empty() || page.blocks.back().end <= position;
  return fits ? std::optional(position) : std::nullopt;
}

}  // namespace

std::string encode_page(const Page& page) {
  std::string out;
  out.reserve(page.text.size() + page.blocks.size() * kBlockBytes + page.words.size() + kPageBytes);
  put_u32(static_cast<std::size_t>(page.number), out);
  put_u32(static_cast<std::size_t>(page.source), out);
  put_u32(static_cast<std::size_t>(std::lround(page.confidence * kConfidenceUnits)), out);
  put_u32(page.text.size(), out);
  out += page.text;
  put_u32(page.blocks.size(), out);
  for (const Block& block : page.blocks) {
    out.push_back(static_cast<char>(block.kind));
    out.push_back(static_cast<char>(block.level));
    put_u32(block.start, out);
    put_u32(block.end, out);
  }
  put_u32(page.words.size(), out);
  out += page.words;
  put_u32(page.label.size(), out);
  out += page.label;
  return out;
}

std::optional<Page> decode_page(std::string_view payload) {
  Reader reader(payload);
  Page page;
  const std::uint32_t number = reader.u32();
  const std::uint32_t source = reader.u32();
  const std::uint32_t confidence = reader.u32();
  const std::uint32_t text_bytes = reader.u32();
  if (!reader.good() || number < 1 || number > kMaxPages || text_bytes > kMaxTextBytes) {
    return std::nullopt;
  }
  page.number = static_cast<int>(number);
  if (source > static_cast<std::uint32_t>(PageSource::Recognized) ||
      confidence > kConfidenceUnits) {
    return std::nullopt;
  }
  page.source = static_cast<PageSource>(source);
  page.confidence = confidence / double{kConfidenceUnits};
  page.text = reader.take(text_bytes);
  const std::uint32_t blocks = reader.u32();
  if (!reader.good() || blocks > kMaxBlocks || reader.left() < blocks * kBlockBytes) {
    return std::nullopt;
  }
  page.blocks.reserve(blocks);
  for (std::uint32_t i = 0; i < blocks; ++i) {
    const std::optional<Block> block = take_block(reader);
    if (!block) return std::nullopt;
    if (!page.blocks.empty() && page.blocks.back().end > block->start) return std::nullopt;
    page.blocks.push_back(*block);
  }
  page.words = reader.take(reader.u32());
  page.label = reader.take(reader.u32());
  if (!reader.good() || reader.left() != 0) return std::nullopt;
  if (!page.text.empty() && page.text.back() != '\n') return std::nullopt;
  if (!page.label.empty() && !label_fits(page.label)) return std::nullopt;
  const auto length = length_if_sound(page);
  if (!length) return std::nullopt;
  if (!page.words.empty() && !decode_words(page.words, *length)) return std::nullopt;
  return page;
}

}  // namespace assay::frames
