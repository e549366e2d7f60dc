// SPDX-License-Identifier: Apache-2.0
// XLSX: summary with a chart, then tables to filter: matrix, citations, tasks, documents.
#include <algorithm>
#include <array>
#include <chrono>
#include <map>

#include "pipeline/export/export_formats.hpp"
#include "pipeline/export/report_text.hpp"
#include "pipeline/export/xlsx_book.hpp"

namespace assay::exports {
namespace {

constexpr std::array<lxw_color_t, 4> kFill{0x14774a, 0xd08b2c, 0xc65353, 0x8f72d6};
constexpr const char* kSummary = "Summary";

std::string unmet(const Finding& finding) {
  std::string text;
  for (const SubCheck& check : finding.subchecks) {
    if (check.met) continue;
    text += (text.empty() ? "" : "\n") + one_line(check.text);
  }
  return text;
}

std::string review_of(const Finding& finding) {
  std::string text;
  for (const Review& review : finding.reviews) {
    text += (text.empty() ? "" : "\n") + one_line(review.reviewer) + ", " + readable(review.at) +
            ": " + review.verdict;
    if (review.status) text += " " + std::string(to_text(*review.status));
    if (!review.note.empty()) text += ", " + one_line(review.note);
  }
  return text;
}

// Writes rows of a label and a value. Returns the next row.
lxw_row_t write_facts(XlsxBook& book, lxw_worksheet* sheet, const Report& report, lxw_row_t row) {
  const auto fact = [&](const char* label, const std::string& value, lxw_format* format) {
    require(worksheet_write_string(sheet, row, 0, label, book.second()));
    require(worksheet_write_string(sheet, row, 1, cell_text(value).c_str(), format));
    ++row;
  };
  fact("Organisation", one_line(report.tenant_name), book.clipped());
  fact("Framework", one_line(report.pack_name) + ", version " + one_line(report.pack_version),
       book.clipped());
  fact("Assessed", readable(report.completed_at), book.clipped());
  fact("Evaluator", report.evaluator, book.clipped());
  fact("Thresholds",
       "complete from " + two_digits(report.threshold_complete) + ", partial from " +
           two_digits(report.threshold_partial),
       book.clipped());
  fact("Run", report.run_id, book.mono());
  fact("Frozen record, SHA-256", report.snapshot_hash.value_or("none was made"), book.mono());
  return row;
}

// Writes the requirements by status. Returns the next row.
lxw_row_t write_counts(XlsxBook& book, lxw_worksheet* sheet, const Report& report, lxw_row_t row) {
  require(worksheet_write_string(sheet, row, 0, "Status", book.heading()));
  require(worksheet_write_string(sheet, row++, 1, "Requirements", book.heading()));
  for (const AssessmentStatus status : kStatuses) {
    require(worksheet_write_string(sheet, row, 0, std::string(to_text(status)).c_str(),
                                   book.status(status)));
    require(worksheet_write_number(
        sheet, row++, 1, static_cast<double>(count_of(report.counts, status)), book.whole()));
  }
  return row;
}

struct Span {
  lxw_row_t first;
  lxw_row_t last;
};

// One row per criterion.
Span write_criteria(XlsxBook& book, lxw_worksheet* sheet, const Report& report, lxw_row_t row) {
  require(worksheet_write_string(sheet, row, 0, "Criterion", book.heading()));
  for (std::size_t i = 0; i < kStatuses.size(); ++i) {
    require(worksheet_write_string(sheet, row, static_cast<lxw_col_t>(i + 1),
                                   std::string(to_text(kStatuses.at(i))).c_str(), book.heading()));
  }
  const lxw_row_t first = ++row;
  for (const Criterion& criterion : report.criteria) {
    const std::string title = std::to_string(criterion.id) + "  " + one_line(criterion.title);
    require(worksheet_write_string(sheet, row, 0, cell_text(title).c_str(), book.text()));
    for (std::size_t i = 0; i < kStatuses.size(); ++i) {
      require(worksheet_write_number(
          sheet, row, static_cast<lxw_col_t>(i + 1),
          static_cast<double>(count_of(criterion.counts, kStatuses.at(i))), book.whole()));
    }
    ++row;
  }
  return {first, row - 1};
}

void add_chart(XlsxBook& book, lxw_worksheet* sheet, const Span& rows, lxw_row_t at) {
  lxw_chart* chart = workbook_add_chart(book.get(), LXW_CHART_BAR_STACKED);
  for (std::size_t i = 0; i < kStatuses.size(); ++i) {
    const auto column = static_cast<lxw_col_t>(i + 1);
    lxw_chart_series* series = chart_add_series(chart, nullptr, nullptr);
    chart_series_set_categories(series, kSummary, rows.first, 0, rows.last, 0);
    chart_series_set_values(series, kSummary, rows.first, column, rows.last, column);
    chart_series_set_name(series, std::string(status_word(kStatuses.at(i))).c_str());
    lxw_chart_fill fill{};
    fill.color = kFill.at(i);
    chart_series_set_fill(series, &fill);
  }
  chart_title_set_name(chart, "Requirements by criterion");
  chart_axis_set_reverse(chart->y_axis);  // the first criterion on top
  chart_legend_set_position(chart, LXW_CHART_LEGEND_BOTTOM);
  lxw_chart_options options{};
  options.x_scale = 1.35;
  options.y_scale =
      1.0 + 0.05 * static_cast<double>(std::min<lxw_row_t>(rows.last - rows.first, 40));
  require(worksheet_insert_chart_opt(sheet, at, 6, chart, &options));
}

void write_summary(XlsxBook& book, const Report& report) {
  lxw_worksheet* sheet = book.add_sheet(kSummary);
  require(worksheet_set_column(sheet, 0, 0, 44, nullptr));
  require(worksheet_set_column(sheet, 1, 4, 12, nullptr));
  require(worksheet_write_string(
      sheet, 0, 0, cell_text("Assessment: " + one_line(report.pack_name)).c_str(), book.title()));
  const lxw_row_t counts = write_facts(book, sheet, report, 2) + 1;
  const lxw_row_t criteria = write_counts(book, sheet, report, counts) + 1;
  const Span rows = write_criteria(book, sheet, report, criteria);
  if (rows.last >= rows.first) add_chart(book, sheet, rows, counts);
  worksheet_set_landscape(sheet);
  worksheet_fit_to_pages(sheet, 1, 0);
  worksheet_gridlines(sheet, LXW_HIDE_ALL_GRIDLINES);
}

void write_matrix(XlsxBook& book, const Report& report, const Output& output) {
  std::vector<XlsxTable::Column> columns{
      {"Criterion", 9},  {"Criterion title", 26}, {"Requirement", 12},
      {"Title", 60},     {"Status", 12},          {"Confidence", 11},
      {"Citations", 10}, {"Not shown", 46},       {"Reasoning", 70}};
  if (report.reviewed) columns.push_back({"Reviews", 46});
  XlsxTable table(book, "Matrix", std::move(columns));
  for (const Criterion& criterion : report.criteria) {
    for (const Finding& finding : criterion.findings) {
      output.check();
      table.number(static_cast<double>(criterion.id), book.whole())
          .text(criterion.title)
          .text(finding.requirement_id)
          .text(finding.title)
          .text(to_text(finding.status), book.status(finding.status))
          .number(finding.confidence, book.fraction())
          .number(static_cast<double>(finding.quotes.size()), book.whole())
          .text(unmet(finding))
          .text(finding.error.value_or(finding.reasoning), book.clipped());
      if (report.reviewed) table.text(review_of(finding));
      table.end_row();
    }
  }
  lxw_conditional_format bar{};
  bar.type = LXW_CONDITIONAL_DATA_BAR;
  bar.bar_color = 0x9db4ef;
  bar.bar_solid = LXW_TRUE;
  bar.data_bar_2010 = LXW_TRUE;
  bar.min_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER;
  bar.min_value = 0;
  bar.max_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER;
  bar.max_value = 1;
  if (table.last_row() > 0) {
    require(worksheet_conditional_format_range(table.sheet(), 1, 5, table.last_row(), 5, &bar));
  }
  table.finish();
}

void write_citations(XlsxBook& book, const Report& report, const Output& output) {
  XlsxTable table(book, "Citations",
                  {{"Requirement", 12},
                   {"Status", 12},
                   {"Document", 40},
                   {"Page", 7},
                   {"Quote", 90},
                   {"SHA-256 of the document", 66}});
  std::map<std::string_view, std::string_view> hashes;
  for (const Document& document : report.documents) hashes.emplace(document.id, document.sha256);
  for (const Criterion& criterion : report.criteria) {
    for (const Finding& finding : criterion.findings) {
      output.check();
      for (const Quote& quote : finding.quotes) {
        table.text(finding.requirement_id)
            .text(to_text(finding.status), book.status(finding.status))
            .text(one_line(quote.file_name));
        if (quote.page_label.empty()) {
          table.number(static_cast<double>(quote.page), book.whole());
        } else {
          table.text(quote.called());
        }
        table.text(quote.text).text(hashes[quote.document_id], book.mono()).end_row();
      }
    }
  }
  table.finish();
}

void write_tasks(XlsxBook& book, const Report& report) {
  XlsxTable table(book, "Tasks",
                  {{"Requirement", 12},
                   {"Task", 50},
                   {"What would show it", 80},
                   {"Status", 14},
                   {"Assignee", 24},
                   {"Due", 12}});
  for (const Criterion& criterion : report.criteria) {
    for (const Finding& finding : criterion.findings) {
      for (const Task& task : finding.tasks) {
        table.text(task.requirement_id)
            .text(task.title)
            .text(task.description)
            .text(task.status)
            .text(task.assignee.value_or(""))
            .date(task.due_date.value_or(""))
            .end_row();
      }
    }
  }
  table.finish();
}

void write_documents(XlsxBook& book, const Report& report) {
  XlsxTable table(book, "Documents",
                  {{"Document", 50}, {"Type", 8}, {"Citations", 10}, {"SHA-256", 66}});
  for (const Document& document : report.documents) {
    table.text(one_line(document.file_name))
        .text(document.file_type)
        .number(static_cast<double>(document.quoted), book.whole())
        .text(document.sha256, book.mono())
        .end_row();
  }
  table.finish();
}

}  // namespace

void write_xlsx(const Report& report, const Output& output) {
  const std::filesystem::path path = output.scratch();
  const auto at = std::chrono::floor<std::chrono::seconds>(report.completed_at);
  XlsxBook book(path.string(), {one_line(report.pack_name), report.tenant_name,
                                std::chrono::system_clock::to_time_t(at)});
  write_summary(book, report);
  write_matrix(book, report, output);
  write_citations(book, report, output);
  write_tasks(book, report);
  write_documents(book, report);
  book.close();
  copy_file(path, output);
}

}  // namespace assay::exports
