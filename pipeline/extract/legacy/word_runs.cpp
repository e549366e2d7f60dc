// SPDX-License-Identifier: Apache-2.0
// Reads the pages of runs, 512 bytes each.
#include "pipeline/extract/legacy/word_runs.hpp"

#include <algorithm>

#include "pipeline/extract/compound/little_endian.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kPage = 512;
constexpr std::size_t kParagraphEntry = 13;

// A run's properties begin at twice that number in the page; 0 for none.
std::string_view character_properties(std::string_view page, std::size_t place) {
  return place == 0 ? std::string_view() : part_of(page, place * 2 + 1, le_u8(page, place * 2));
}

// With the style in the first two bytes.
std::string_view paragraph_properties(std::string_view page, std::size_t place) {
  if (place == 0) return {};
  const std::size_t words = le_u8(page, place * 2);
  if (words != 0) return part_of(page, place * 2 + 1, words * 2 - 1);
  return part_of(page, place * 2 + 2, std::size_t{2} * le_u8(page, place * 2 + 1));
}

}  // namespace

WordRuns::WordRuns(const WordFile& file, Of of) {
  const std::string_view list =
      file.part(of == Of::Characters ? WordPart::CharacterRuns : WordPart::ParagraphRuns);
  if (list.size() < 4) return;
  // n + 1 offsets, then n numbers of pages.
  const std::size_t count = (list.size() - 4) / 8;
  if (count > file.document().size() / kPage + 1) {
    throw CompoundError("names more pages of properties than it has");
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t page = le_u32(list, (count + 1) * 4 + i * 4) & 0x3FFFFFU;
    add_page(part_of(file.document(), page * kPage, kPage), of);
  }
  std::ranges::stable_sort(runs_, {}, &Run::first);
}

void WordRuns::add_page(std::string_view page, Of of) {
  const std::size_t count = le_u8(page, kPage - 1);
  const std::size_t entry = of == Of::Characters ? 1 : kParagraphEntry;
  for (std::size_t i = 0; i < count; ++i) {
    Run run{le_u32(page, i * 4), le_u32(page, i * 4 + 4), 0, {}};
    const std::size_t place = le_u8(page, (count + 1) * 4 + i * entry);
    if (of == Of::Characters) {
      run.properties = character_properties(page, place);
    } else if (const std::string_view all = paragraph_properties(page, place); all.size() >= 2) {
      run.style = le_u16(all, 0);
      run.properties = all.substr(2);
    }
    if (run.first < run.last) runs_.push_back(run);
  }
}

const WordRuns::Run& WordRuns::at(std::uint32_t offset) const {
  static const Run none;
  const auto holds = [offset](const Run& run) { return run.first <= offset && offset < run.last; };
  if (last_found_ < runs_.size() && holds(runs_[last_found_])) return runs_[last_found_];
  auto found = std::ranges::upper_bound(runs_, offset, {}, &Run::first);
  if (found == runs_.begin()) return none;
  --found;
  if (!holds(*found)) return none;
  last_found_ = static_cast<std::size_t>(found - runs_.begin());
  return *found;
}

}  // namespace assay::extract
