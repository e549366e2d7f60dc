// SPDX-License-Identifier: Apache-2.0
// Reads DOC: the body, then text boxes, footnotes and endnotes, then headers and footers once each.
#include <set>
#include <string>
#include <utility>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/legacy_document.hpp"
#include "pipeline/extract/legacy/word_story.hpp"
#include "pipeline/extract/page/collected_page.hpp"
#include "pipeline/extract/page/formats.hpp"

namespace assay::extract {
namespace {

// The separators of footnotes and endnotes come before the headers.
constexpr std::size_t kSeparators = 6;

// Of each header and footer, also of first and even pages, by their positions in the story.
std::vector<WordRange> header_ranges(const WordFile& file) {
  const WordRange story = file.range(WordStory::Headers);
  const std::string_view places = file.part(WordPart::HeaderPlaces);
  std::vector<WordRange> ranges;
  for (std::size_t i = kSeparators; (i + 2) * 4 <= places.size(); ++i) {
    const std::uint32_t first = le_u32(places, i * 4);
    const std::uint32_t last = std::min(le_u32(places, i * 4 + 4), story.last - story.first);
    if (first < last) ranges.push_back({story.first + first, story.first + last});
  }
  if (places.empty() && story.first < story.last) ranges.push_back(story);
  return ranges;
}

// The same header occurs in several sections: once is enough.
void add_headers(const WordFile& file, WordText& text, PageBuilder& builder) {
  std::set<std::string> seen;
  std::set<std::uint32_t> read;
  for (const WordRange& range : header_ranges(file)) {
    if (!read.insert(range.first).second) continue;
    CollectedPage collected;
    PageBuilder own(collected);
    WordStoryReader(text, own).add(range);
    own.end_page();
    const std::string& found = collected.text();
    if (seen.insert(found).second) builder.paragraph(found);
  }
}

}  // namespace

void read_doc(std::string_view bytes, PageBuilder& builder) {
  read_compound(bytes, "Word document", [&builder](const CompoundFolder& root) {
    const WordFile file(root);
    WordText text(file);
    for (const WordStory story :
         {WordStory::Body, WordStory::TextBoxes, WordStory::Footnotes, WordStory::Endnotes}) {
      WordStoryReader(text, builder).add(file.range(story));
    }
    add_headers(file, text, builder);
    WordStoryReader(text, builder).add(file.range(WordStory::HeaderTextBoxes));
    builder.end_page();
  });
}

}  // namespace assay::extract
