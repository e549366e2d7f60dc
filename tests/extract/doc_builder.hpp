// SPDX-License-Identifier: Apache-2.0
// Builds Word 97-2003 documents: text with the properties of its paragraphs and characters.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/extract/compound_builder.hpp"

namespace assay::test {

// How many characters, and the properties of these.
struct DocRun {
  std::size_t length = 0;
  std::string changes = {};
  std::uint32_t style = 0;
};

struct DocStyle {
  std::uint32_t number = 0;  // a built-in style's
  std::uint32_t base = 0x0FFF;
  std::string changes = {};
};

// A change of properties: the operation and its operand.
[[nodiscard]] std::string sprm(std::uint32_t operation, const std::string& operand);

class DocBuilder {
 public:
  // Characters of one byte each, '\r' after a paragraph, '\a' after a cell.
  explicit DocBuilder(std::string body) : text_(std::move(body)) {
    lengths_[0] = static_cast<std::uint32_t>(text_.size());
  }
  DocBuilder& story(std::size_t number, const std::string& text);
  DocBuilder& header_places(std::vector<std::uint32_t> places);
  DocBuilder& paragraphs(std::vector<DocRun> runs);
  DocBuilder& characters(std::vector<DocRun> runs);
  DocBuilder& styles(const std::vector<DocStyle>& styles);
  // Any part of the table stream, by its number in the block's list.
  DocBuilder& part(std::size_t number, const std::string& bytes, std::size_t listed_bytes = 0);
  // Instead of one piece with everything.
  DocBuilder& pieces(const std::string& list);
  // Overwrites the file information block at the end.
  DocBuilder& block(std::size_t at, const std::string& bytes);

  [[nodiscard]] std::string build();
  // Where the text begins in the stream.
  static constexpr std::uint32_t kText = 0x600;

 private:
  void add_runs(std::size_t number, const std::vector<DocRun>& runs, bool paragraphs);

  std::string text_;
  std::array<std::uint32_t, 8> lengths_{};
  std::string table_;
  std::string pieces_;
  std::vector<DocRun> paragraphs_;
  std::vector<DocRun> characters_;
  std::string document_;
  std::vector<std::pair<std::size_t, std::string>> changes_;
};

}  // namespace assay::test
