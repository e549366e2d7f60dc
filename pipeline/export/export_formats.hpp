// SPDX-License-Identifier: Apache-2.0
// The formats, one function each in a file of its own, and what they get besides the report. The
// same report gives the same bytes.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/c_handle.hpp"
#include "core/base/states.hpp"
#include "core/base/time.hpp"
#include "pipeline/export/report_data.hpp"

namespace assay::exports {
using File = CHandle<std::FILE, std::fclose>;

// The bytes of a stored original, or why they are not there.
struct Original {
  File file;                            // null if they are not there
  bool lost = false;                    // the document is there, so they should be too
  std::optional<Timestamp> deleted_at;  // when the document was deleted, if the trail has it
};

struct Document;

// The destination, and callbacks to use while writing.
struct Output {
  // Takes the file's bytes, in order. Throws to end the export.
  std::function<void(std::string_view)> write;
  // Call between pieces of work: throws when there is no point in continuing.
  std::function<void()> check;
  // Creates an empty file, removed once the export is over, for libraries that need a path.
  std::function<std::filesystem::path()> scratch;
  // Opens a document's stored original. Throws when its bytes do not match the hash.
  std::function<Original(const Document&)> original;
};

// Passes the bytes of a file that a library wrote to output. Throws IoError.
void copy_file(const std::filesystem::path& path, const Output& output);

// Collects small pieces: a hash and a system call for each would cost more than creating them.
class Buffer {
 public:
  explicit Buffer(const Output& output) : output_(output) {}
  Buffer& operator<<(std::string_view text) {
    pending_ += text;
    if (pending_.size() >= kMax) flush();
    return *this;
  }
  void flush() {
    output_.write(pending_);
    pending_.clear();
  }

 private:
  static constexpr std::size_t kMax = std::size_t{64} * 1024;
  const Output& output_;
  std::string pending_;
};

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
