// SPDX-License-Identifier: Apache-2.0
// Reads DOC: the body, then text boxes, footnotes and endnotes, then headers and footers once each.
// Converts each range of text to blocks, paragraphs, lists and tables as the page shows them, by
// walking through characters: those below a space are marks ([MS-DOC] 2.4.1).
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/legacy_document.hpp"
#include "pipeline/extract/legacy/word_file.hpp"
#include "pipeline/extract/legacy/word_lists.hpp"
#include "pipeline/extract/legacy/word_properties.hpp"
#include "pipeline/extract/legacy/word_table.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// What all stories of a document share. file must outlive it. Throws CompoundError.
struct WordText {
  explicit WordText(const WordFile& file)
      : pieces(file),
        characters(file, WordRuns::Of::Characters),
        paragraphs(file, WordRuns::Of::Paragraphs),
        styles(file),
        lists(file) {}
  WordPieces pieces;
  WordRuns characters;
  WordRuns paragraphs;
  WordStyles styles;
  WordLists lists;
};

class WordStoryReader {
 public:
  // Both must outlive the reader.
  WordStoryReader(WordText& text, PageBuilder& builder) : text_(text), builder_(builder) {}
  // Adds the range. Throws CompoundError, and ReadFailure (Limit).
  void add(WordRange range);

 private:
  void take(const WordPieces::Character& character);
  [[nodiscard]] bool take_field(char32_t code);
  void append(char32_t unit);
  void end_paragraph(const WordPieces::Character& mark);
  void finish_table();

  WordText& text_;
  PageBuilder& builder_;
  std::string paragraph_;
  char32_t high_ = 0;         // the first unit of a pair
  std::vector<bool> fields_;  // open ones: whether the instruction goes on
  bool instruction_ = false;  // of any open field
  const WordRuns::Run* run_ = nullptr;
  std::string_view changes_;
  bool unseen_ = false;  // deleted or hidden
  char32_t symbol_ = 0;  // that the run's placeholder stands for
  WordTable table_;
};

namespace {

constexpr char32_t kCellMark = 0x07;
constexpr char32_t kLineBreak = 0x0B;
constexpr char32_t kSectionMark = 0x0C;
constexpr char32_t kParagraphMark = 0x0D;
constexpr char32_t kColumnBreak = 0x0E;
constexpr char32_t kFieldBegin = 0x13;
constexpr char32_t kFieldResult = 0x14;
constexpr char32_t kFieldEnd = 0x15;
constexpr char32_t kFixedHyphen = 0x1E;
constexpr char32_t kSymbolPlace = 0x28;
constexpr unsigned kAsTheStyleHas = 0x80;

struct RunState {
  bool unseen = false;
  char32_t symbol = 0;
};

void apply_run(std::string_view properties, RunState& state, bool& deleted, bool& hidden) {
  SprmList list(properties);
  while (const auto change = list.next()) {
    if (change->sprm == Sprm::Deleted) deleted = le_u8(change->operand, 0) == 1;
    // Styles seldom hide; the opposite of the style's value then hides.
    if (change->sprm == Sprm::Hidden) {
      hidden = le_u8(change->operand, 0) != 0 && le_u8(change->operand, 0) != kAsTheStyleHas;
    }
    if (change->sprm == Sprm::Symbol) state.symbol = le_u16(change->operand, 2);
  }
}

RunState run_state(const WordRuns::Run& run, std::string_view piece) {
  RunState state;
  bool deleted = false;
  bool hidden = false;
  apply_run(run.properties, state, deleted, hidden);
  apply_run(piece, state, deleted, hidden);
  state.unseen = deleted || hidden;
  return state;
}

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

// Whether the character belongs to a field's marks or instruction.
bool WordStoryReader::take_field(char32_t code) {
  if (code == kFieldBegin) {
    fields_.push_back(true);
  } else if (code == kFieldResult) {
    if (!fields_.empty()) fields_.back() = false;
  } else if (code == kFieldEnd) {
    if (!fields_.empty()) fields_.pop_back();
  } else {
    return instruction_;
  }
  instruction_ = std::ranges::count(fields_, true) > 0;
  return true;
}

void WordStoryReader::append(char32_t unit) {
  if (unit >= 0xD800 && unit < 0xDC00) {
    high_ = unit;
    return;
  }
  const char32_t high = std::exchange(high_, 0);
  if (unit >= 0xDC00 && unit < 0xE000) {
    if (high != 0) utf8::append(0x10000 + ((high - 0xD800) << 10U) + (unit - 0xDC00), paragraph_);
    return;
  }
  // Symbols of fonts such as Wingdings are in the private use area and have no readable text.
  const bool readable = unit >= 0x20 && (unit < 0xE000 || unit >= 0xF900);
  if (readable || unit == '\t') utf8::append(unit, paragraph_);
}

void WordStoryReader::take(const WordPieces::Character& character) {
  const WordRuns::Run& run = text_.characters.at(character.offset);
  if (run_ != &run || changes_.data() != character.changes.data()) {
    const RunState state = run_state(run, character.changes);
    run_ = &run;
    changes_ = character.changes;
    unseen_ = state.unseen;
    symbol_ = state.symbol;
  }
  const char32_t code = character.code;
  // The marks of cells and rows hold the table together, whether or not they are seen.
  if (code == kCellMark) return end_paragraph(character);
  if (code == kParagraphMark || code == kSectionMark) {
    // A field without an end must not swallow the rest of the document.
    if (instruction_) fields_.clear();
    instruction_ = false;
    if (!unseen_) end_paragraph(character);
    return;
  }
  if (take_field(code) || unseen_) return;
  if (code == kSymbolPlace && symbol_ != 0) {
    append(symbol_);
  } else if (code == kLineBreak || code == kColumnBreak) {
    paragraph_ += '\n';
  } else if (code == kFixedHyphen) {
    paragraph_ += '-';
  } else {
    append(code);
  }
}

void WordStoryReader::end_paragraph(const WordPieces::Character& mark) {
  high_ = 0;
  WordParagraph paragraph = text_.styles.paragraph(text_.paragraphs.at(mark.offset), mark.changes);
  WordBlock block{WordBlock::Kind::Paragraph, 0, std::exchange(paragraph_, {})};
  const bool any = !trim(block.text).empty();
  if (any && text_.lists.is_list(paragraph.list)) {
    block.text.insert(0, text_.lists.label(paragraph.list, paragraph.list_level));
    block.kind = WordBlock::Kind::ListItem;
  }
  if (paragraph.heading > 0) {
    block.kind = WordBlock::Kind::Heading;
    block.level = paragraph.heading;
  }
  if (!paragraph.in_table && paragraph.depth == 0) {
    finish_table();
    if (any) add_word_block(block, builder_);
    return;
  }
  if (any) table_.add(std::move(block));
  // Cells of a table inside a cell end in paragraph marks: their text joins the cell's.
  if (mark.code != kCellMark || paragraph.depth > 1) return;
  if (paragraph.row_end) {
    table_.end_row(paragraph);
  } else {
    table_.end_cell();
  }
}

void WordStoryReader::finish_table() {
  if (!table_.empty()) table_.write(builder_);
}

void WordStoryReader::add(WordRange range) {
  text_.pieces.each(range, [this](const WordPieces::Character& character) { take(character); });
  if (!paragraph_.empty()) {
    if (table_.empty()) {
      builder_.paragraph(std::exchange(paragraph_, {}));
    } else {
      table_.add({WordBlock::Kind::Paragraph, 0, std::exchange(paragraph_, {})});
    }
  }
  finish_table();
  fields_.clear();
  instruction_ = false;
}

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
