// SPDX-License-Identifier: Apache-2.0
// Turns lines into blocks: decides which lines continue the one before.
#include "pipeline/extract/pdf/pdf_layout.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/line_shapes.hpp"
#include "pipeline/extract/pdf/pdf_table.hpp"
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
  bool goes_on(Lines run, std::size_t at, double right, double usual_gap) const;
  void emit(const PdfLine& first, TracedText made_of, bool alone);

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

// "... are listed in Table" "3. They were read", "... the tests" "- as it had to be - were": a
// number or dash may belong to the sentence, a bullet may not.
bool may_be_text(std::string_view line) {
  const bool dash = line.starts_with('-') || line.starts_with("\xE2\x80\x93");
  return bullet_marker(line) == 0 || dash;
}

// Whether other lines of the run begin with a marker of the same kind.
bool has_fellows(Lines run, std::size_t at) {
  const bool bullet = bullet_marker(run[at].text) > 0;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const bool marked = list_marker(run[i].text) > 0;
    if (i != at && marked && (bullet_marker(run[i].text) > 0) == bullet) return true;
  }
  return false;
}

// Whether the line goes on with the text of the one before it.
bool PageLayout::goes_on(Lines run, std::size_t at, double right, double usual) const {
  const PdfLine& before = run[at - 1];
  const PdfLine& line = run[at];
  const double space = line.size * 0.3;
  const bool full = before.right + space + line.first_word_width >= right - line.size * 0.5;
  if (before.tag != line.tag) return false;
  if (line.tag.level > 0) return true;
  if (line.marker > 0) return false;
  if (list_marker(line.text) > 0) {
    const bool sentence = full && !before.text.ends_with(':') && before.left < line.left + 1;
    if (!sentence || !may_be_text(line.text) || has_fellows(run, at)) return false;
  }
  if (style_.running_title(page_, line)) return false;
  const bool other_weight = style_.heavier(before, line) || style_.heavier(line, before);
  if (other_weight && !starts_lower_case(line.text)) return false;
  if (line.top - before.bottom > usual + line.size * 0.35) return false;
  return full || ends_in_hyphen(before.text) || starts_lower_case(line.text);
}

// Whether a drawn box surrounds it, other than the border of the page.
bool framed(const PdfPage& page, const PdfLine& line) {
  const double height = (line.top + line.bottom) / 2;
  const auto side = [&](const PdfRule& rule) {
    return rule.from <= height && rule.to >= height && rule.length() < page.height * 0.7;
  };
  const std::vector<PdfRule>& down = page.rules.down;
  const auto right = std::ranges::lower_bound(down, line.right - 1, {}, &PdfRule::at);
  const auto left = std::ranges::upper_bound(down, line.left + 1, {}, &PdfRule::at);
  return std::any_of(right, down.end(), side) && std::any_of(down.begin(), left, side);
}

// What a bullet takes of the text, in bytes; 0 if none begins it.
std::size_t bullet_of(const PdfLine& first, const std::string& text) {
  if (const std::size_t bullet = bullet_marker(text); bullet > 0) return bullet;
  const bool number = list_marker(text) > 0 || numbered_level(text) > 0;
  const bool capital = text.size() > 1 && text[1] == '.';
  return number || capital ? 0 : first.marker;
}

void PageLayout::emit(const PdfLine& first, TracedText made_of, bool alone) {
  const std::size_t before = builder_.page_blocks().size();
  const std::string& text = made_of.text;
  const bool running = style_.running_title(page_, first);
  // A line of a table of contents is no item, though it begins with a number.
  const bool leads = text.find("....") != std::string::npos;
  const bool plain = running || leads;
  const int level = plain ? 0 : style_.heading_level(first, text, {alone, framed(page_, first)});
  const std::size_t bullet = bullet_of(first, text);
  const bool item =
      !plain && (first.marker > 0 || list_marker(text) > 0 || numbered_level(text) > 1);
  if (bullet > 0 && !plain) {
    builder_.list_item("- " + text.substr(bullet));
  } else if (level > 0) {
    builder_.heading(level, text);
  } else if (item) {
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
    const bool alone = run.size() == 1;
    for (++i; i < run.size() && goes_on(run, i, right, usual); ++i) {
      append_line(run[i], style_, text);
    }
    emit(first, std::move(text), alone);
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
    // These words are on an earlier page.
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

// Headers and footers are part of the document once, unless a page holds nothing else.
std::vector<bool> PdfPages::shown_before(const PdfPage& page) {
  std::vector<bool> out;
  std::vector<std::string> added;
  for (const PdfLine& line : page.lines) {
    const auto title = style_.title_of_most_pages(page, line);
    out.push_back(title && titles_.contains(*title));
    if (title) added.push_back(*title);
  }
  titles_.insert(added.begin(), added.end());
  if (std::ranges::find(out, false) == out.end()) out.assign(out.size(), false);
  return out;
}

void PdfPages::add(const PdfPage& page) {
  std::vector<PdfTable> tables = find_tables(page, style_);
  constexpr auto kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> table_of(page.lines.size(), kNone);
  for (std::size_t t = 0; t < tables.size(); ++t) {
    for (const std::size_t line : tables[t].lines) table_of[line] = t;
  }
  const std::vector<bool> known = shown_before(page);
  // Add the text up to the next line of a table, then that table, once.
  std::vector<bool> added(tables.size());
  PageLayout layout(page, style_, builder_);
  std::vector<PdfLine> text;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const std::size_t table = table_of[i];
    if (table == kNone) {
      // Text other than running titles ends the table before.
      if (!style_.running_title(page, page.lines[i])) open_ = {};
      if (!known[i]) text.push_back(page.lines[i]);
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
