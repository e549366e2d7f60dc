// SPDX-License-Identifier: Apache-2.0
// One function per format, each in a file of its own. The same report gives the same bytes.
#pragma once

#include "core/base/states.hpp"
#include "pipeline/export/output.hpp"
#include "pipeline/export/report_data.hpp"

namespace assay::exports {

// Throws what Output's functions throw, and std::runtime_error when a library fails.
void write(ExportFormat format, const Report& report, const Output& output);

// The assessments, documents and tasks under the API's names.
void write_json(const Report& report, const Output& output);
// One row per requirement (RFC 4180, UTF-8). An apostrophe precedes text that a spreadsheet could
// take for a formula.
void write_csv(const Report& report, const Output& output);
// Sheets: summary, matrix, citations, tasks, documents.
void write_xlsx(const Report& report, const Output& output);
// A report in print: cover, summary, matrix, findings, appendix.
void write_pdf(const Report& report, const Output& output);
// One file without scripts that loads nothing.
void write_html(const Report& report, const Output& output);
// A ZIP of two documents, because an OSCAL document has one root: assessment results, and the plan
// of action and milestones if the run created tasks.
void write_oscal(const Report& report, const Output& output);
// The evidence package: a ZIP of report, frozen record, cited originals and their hashes.
void write_package(const Report& report, const Output& output);

}  // namespace assay::exports
