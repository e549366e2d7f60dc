// SPDX-License-Identifier: Apache-2.0
// A made-up run's record, with names and texts that try to break formats, and exports of it.
#pragma once

#include <map>
#include <string>

#include "core/base/states.hpp"
#include "pipeline/export/export_formats.hpp"
#include "pipeline/export/report_data.hpp"

namespace assay::test {

// Occurs in names, titles, quotes and notes of the sample.
inline constexpr const char* kScript = "<script>alert('x')</script>";
inline constexpr const char* kFormula = "=HYPERLINK(\"http://evil.example\",\"x\")";
inline constexpr const char* kHebrew = "מדיניות גיבוי 2026.pdf";
inline constexpr const char* kControls = "bell\x07 nul-free\x01 turn\xe2\x80\xae end";

struct SampleSize {
  int criteria = 3;
  int requirements = 4;  // per criterion; their statuses rotate
};
// A CAPTURED run. The originals of its documents are in sample_originals().
[[nodiscard]] exports::Source sample_source(const SampleSize& size = {});
// The bytes of the sample's documents, by SHA-256; one document of the record has none.
[[nodiscard]] const std::map<std::string, std::string>& sample_originals();

// A review of the sample's finding with that number, from 0.
[[nodiscard]] exports::Review sample_review(int finding, std::string note);
// Exports the record in that format; returns the file's bytes.
[[nodiscard]] std::string exported(ExportFormat format, exports::Source source);
// Writes the bytes below the test's temporary directory; returns the path.
[[nodiscard]] std::string file_with(const std::string& bytes, const std::string& name);
// Writes a ZIP there and unpacks it beside; returns the new folder.
[[nodiscard]] std::string unpacked(const std::string& bytes, const std::string& name);
// The output of a shell command; throws std::runtime_error if it fails.
[[nodiscard]] std::string printed_by(const std::string& command);

}  // namespace assay::test
