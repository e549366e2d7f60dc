// SPDX-License-Identifier: Apache-2.0
// HTML: one file that runs nothing and loads nothing, whatever names and quotes contain.
#include <algorithm>
#include <array>

#include "core/base/ascii.hpp"
#include "pipeline/export/export_formats.hpp"
#include "pipeline/export/html_style.hpp"
#include "pipeline/export/report_text.hpp"

namespace assay::exports {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// Text of any script, isolated so that it does not change the direction of the text around it.
std::string isolated(std::string_view text) {
  return "<bdi>" + escaped(text) + "</bdi>";
}

std::string css_class(AssessmentStatus status) {
  return ascii_lower(status_word(status));
}

std::string status_html(AssessmentStatus status) {
  const std::string name = css_class(status);
  return "<span class=\"status " + name +
         "\"><svg class=\"glyph\" aria-hidden=\"true\"><use href=\"#g-" + name + "\"/></svg>" +
         std::string(status_word(status)) + "</span>";
}

// A bar in one hue with ticks at the two thresholds, and the number beside it.
std::string meter(const Report& report, double confidence) {
  const auto tick = [](double at) {
    return "<rect x=\"" + two_digits(at * 72) +
           "\" y=\"0\" width=\"1\" height=\"10\" fill=\"currentColor\" opacity=\".5\"/>";
  };
  return "<svg class=\"meter\" viewBox=\"0 0 72 10\" aria-hidden=\"true\"><rect y=\"3\" "
         "width=\"72\" "
         "height=\"4\" rx=\"2\" fill=\"var(--line)\"/><rect y=\"3\" width=\"" +
         two_digits(confidence * 72) + "\" height=\"4\" rx=\"2\" fill=\"var(--accent)\"/>" +
         tick(report.threshold_partial) + tick(report.threshold_complete) + "</svg>" +
         two_digits(confidence);
}

// The shares of the statuses as one bar. The title of each part names it.
std::string share_bar(const Counts& counts, std::size_t total) {
  std::string svg =
      "<svg class=\"bar\" viewBox=\"0 0 1000 18\" preserveAspectRatio=\"none\" role=\"img\" "
      "aria-label=\"Shares of the statuses\">";
  double at = 0;
  for (const AssessmentStatus status : kStatuses) {
    const std::size_t count = count_of(counts, status);
    if (count == 0) continue;
    const double width = 1000.0 * static_cast<double>(count) / static_cast<double>(total);
    svg += "<rect class=\"" + css_class(status) + "\" x=\"" + two_digits(at) + "\" width=\"" +
           two_digits(width) +
           "\" height=\"18\" fill=\"currentColor\" stroke=\"var(--card)\"><title>" +
           std::string(status_word(status)) + ": " + std::to_string(count) + "</title></rect>";
    at += width;
  }
  return svg + "</svg>";
}

void fact(Buffer& out, std::string_view name, const std::string& html) {
  out << "<dt>" << name << "</dt><dd>" << html << "</dd>\n";
}

void write_summary(Buffer& out, const Report& report) {
  out << "<p class=\"eyebrow\">Compliance evidence assessment</p>\n<h1>"
      << isolated(report.pack_name) << "</h1>\n<p class=\"second\">" << isolated(report.tenant_name)
      << " · version " << isolated(report.pack_version) << " · assessed "
      << readable(report.completed_at) << "</p>\n<section class=\"card\">"
      << share_bar(report.counts, std::max<std::size_t>(1, report.finding_count))
      << "<table><thead><tr><th>Status</th><th "
         "class=\"number\">Requirements</th><th>Meaning</th></tr>"
         "</thead><tbody>\n";
  constexpr std::array<std::string_view, 4> kMeaning{
      "The evidence fully satisfies the requirement.", "The evidence partly addresses it.",
      "No relevant evidence was found.",
      "The evaluation could not be completed; this does not mean that the requirement is unmet."};
  for (std::size_t i = 0; i < kStatuses.size(); ++i) {
    out << "<tr><td>" << status_html(kStatuses.at(i)) << "</td><td class=\"number\">"
        << std::to_string(count_of(report.counts, kStatuses.at(i))) << "</td><td>" << kMeaning.at(i)
        << "</td></tr>\n";
  }
  out << "</tbody></table></section>\n";
}

std::string anchor(const Finding& finding) {
  return "f-" + finding.id.value;
}

void write_matrix(Buffer& out, const Report& report) {
  out << "<h2>Requirements by criterion</h2>\n";
  for (const Criterion& criterion : report.criteria) {
    out << "<h3>" << std::to_string(criterion.id) << " " << isolated(criterion.title)
        << "</h3>\n<table><thead><tr><th>Requirement</th><th></th><th>Status</th>"
           "<th class=\"number\">Confidence</th><th "
           "class=\"number\">Quotes</th></tr></thead><tbody>\n";
    for (const Finding& finding : criterion.findings) {
      out << "<tr><td><a href=\"#" << anchor(finding) << "\">" << escaped(finding.requirement_id)
          << "</a></td><td>" << isolated(finding.title) << "</td><td>"
          << status_html(finding.status) << "</td><td class=\"number\">"
          << meter(report, finding.confidence) << "</td><td class=\"number\">"
          << std::to_string(finding.quotes.size()) << "</td></tr>\n";
    }
    out << "</tbody></table>\n";
  }
}

void write_checks(Buffer& out, const Finding& finding) {
  if (finding.subchecks.size() < 2) return;
  out << "<p class=\"second\">What must be shown</p><ul>\n";
  for (const SubCheck& check : finding.subchecks) {
    out << "<li>" << (check.met ? "<b>Shown</b>: " : "<b>Not shown</b>: ") << isolated(check.text)
        << "</li>\n";
  }
  out << "</ul>\n";
}

void write_reviews(Buffer& out, const Finding& finding) {
  for (const Review& review : finding.reviews) {
    out << "<p><b>Review</b> by " << isolated(review.reviewer) << ", " << readable(review.at)
        << ": " << escaped(review.verdict);
    if (review.status) out << " " << status_html(*review.status);
    if (!review.note.empty()) out << ": " << isolated(review.note);
    out << "</p>\n";
  }
}

void write_finding(Buffer& out, const Report& report, const Finding& finding) {
  out << "<article class=\"card\" id=\"" << anchor(finding) << "\"><div class=\"head\"><h4>"
      << escaped(finding.requirement_id) << " " << isolated(finding.title) << "</h4>"
      << status_html(finding.status) << "</div>\n<p class=\"second\">Confidence "
      << meter(report, finding.confidence) << "</p>\n<p class=\"reasoning\">"
      << isolated(finding.reasoning) << "</p>\n";
  write_checks(out, finding);
  for (const Quote& quote : finding.quotes) {
    out << "<blockquote><mark>" << isolated(quote.text) << "</mark><footer>"
        << isolated(quote.file_name) << ", " << quote.place() << "</footer></blockquote>\n";
  }
  write_reviews(out, finding);
  for (const Task& task : finding.tasks) {
    out << "<p><b>To do</b>: " << isolated(task.title) << "</p>\n<p class=\"reasoning second\">"
        << isolated(task.description) << "</p>\n";
  }
  out << "</article>\n";
}

void write_appendix(Buffer& out, const Report& report) {
  out << "<h2>Appendix: what this report is based on</h2>\n<section class=\"card\"><dl>\n";
  fact(out, "Run", "<code>" + escaped(report.run_id) + "</code>");
  fact(out, "Frozen record (SHA-256)",
       report.snapshot_hash ? "<code>" + escaped(*report.snapshot_hash) + "</code>"
                            : "none: the run was made without a frozen record");
  fact(out, "Criteria version", "<code>" + escaped(report.criteria_version_id) + "</code>");
  if (report.corpus_title) fact(out, "Regulatory text", isolated(*report.corpus_title));
  fact(out, "Evaluator", escaped(report.evaluator));
  fact(out, "Encoder", "<code>" + escaped(report.model) + "</code>");
  if (report.glossary_version) {
    fact(out, "Glossary", "version " + std::to_string(*report.glossary_version));
  }
  fact(out, "Complete from", "confidence " + two_digits(report.threshold_complete));
  fact(out, "Partial from", "confidence " + two_digits(report.threshold_partial));
  if (report.failure_reason) fact(out, "Failures", isolated(*report.failure_reason));
  out << "</dl></section>\n<table><thead><tr><th>Document</th><th>Type</th>"
         "<th class=\"number\">Quotes</th><th>SHA-256</th></tr></thead><tbody>\n";
  for (const Document& document : report.documents) {
    out << "<tr><td>" << isolated(document.file_name)
        << (document.deleted ? " (deleted before it was read)" : "") << "</td><td>"
        << escaped(document.file_type) << "</td><td class=\"number\">"
        << std::to_string(document.quoted) << "</td><td><code>" << escaped(document.sha256)
        << "</code></td></tr>\n";
  }
  out << "</tbody></table>\n";
}

}  // namespace

void write_html(const Report& report, const Output& output) {
  Buffer out(output);
  out << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "style-src 'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
         "<meta name=\"referrer\" content=\"no-referrer\">\n<title>"
      << escaped(one_line(report.pack_name)) << ": " << escaped(one_line(report.tenant_name))
      << "</title>\n<style>" << kHtmlStyle << "</style></head>\n<body>" << kHtmlGlyphs
      << "<main>\n";
  write_summary(out, report);
  write_matrix(out, report);
  out << "<h2>Findings</h2>\n";
  for (const Criterion& criterion : report.criteria) {
    out << "<h3>" << std::to_string(criterion.id) << " " << isolated(criterion.title) << "</h3>\n";
    for (const Finding& finding : criterion.findings) {
      output.check();
      write_finding(out, report, finding);
    }
  }
  write_appendix(out, report);
  out << "</main></body></html>\n";
  out.flush();
}

}  // namespace assay::exports
