// SPDX-License-Identifier: Apache-2.0
// Lines to blocks: which lines go on with the one before.
#include "pipeline/extract/pdf_layout.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "pipeline/extract/clean_text.hpp"
#include "pipeline/extract/line_shapes.hpp"

namespace assay::extract {
namespace {

using Lines = std::span<const PdfLine>;

bool ends_in_hyphen(std::string_view text) {
  if (text.ends_with("\xC2\xAD") || text.ends_with("\xE2\x80\x90")) return true;
  return text.size() >= 2 && text.back() == '-' && text[text.size() - 2] != ' ' &&
         text[text.size() - 2] != '-';
}

std::string_view without_hyphen(std::string_view text) {
  if (text.ends_with("\xE2\x80\x90")) return text.substr(0, text.size() - 3);
  return text.substr(0, text.size() - (text.ends_with('-') ? 1 : 2));
}

// One below the other, at the pitch of one paragraph, in the same type.
bool stacked(const PdfLine& above, const PdfLine& below) {
  const double height = std::max(above.size, below.size);
  const double gap = below.top - above.bottom;
  const bool near = gap > -height * 0.6 && gap < height * 0.75;
  const bool over = below.left < above.right && below.right > above.left;
  return above.upright == below.upright && near && over && std::abs(above.size - below.size) < 1.2;
}

// The lines that could make one paragraph, a list, or one table column.
std::size_t run_length(Lines lines) {
  std::size_t count = 1;
  while (count < lines.size() && stacked(lines[count - 1], lines[count])) ++count;
  return count;
}

class PageLayout {
 public:
  PageLayout(const PdfPage& page, const PdfStyle& style, PageBuilder& builder)
      : page_(page), style_(style), builder_(builder) {}

  void add(Lines lines) {
    while (!lines.empty()) {
      const std::size_t count = style_.running_title(page_, lines.front()) ? 1 : run_length(lines);
      add_run(lines.first(count));
      lines = lines.subspan(count);
    }
  }

 private:
  void add_run(Lines run);
  bool goes_on(const PdfLine& before, const PdfLine& line, double right, double usual_gap) const;
  void emit(const PdfLine& first, const std::string& text);

  const PdfPage& page_;
  const PdfStyle& style_;
  PageBuilder& builder_;
};

double usual_gap(Lines run) {
  std::vector<double> gaps;
  for (std::size_t i = 1; i < run.size(); ++i) gaps.push_back(run[i].top - run[i - 1].bottom);
  if (gaps.empty()) return 0;
  std::nth_element(gaps.begin(), gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2),
                   gaps.end());
  return gaps[gaps.size() / 2];
}

bool PageLayout::goes_on(const PdfLine& before, const PdfLine& line, double right,
                         double usual) const {
  if (list_marker(line.text) > 0) return false;
  if (style_.running_title(page_, line)) return false;
  if (before.bold != line.bold && !starts_lower_case(line.text)) return false;
  if (line.top - before.bottom > usual + line.size * 0.35) return false;
  if (ends_in_hyphen(before.text)) return true;
  const double space = line.size * 0.3;
  const bool would_have_fit =
      before.right + space + line.first_word_width < right - line.size * 0.5;
  return !would_have_fit || starts_lower_case(line.text);
}

void PageLayout::emit(const PdfLine& first, const std::string& text) {
  const int level = style_.running_title(page_, first) ? 0 : style_.heading_level(first, text);
  const std::size_t bullet = bullet_marker(text);
  if (bullet > 0) {
    builder_.list_item("- " + text.substr(bullet));
  } else if (level > 0) {
    builder_.heading(level, text);
  } else if (list_marker(text) > 0) {
    builder_.list_item(text);
  } else {
    builder_.paragraph(text);
  }
}

void PageLayout::add_run(Lines run) {
  double right = 0;
  for (const PdfLine& line : run) right = std::max(right, line.right);
  const double usual = usual_gap(run);
  for (std::size_t i = 0; i < run.size();) {
    const PdfLine& first = run[i];
    std::string text = first.text;
    for (++i; i < run.size() && goes_on(run[i - 1], run[i], right, usual); ++i) {
      const std::string& next = run[i].text;
      if (ends_in_hyphen(text) && starts_lower_case(next)) {
        text = style_.join_hyphenated(without_hyphen(text), next);
      } else {
        // A hyphen before a capital or a number is part of a name: no space behind it either.
        if (!ends_in_hyphen(text)) text += ' ';
        text += next;
      }
    }
    emit(first, text);
  }
}

}  // namespace

void add_pdf_page(const PdfPage& page, const PdfStyle& style, PageBuilder& builder) {
  PageLayout(page, style, builder).add(page.lines);
  builder.end_page();
}

}  // namespace assay::extract
