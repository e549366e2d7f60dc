// SPDX-License-Identifier: Apache-2.0
// Decides where paragraphs go: to the page, or to the cell of a table.
#include "pipeline/extract/rtf/rtf_flow.hpp"

#include <algorithm>
#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

// "1." and "(a)" stay. A bullet, whatever it is in its font, is shown as in all formats.
std::string rtf_label(std::string_view written) {
  const std::string label = clean_line(written);
  const bool readable =
      label != "o" && std::ranges::any_of(label, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      });
  if (label.empty()) return {};
  return !readable && utf8::length(label) == 1 ? "- " : label + " ";
}

}  // namespace

RtfFlow::RtfFlow()
    : kept_(std::make_unique<CollectedPage>()),
      own_(std::make_unique<PageBuilder>(*kept_)),
      builder_(own_.get()) {}

void RtfFlow::end_label() {
  if (!label_open_) return;
  label_open_ = false;
  label_ = rtf_label(label_characters_.take());
}

void RtfFlow::take_paragraph(int level) {
  std::string label = std::exchange(label_, {});
  std::string text = without_drawings(characters_.take());
  if (trim(text).empty()) return;
  const bool listed = !label.empty();
  // A heading has its number, but no bullet.
  if (level > 0 && label == "- ") label.clear();
  cell_.push_back({level, listed, label + text});
}

void RtfFlow::end_paragraph(int level, bool in_table) {
  take_paragraph(level);
  if (in_table || table_.row_open()) return;
  if (!table_.empty()) table_.write(*builder_);
  for (const RtfParagraph& paragraph : std::exchange(cell_, {})) {
    add_rtf_paragraph(paragraph, *builder_);
  }
}

void RtfFlow::end_cell(int level) {
  take_paragraph(level);
  table_.end_cell(std::exchange(cell_, {}));
}

void RtfFlow::end_row() {
  table_.end_row();
}

void RtfFlow::add(RtfParagraph paragraph, bool in_table) {
  if (in_table || table_.row_open()) {
    cell_.push_back(std::move(paragraph));
    return;
  }
  if (!table_.empty()) table_.write(*builder_);
  add_rtf_paragraph(paragraph, *builder_);
}

std::string RtfFlow::finish(int level) {
  if (label_open_) end_label();
  take_paragraph(level);
  if (table_.row_open() && !table_.empty()) table_.end_cell(std::exchange(cell_, {}));
  table_.end_row();
  if (!table_.empty()) table_.write(*builder_);
  for (const RtfParagraph& paragraph : std::exchange(cell_, {})) {
    add_rtf_paragraph(paragraph, *builder_);
  }
  if (!own_) return {};
  own_->end_page();
  return kept_->text();
}

}  // namespace assay::extract
