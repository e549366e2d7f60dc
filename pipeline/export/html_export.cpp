// SPDX-License-Identifier: Apache-2.0
// HTML: one file that runs nothing and loads nothing, whatever names and quotes contain. Its style,
// and the shapes of the statuses: a status is a shape before a colour.
#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/ascii.hpp"
#include "pipeline/export/export_formats.hpp"
#include "pipeline/export/report_text.hpp"

namespace assay::exports {

inline constexpr std::string_view kHtmlStyle = R"css(
:root{color-scheme:light dark;--background:#f7f8fa;--card:#fff;--line:#e3e6ec;--ink:#171b26;
--ink-2:#4a5266;--accent:#2f5bd8;--complete:#14774a;--partial:#9a5b00;--missing:#b42a2a;
--failed:#6941c6;--quote:#fff0a8}
@media (prefers-color-scheme:dark){:root{--background:#0f131b;--card:#171c27;--line:#2a3140;
--ink:#eceff6;--ink-2:#b0b8ca;--accent:#7ea2ff;--complete:#5fd39a;--partial:#f0b55c;
--missing:#ff8e8e;--failed:#b79cff;--quote:#5c4f12}}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--ink);font-variant-numeric:tabular-nums;
font:14px/1.5 Inter,"Noto Sans",system-ui,"Segoe UI",Roboto,sans-serif}
main{max-width:980px;margin:0 auto;padding:40px 20px 64px}
h1{font-size:28px;line-height:1.25;letter-spacing:-.015em;margin:4px 0 8px}
h2{font-size:20px;letter-spacing:-.015em;margin:40px 0 12px}
h3{font-size:16px;margin:28px 0 8px}
h4{font-size:14px;margin:0;overflow-wrap:anywhere}
p{margin:0 0 8px}
a{color:var(--accent)}
.second{color:var(--ink-2)}
.eyebrow{color:var(--accent);font-weight:600}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 20px;
margin:0 0 12px;break-inside:avoid-page}
table{width:100%;border-collapse:collapse;background:var(--card)}
th,td{padding:7px 12px;text-align:left;vertical-align:top;border-top:1px solid var(--line);
overflow-wrap:anywhere}
thead th{font-size:12.5px;font-weight:500;color:var(--ink-2);white-space:nowrap}
td.number,th.number{text-align:right;white-space:nowrap}
code{font:12px/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.status{display:inline-flex;align-items:center;gap:6px;white-space:nowrap;font-weight:500}
.glyph{width:14px;height:14px;flex:none}
.complete{color:var(--complete)}.partial{color:var(--partial)}
.missing{color:var(--missing)}.failed{color:var(--failed)}
.head{display:flex;gap:12px;align-items:baseline;justify-content:space-between;margin-bottom:8px}
blockquote{margin:8px 0;padding:6px 12px;border-left:3px solid var(--accent)}
blockquote mark{background:var(--quote);color:inherit;white-space:pre-wrap}
blockquote footer{font-size:12.5px;color:var(--ink-2)}
.reasoning{white-space:pre-wrap;overflow-wrap:anywhere}
ul{margin:4px 0 8px;padding-left:20px}
svg.bar{display:block;width:100%;height:18px;margin:12px 0}
svg.meter{width:72px;height:10px;vertical-align:middle;margin-right:6px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 20px;margin:0}
dt{color:var(--ink-2)}dd{margin:0;overflow-wrap:anywhere}
@media print{body{background:#fff}main{max-width:none;padding:0}a{color:inherit}}
)css";

inline constexpr std::string_view kHtmlGlyphs =
    R"(<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>)"
    R"(<symbol id="g-complete" viewBox="0 0 16 16"><path fill="currentColor" fill-rule="evenodd" )"
    R"(d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.8 5.1-4.4 4.9a.8.8 0 0 1-1.2 0L4.2 8.9l1.2-1.1 )"
    R"(1.4 1.5 3.8-4.3Z"/></symbol><symbol id="g-partial" viewBox="0 0 16 16"><circle cx="8" cy="8" )"
    R"(r="6.2" fill="none" stroke="currentColor" stroke-width="1.6"/><path fill="currentColor" )"
    R"(d="M8 1.8a6.2 6.2 0 0 1 0 12.4Z"/></symbol><symbol id="g-missing" viewBox="0 0 16 16">)"
    R"(<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6" )"
    R"(stroke-dasharray="2.4 2.47"/></symbol><symbol id="g-failed" viewBox="0 0 16 16"><path )"
    R"(fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" )"
    R"(d="M8 2.2 14.4 13.4H1.6Z"/><path fill="currentColor" d="M7.2 6h1.6v4H7.2Zm0 5h1.6v1.4H7.2Z"/>)"
    R"(</symbol></defs></svg>)";

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
