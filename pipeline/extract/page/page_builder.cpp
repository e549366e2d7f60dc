// SPDX-License-Identifier: Apache-2.0
// Appends blocks and keeps count.
#include "pipeline/extract/page/page_builder.hpp"

#include <algorithm>
#include <utility>

#include "core/extract/extract_protocol.hpp"
#include "core/extract/row_text.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/output.hpp"

namespace assay::extract {
namespace {

[[noreturn]] void too_large(const char* what) {
  throw ReadFailure(ExtractProblem::Limit, std::string("The document holds more than ") + what +
                                               ". Split it into smaller files.");
}

}  // namespace

void PageBuilder::heading(int level, std::string_view text) {
  add(BlockKind::Heading, std::clamp(level, 1, frames::kMaxHeadingLevel), clean_line(text));
}

void PageBuilder::paragraph(std::string_view text) {
  add(BlockKind::Paragraph, 0, clean_text(text));
}

void PageBuilder::list_item(std::string_view text) {
  add(BlockKind::ListItem, 0, clean_text(text));
}

void PageBuilder::table_row(std::string_view text) {
  add(BlockKind::TableRow, 0, clean_line(text));
}

void PageBuilder::table_row(std::span<const Cell> cells) {
  std::vector<Cell> cleaned;
  cleaned.reserve(cells.size());
  for (const Cell& cell : cells) {
    Cell clean{clean_line(cell.header), clean_line(cell.value)};
    if (clean.value.empty()) continue;
    while (clean.header.ends_with(':') || clean.header.ends_with(' ')) clean.header.pop_back();
    if (clean.header == clean.value) clean.header.clear();
    cleaned.push_back(std::move(clean));
  }
  std::vector<WrittenCell> written;
  written.reserve(cleaned.size());
  for (const Cell& cell : cleaned) written.push_back({cell.header, cell.value});
  table_row(row_text(written));
}

void PageBuilder::add(BlockKind kind, int level, const std::string& cleaned) {
  // Code keeps its first line's indent, so that the lines stay aligned.
  const bool lines = cleaned.find('\n') != std::string::npos;
  const std::size_t lead = cleaned.find_first_not_of(lines ? "\n" : " \t\n");
  if (lead == std::string::npos) return;
  const std::string_view text = std::string_view(cleaned).substr(lead);
  total_bytes_ += text.size() + 1;
  if (total_bytes_ > frames::kMaxTextBytes) too_large("50 MB of text");
  if (++total_blocks_ > frames::kMaxBlocks) too_large("1,000,000 paragraphs and table rows");
  const std::size_t start = length_;
  length_ += utf8::length(text);
  blocks_.push_back({kind, level, start, length_});
  text_ += text;
  text_ += '\n';
  ++length_;
}

void PageBuilder::property(FactName name, std::string_view value) {
  const std::string line = clean_line(value);
  if (line.empty() || properties_ >= frames::kMaxProperties) return;
  ++properties_;
  sink_.property({name, std::string(utf8::prefix(line, frames::kMaxPropertyBytes))});
}

void PageBuilder::picture() {
  source_ = PageSource::Picture;
  any_picture_ = true;
}

void PageBuilder::recognized(double confidence) {
  source_ = PageSource::Recognized;
  confidence_ = std::clamp(confidence, 0.0, 1.0);
}

void PageBuilder::label(std::string_view text) {
  const std::string line = clean_line(text);
  if (line != std::to_string(pages_ + 1)) label_ = utf8::prefix(line, frames::kMaxLabelBytes);
}

void PageBuilder::end_page() {
  if (static_cast<std::size_t>(++pages_) > frames::kMaxPages) too_large("10,000 pages");
  sink_.page({pages_, std::exchange(text_, {}), std::exchange(blocks_, {}),
              std::exchange(source_, PageSource::Text), std::exchange(confidence_, 1),
              std::exchange(words_, {}), std::exchange(label_, {})});
  length_ = 0;
}

}  // namespace assay::extract
