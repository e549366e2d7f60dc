// SPDX-License-Identifier: Apache-2.0
// Turns lines into blocks: decides which lines continue the one before.
#include "pipeline/extract/pdf/pdf_layout.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/line_shapes.hpp"
#include "pipeline/extract/pdf/pdf_table.hpp"
#include "pipeline/extract/pdf/traced_text.hpp"
#include "pipeline/extract/pdf/word_places.hpp"

namespace assay::extract {
namespace {

using Lines = std::span<const PdfLine>;

// Whether one is below the other, at paragraph pitch and in the same type.
bool stacked(const PdfLine& above, const PdfLine& below) {
  const double height = std::max(above.size, below.size);
  const double gap = below.top - above.bottom;
  const bool near = gap > -height * 0.6 && gap < height * 0.75;
  const bool over = below.left < above.right && below.right > above.left;
  return above.upright == below.upright && near && over && std::abs(above.size - below.size) < 1.2;
}

// Counts the lines that could form one paragraph, a list, or one table column.
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
  // The next blocks are those of a table with these cells.
  void table(std::vector<TracedRow> rows) {
    places_.table(builder_.page_blocks().size(), std::move(rows));
  }
  // Of everything that was added.
  [[nodiscard]] PageWords words() const { return places_.of_page(builder_, page_.shown); }

 private:
  void add_run(Lines run);
  bool goes_on(const PdfLine& before, const PdfLine& line, double right, double usual_gap) const;
  void emit(const PdfLine& first, TracedText made_of);

  const PdfPage& page_;
  const PdfStyle& style_;
  PageBuilder& builder_;
  WordPlaces places_;
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

void PageLayout::emit(const PdfLine& first, TracedText made_of) {
  const std::size_t before = builder_.page_blocks().size();
  const std::string& text = made_of.text;
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
  if (builder_.page_blocks().size() > before) places_.block(before, std::move(made_of));
}

void PageLayout::add_run(Lines run) {
  double right = 0;
  for (const PdfLine& line : run) right = std::max(right, line.right);
  const double usual = usual_gap(run);
  for (std::size_t i = 0; i < run.size();) {
    const PdfLine& first = run[i];
    TracedText text{first.text, first.words};
    for (++i; i < run.size() && goes_on(run[i - 1], run[i], right, usual); ++i) {
      append_line(run[i], style_, text);
    }
    emit(first, std::move(text));
  }
}

bool same_cells(const TableRow& a, const TableRow& b) {
  return std::ranges::equal(a.cells, b.cells, [](const GridCell& x, const GridCell& y) {
    return x.column == y.column && x.text == y.text;
  });
}

bool same_columns(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kNear = 8;  // points: columns of centred text begin here and there
  return std::ranges::equal(a, b, [](double x, double y) { return std::abs(x - y) <= kNear; });
}

}  // namespace

// Rows in the same columns at the top of the next page go on under the same names. Many writers
// repeat the names there.
void PdfPages::take_names(PdfTable& table) const {
  if (open_.names.empty() || !same_columns(open_.columns, table.columns)) return;
  const bool repeated =
      table.rows.size() > open_.names.size() &&
      std::ranges::equal(open_.names, std::span(table.rows).first(open_.names.size()), same_cells);
  if (repeated) {
    table.header_rows = open_.names.size();
  } else if (table.header_rows == 0) {
    table.rows.insert(table.rows.begin(), open_.names.begin(), open_.names.end());
    // These words stand on a page before.
    table.traced.insert(table.traced.begin(), open_.names.size(), {});
    table.header_rows = open_.names.size();
  }
}

void PdfPages::add_table(const PdfTable& table) {
  RowWriter writer(builder_, {});
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    i < table.header_rows ? writer.header(table.rows[i]) : writer.add(table.rows[i]);
  }
  writer.finish();
  open_.names.assign(table.rows.begin(),
                     table.rows.begin() + static_cast<std::ptrdiff_t>(table.header_rows));
  open_.columns = table.columns;
}

void PdfPages::add(const PdfPage& page) {
  std::vector<PdfTable> tables = find_tables(page, style_);
  constexpr auto kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> table_of(page.lines.size(), kNone);
  for (std::size_t t = 0; t < tables.size(); ++t) {
    for (const std::size_t line : tables[t].lines) table_of[line] = t;
  }
  // Add the text up to the next line of a table, then that table, once.
  std::vector<bool> added(tables.size());
  PageLayout layout(page, style_, builder_);
  std::vector<PdfLine> text;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const std::size_t table = table_of[i];
    if (table == kNone) {
      // Text other than running titles ends the table before.
      if (!style_.running_title(page, page.lines[i])) open_ = {};
      text.push_back(page.lines[i]);
      continue;
    }
    layout.add(text);
    text.clear();
    if (added[table]) continue;
    added[table] = true;
    take_names(tables[table]);
    layout.table(std::move(tables[table].traced));
    add_table(tables[table]);
  }
  layout.add(text);
  builder_.words(encode_words(layout.words()));
  builder_.end_page();
}

}  // namespace assay::extract
