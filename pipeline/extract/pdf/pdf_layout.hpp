// SPDX-License-Identifier: Apache-2.0
// Turns lines of PDF pages into blocks: headings, list items, paragraphs. Learns the document's
// style for that, also how heavy the letters of a font are, by its name.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/pdf/pdf_lines.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {

// The surroundings of a line.
struct LinePlace {
  bool alone = false;   // no line of the same type is near it
  bool framed = false;  // it is in a drawn box
};

// What a single page does not show: the document's fonts, words, and running titles.
class PdfStyle {
 public:
  explicit PdfStyle(const std::vector<PdfPage>& pages);

  // Level of a heading in lines like this one; 0 for running text.
  [[nodiscard]] int heading_level(const PdfLine& line, const std::string& text,
                                  LinePlace place) const;
  // Whether it is heavier than the other.
  [[nodiscard]] static bool heavier(const PdfLine& line, const PdfLine& other);
  // Whether it is at the edge of many pages: neither heading nor part of a paragraph.
  [[nodiscard]] bool running_title(const PdfPage& page, const PdfLine& line) const;
  // Equal for equal running titles, page numbers aside; nullopt for those not on most pages.
  [[nodiscard]] std::optional<std::string> title_of_most_pages(const PdfPage& page,
                                                               const PdfLine& line) const;
  // Appends the next line to text, with a space, or as one word if a hyphen split it.
  void append(std::string_view next, std::string& text) const;

 private:
  void count_sizes(const std::vector<PdfPage>& pages);
  void count_words(const std::vector<PdfPage>& pages);
  void count_titles(const std::vector<PdfPage>& pages);
  [[nodiscard]] std::size_t pages_with_title(const PdfPage& page, const PdfLine& line) const;
  [[nodiscard]] bool keeps_hyphen(std::string_view first, std::string_view second) const;

  double body_size_ = 0;
  int body_weight_ = 0;
  std::size_t pages_ = 0;
  std::vector<double> heading_sizes_;  // largest first
  std::unordered_set<std::string> words_;
  std::map<std::string, std::size_t> titles_;
};

// Whether it ends in any hyphen that may split a word.
[[nodiscard]] bool ends_in_hyphen(std::string_view text);

struct PdfTable;

// Adds the pages of a document, in order.
class PdfPages {
 public:
  // Both must outlive this.
  PdfPages(const PdfStyle& style, PageBuilder& builder) : style_(style), builder_(builder) {}
  void add(const PdfPage& page);

 private:
  // The table that may go on at the top of the next page.
  struct Unfinished {
    std::vector<TableRow> names;
    std::vector<double> columns;
  };
  // By line: whether it is a running title that a page before has.
  [[nodiscard]] std::vector<bool> shown_before(const PdfPage& page);
  void take_names(PdfTable& table) const;
  void add_table(const PdfTable& table);

  const PdfStyle& style_;
  PageBuilder& builder_;
  Unfinished open_;
  std::unordered_set<std::string> titles_;  // of most pages that were added
};

// As CSS numbers them.
inline constexpr int kRegular = 400;
inline constexpr int kBold = 600;  // and above

// name: as PDF files write it, "ABCDEF+Arial-BoldMT", "CMBX10". kRegular if it says nothing.
[[nodiscard]] int font_weight(std::string_view name);

}  // namespace assay::extract
