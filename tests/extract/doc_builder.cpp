// SPDX-License-Identifier: Apache-2.0
// Writes the file information block, the text, pages of properties and the table stream.
#include "tests/extract/doc_builder.hpp"

#include <utility>

namespace assay::test {
namespace {

constexpr std::size_t kDocPage = 512;

}  // namespace

std::string sprm(std::uint32_t operation, const std::string& operand) {
  return le16(operation) + operand;
}

DocBuilder& DocBuilder::story(std::size_t number, const std::string& text) {
  text_ += text;
  lengths_.at(number) = static_cast<std::uint32_t>(text.size());
  return *this;
}

DocBuilder& DocBuilder::header_places(std::vector<std::uint32_t> places) {
  std::string bytes;
  for (const std::uint32_t place : places) bytes += le32(place);
  return part(11, bytes);
}

DocBuilder& DocBuilder::paragraphs(std::vector<DocRun> runs) {
  paragraphs_ = std::move(runs);
  return *this;
}

DocBuilder& DocBuilder::characters(std::vector<DocRun> runs) {
  characters_ = std::move(runs);
  return *this;
}

DocBuilder& DocBuilder::styles(const std::vector<DocStyle>& styles) {
  std::string sheet =
      le16(18) + le16(static_cast<std::uint32_t>(styles.size())) + le16(10) + std::string(14, '\0');
  for (const DocStyle& style : styles) {
    std::string bytes = le16(style.number) + le16((style.base << 4U) | 1U) + std::string(6, '\0') +
                        le16(1) + utf16("s") + le16(0);
    bytes += le16(static_cast<std::uint32_t>(style.changes.size() + 2)) + le16(0) + style.changes;
    if (bytes.size() % 2 != 0) bytes += '\0';
    sheet += le16(static_cast<std::uint32_t>(bytes.size())) + bytes;
  }
  return part(1, sheet);
}

DocBuilder& DocBuilder::part(std::size_t number, const std::string& bytes,
                             std::size_t listed_bytes) {
  const std::size_t size = listed_bytes == 0 ? bytes.size() : listed_bytes;
  changes_.emplace_back(0x9A + number * 8, le32(static_cast<std::uint32_t>(table_.size())) +
                                               le32(static_cast<std::uint32_t>(size)));
  table_ += bytes;
  return *this;
}

DocBuilder& DocBuilder::pieces(const std::string& list) {
  pieces_ = list;
  return *this;
}

DocBuilder& DocBuilder::block(std::size_t at, const std::string& bytes) {
  changes_.emplace_back(at, bytes);
  return *this;
}

// One page of runs; their properties stand at its end.
void DocBuilder::add_runs(std::size_t number, const std::vector<DocRun>& runs, bool paragraphs) {
  if (runs.empty()) return;
  document_.resize((document_.size() + kDocPage - 1) / kDocPage * kDocPage);
  std::string page(kDocPage, '\0');
  std::uint32_t offset = kText;
  std::size_t end = kDocPage - 2;
  const std::size_t entry = paragraphs ? 13 : 1;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    put(page, i * 4, le32(offset));
    offset += static_cast<std::uint32_t>(runs[i].length);
    std::string bytes = runs[i].changes;
    if (paragraphs) {
      bytes.insert(0, le16(runs[i].style));
      if (bytes.size() % 2 != 0) bytes += '\0';
      bytes.insert(0, std::string{'\0', static_cast<char>(bytes.size() / 2)});
    } else {
      bytes.insert(0, 1, static_cast<char>(bytes.size()));
    }
    end = (end - bytes.size()) / 2 * 2;
    put(page, end, bytes);
    put(page, (runs.size() + 1) * 4 + i * entry, std::string(1, static_cast<char>(end / 2)));
  }
  put(page, runs.size() * 4, le32(offset));
  page[kDocPage - 1] = static_cast<char>(runs.size());
  part(number,
       le32(kText) + le32(offset) + le32(static_cast<std::uint32_t>(document_.size() / kDocPage)));
  document_ += page;
}

std::string DocBuilder::build() {
  document_.assign(kText, '\0');
  document_ += text_;
  put(document_, 0, le16(0xA5EC) + le16(0x00C1));
  put(document_, 10, le16(0x0200));
  for (std::size_t i = 0; i < lengths_.size(); ++i) put(document_, 0x4C + i * 4, le32(lengths_[i]));
  put(document_, 0x98, le16(93));
  if (pieces_.empty()) {
    pieces_ = std::string(1, '\2') + le32(16) + le32(0) +
              le32(static_cast<std::uint32_t>(text_.size())) + le16(0) +
              le32(0x40000000U | (kText * 2)) + le16(0);
  }
  part(33, pieces_);
  add_runs(12, characters_, false);
  add_runs(13, paragraphs_, true);
  for (const auto& [at, bytes] : changes_) put(document_, at, bytes);
  return compound_file({{"WordDocument", document_}, {"1Table", table_}});
}

}  // namespace assay::test
