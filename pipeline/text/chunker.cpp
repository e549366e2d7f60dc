// SPDX-License-Identifier: Apache-2.0
// Packs units into chunks: section by section, in even portions that share one sentence.
#include "pipeline/text/chunker.hpp"

#include <algorithm>
#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::text {
namespace {

// Units [first, last) of a page, under one heading (or a series of headings without text).
struct Section {
  std::size_t first = 0;
  std::size_t last = 0;
  std::string heading_path;
};

std::vector<Section> sections_of(const std::vector<Unit>& units, const std::string& inherited) {
  std::vector<Section> out;
  std::string path = inherited;
  bool only_headings = false;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const bool heading = units[i].kind == BlockKind::Heading;
    if (out.empty() || (heading && !only_headings)) {
      out.push_back({i, i, path});
      only_headings = heading;
    }
    if (heading && !units[i].heading_path.empty()) path = units[i].heading_path;
    if (!heading) only_headings = false;
    out.back().last = i + 1;
    out.back().heading_path = path;
  }
  return out;
}

class Packer {
 public:
  Packer(const CountTokens& count, const ChunkLimits& limits) : count_(count), limits_(limits) {}

  void add_page(const Page& page, HeadingStack& headings) {
    const std::string inherited = headings.path();
    const auto units = page_units(page, headings, count_, limits_.most);
    for (const Section& section : sections_of(units, inherited)) {
      add_section(page, units, section);
    }
    base_ += utf8::length(page.text);
  }
  [[nodiscard]] std::vector<Chunk> take() && { return std::move(chunks_); }

 private:
  // Content tokens of a chunk in this section: fewer if a long heading path needs room.
  [[nodiscard]] std::size_t room(const Section& section) const {
    const std::size_t path = count_(section.heading_path);
    const std::size_t left = limits_.window > path + 2 ? limits_.window - path - 2 : 0;
    const std::size_t floor = (limits_.least + limits_.most) / 2;
    return std::clamp(left, floor, limits_.most);
  }

  void add_section(const Page& page, const std::vector<Unit>& units, const Section& section) {
    const std::size_t room_here = room(section);
    std::size_t left = 0;  // tokens from `first` to the end of the section
    for (std::size_t i = section.first; i < section.last; ++i) left += units[i].tokens;
    std::size_t first = section.first;
    while (true) {
      const std::size_t last = portion_end(units, section, first, left, room_here);
      emit(page, units, section, first, last);
      if (last == section.last) return;
      const std::size_t next = next_start(units, first, last, room_here);
      for (std::size_t i = first; i < next; ++i) left -= units[i].tokens;
      first = next;
    }
  }

  // Where the chunk that begins at `first` ends, so that the rest of the section divides into even
  // portions, none above the room, cut between blocks if that costs little.
  [[nodiscard]] std::size_t portion_end(const std::vector<Unit>& units, const Section& section,
                                        std::size_t first, std::size_t left,
                                        std::size_t room_here) const {
    if (left <= room_here) return section.last;
    const std::size_t portions = (left + room_here - 1) / room_here;
    const std::size_t target = std::max(left / portions, limits_.least);
    std::size_t tokens = units[first].tokens;
    std::size_t last = first + 1;
    std::size_t block_end = 0;  // last position between blocks that fills a chunk
    std::size_t even = 0;       // first position after the even portion
    for (; last < section.last; ++last) {
      const Unit& before = units[last - 1];
      const bool body = before.kind != BlockKind::Heading;
      if (body && before.ends_block && tokens >= limits_.least) block_end = last;
      if (body && tokens >= target && even == 0) even = last;
      if (even > 0 && block_end == last) return last;
      if (tokens + units[last].tokens > room_here) break;
      tokens += units[last].tokens;
    }
    if (block_end > 0) return block_end;
    return even > 0 ? even : last;
  }

  // Shares one sentence, unless it is long, a row (which is complete by itself) or a piece.
  [[nodiscard]] static std::size_t next_start(const std::vector<Unit>& units, std::size_t first,
                                              std::size_t last, std::size_t room_here) {
    const Unit& shared = units[last - 1];
    const bool sentence = shared.kind == BlockKind::Paragraph || shared.kind == BlockKind::ListItem;
    const bool fits =
        shared.tokens * 3 <= room_here && shared.tokens + units[last].tokens <= room_here;
    return last - 1 > first && sentence && !shared.piece && fits ? last - 1 : last;
  }

  void emit(const Page& page, const std::vector<Unit>& units, const Section& section,
            std::size_t first, std::size_t last) {
    const std::size_t start = units[first].start;
    std::string content = page.text.substr(start, units[last - 1].end - start);
    const std::size_t tokens = count_(collapsed(content));
    if (tokens > limits_.most && last - first > 1) {
      // Counts need not add up exactly; each part is smaller than the whole.
      const std::size_t middle = first + (last - first) / 2;
      emit(page, units, section, first, middle);
      emit(page, units, section, middle, last);
      return;
    }
    Chunk chunk;
    chunk.chunk_index = static_cast<int>(chunks_.size());
    chunk.page_number = page.number;
    chunk.start_offset = base_ + units[first].start_point;
    chunk.end_offset = base_ + units[last - 1].end_point;
    chunk.content = std::move(content);
    chunk.heading_path = section.heading_path;
    chunk.token_count = tokens;
    chunks_.push_back(std::move(chunk));
  }

  const CountTokens& count_;
  ChunkLimits limits_;
  std::size_t base_ = 0;  // code points of the pages before
  std::vector<Chunk> chunks_;
};

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> titles;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find(kPathSeparator), path.size());
    titles.emplace_back(path.substr(0, end));
    path.remove_prefix(std::min(end + kPathSeparator.size(), path.size()));
  }
  return titles;
}

// Content may begin with its own headings: do not repeat them.
void drop_repeated(std::vector<std::string>& titles, std::string_view content) {
  for (std::size_t i = 0; i < titles.size(); ++i) {
    std::string tail;
    for (std::size_t j = i; j < titles.size(); ++j) tail += (j > i ? " " : "") + titles[j];
    if (!content.starts_with(tail)) continue;
    titles.resize(i);
    return;
  }
}

}  // namespace

std::vector<Chunk> chunk_pages(std::span<const Page> pages, const CountTokens& count,
                               const ChunkLimits& limits) {
  Packer packer(count, limits);
  HeadingStack headings;
  for (const Page& page : pages) packer.add_page(page, headings);
  return std::move(packer).take();
}

std::string embedding_text(std::string_view heading_path, std::string_view content,
                           const CountTokens& count, std::size_t window) {
  std::string body = collapsed(content);
  auto titles = split_path(heading_path);
  drop_repeated(titles, body);
  for (std::size_t skipped = 0; skipped < titles.size(); ++skipped) {
    std::string whole;
    for (std::size_t i = skipped; i < titles.size(); ++i) whole += titles[i] + ": ";
    whole += body;
    if (count(whole) <= window) return whole;
  }
  return body;
}

}  // namespace assay::text
