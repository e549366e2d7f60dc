// SPDX-License-Identifier: Apache-2.0
// CSV: one row per requirement.
#include "pipeline/export/export_formats.hpp"
#include "pipeline/export/report_text.hpp"

namespace assay::exports {
namespace {

class Row {
 public:
  explicit Row(Buffer& out) : out_(out) {}
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  ~Row() = default;

  Row& operator<<(std::string_view text) {
    if (!first_) out_ << ",";
    first_ = false;
    std::string cell = printable(text);
    if (like_formula(cell)) cell.insert(0, 1, '\'');
    if (cell.find_first_of(",\"\n") == std::string::npos) {
      out_ << cell;
      return *this;
    }
    std::string quoted = "\"";
    for (const char c : cell) quoted.append(c == '"' ? 2 : 1, c);
    out_ << quoted + "\"";
    return *this;
  }
  void end() { out_ << "\r\n"; }

 private:
  Buffer& out_;
  bool first_ = true;
};

// Joins the non-empty texts, one per line.
template <class T, class F>
std::string lines(const std::vector<T>& items, F one) {
  std::string joined;
  for (const T& item : items) {
    const std::string line = one(item);
    if (line.empty()) continue;
    if (!joined.empty()) joined += '\n';
    joined += line;
  }
  return joined;
}

std::string quote_line(const Quote& quote) {
  return one_line(quote.file_name) + ", " + quote.place() + ": " + one_line(quote.text);
}

std::string unmet_line(const SubCheck& check) {
  if (check.met) return "";
  return check.label.empty() ? one_line(check.text) : check.label + " " + one_line(check.text);
}

std::string review_line(const Review& review) {
  std::string line = to_iso8601(review.at) + " " + review.reviewer + " " + review.verdict;
  if (review.status) line += " " + std::string(to_text(*review.status));
  return review.note.empty() ? line : line + ": " + one_line(review.note);
}

void write_head(Buffer& out, bool reviewed) {
  Row row(out);
  row << "criterionId"
      << "criterionTitle"
      << "requirementId"
      << "title"
      << "status"
      << "confidence"
      << "reasoning"
      << "citationCount"
      << "citations"
      << "unmet"
      << "task";
  if (reviewed) row << "reviews";
  row.end();
}

void write_row(Buffer& out, const Criterion& criterion, const Finding& finding, bool reviewed) {
  Row row(out);
  row << std::to_string(criterion.id) << criterion.title << finding.requirement_id << finding.title
      << to_text(finding.status) << two_digits(finding.confidence) << finding.reasoning
      << std::to_string(finding.quotes.size()) << lines(finding.quotes, quote_line)
      << lines(finding.subchecks, unmet_line)
      << lines(finding.tasks, [](const Task& task) { return one_line(task.title); });
  if (reviewed) row << lines(finding.reviews, review_line);
  row.end();
}

}  // namespace

void write_csv(const Report& report, const Output& output) {
  Buffer out(output);
  write_head(out, report.reviewed);
  for (const Criterion& criterion : report.criteria) {
    for (const Finding& finding : criterion.findings) {
      output.check();
      write_row(out, criterion, finding, report.reviewed);
    }
  }
  out.flush();
}

}  // namespace assay::exports
