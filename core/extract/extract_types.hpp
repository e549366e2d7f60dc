// SPDX-License-Identifier: Apache-2.0
// What assay-extract finds in a document: pages of text, sheets of cells, the files of an archive,
// or why it cannot be read. The version of the reader, which is stored with every document that it
// read.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json.hpp"

namespace assay {

// Why a document could not be read: a closed list of problems and a sentence for a person.
enum class ExtractProblem {
  ArchiveLimit,   // details {limit: "depth"|"fileCount"|"totalBytes", allowed, found}
  ArchiveUnsafe,  // names that escape, links, encrypted, overlapping or broken ZIP structure
  Encrypted,      // needs a password
  Broken,         // not readable as the type it claims to be
  Unsupported,    // a type Assay does not read
  NoText,         // pages, but no text on any of them
  TypeMismatch,   // the name claims a type that the content is not
  Empty,          // no bytes, or no words
  Limit,          // more text, pages or cells than Assay takes
  Timeout,
  Crashed,
  Killed,  // the reader was killed from outside: not the document's fault
  Memory,
  ReaderFault,  // an exception that only a fault of Assay's reader throws: not the document's fault
};

struct ExtractProblemName {
  ExtractProblem problem;
  std::string_view name;
};
inline constexpr std::array kExtractProblemNames{
    ExtractProblemName{ExtractProblem::ArchiveLimit, "archive_limit"},
    ExtractProblemName{ExtractProblem::ArchiveUnsafe, "archive_unsafe"},
    ExtractProblemName{ExtractProblem::Encrypted, "encrypted"},
    ExtractProblemName{ExtractProblem::Broken, "broken"},
    ExtractProblemName{ExtractProblem::Unsupported, "unsupported"},
    ExtractProblemName{ExtractProblem::NoText, "no_text"},
    ExtractProblemName{ExtractProblem::TypeMismatch, "type_mismatch"},
    ExtractProblemName{ExtractProblem::Empty, "empty"},
    ExtractProblemName{ExtractProblem::Limit, "limit"},
    ExtractProblemName{ExtractProblem::Timeout, "timeout"},
    ExtractProblemName{ExtractProblem::Crashed, "crashed"},
    ExtractProblemName{ExtractProblem::Killed, "killed"},
    ExtractProblemName{ExtractProblem::Memory, "memory"},
    ExtractProblemName{ExtractProblem::ReaderFault, "reader_fault"},
};

[[nodiscard]] constexpr std::string_view extract_problem_name(ExtractProblem problem) {
  for (const auto& [value, name] : kExtractProblemNames) {
    if (value == problem) return name;
  }
  throw std::logic_error("an unknown problem");
}

[[nodiscard]] constexpr std::optional<ExtractProblem> extract_problem_of(std::string_view name) {
  for (const auto& [value, known] : kExtractProblemNames) {
    if (known == name) return value;
  }
  return std::nullopt;
}

// reason is one or two plain sentences for a person: what is wrong and what to do. details is an
// object or null; of a ReaderFault, {fault: what was thrown}, for the log.
struct ExtractFailure {
  ExtractProblem problem = ExtractProblem::Broken;
  std::string reason;
  Json details;
};

// A document that was read: pages of text, and the positions of headings, paragraphs and rows.
enum class BlockKind { Heading, Paragraph, ListItem, TableRow };

// A range of its page's text: [start, end) in code points, without the line break after it. Blocks
// are in reading order and do not overlap; every word of a page is in some block.
struct Block {
  BlockKind kind = BlockKind::Paragraph;
  int level = 0;  // of a heading: 1 is the highest; 0 for all other kinds
  std::size_t start = 0;
  std::size_t end = 0;
};

// Where the text of a page comes from.
enum class PageSource {
  Text,       // the document holds it
  Picture,    // a picture with words still to be recognised; its text is what is around it
  Recognized  // recognised in a picture (OCR)
};

// A page of a PDF, a sheet of a workbook, a slide; one page for formats without pages. text is
// valid UTF-8 without NUL and ends with '\n' unless empty. The document's text is the pages' texts
// concatenated, so offsets into the document follow from the lengths.
struct Page {
  int number = 1;
  std::string text;
  std::vector<Block> blocks;
  PageSource source = PageSource::Text;
  double confidence = 1;  // 0 to 1: of recognised words on average; 1 for other sources
  // The places of its words, encoded by core/extract/page_words.hpp; empty for formats whose pages
  // have no fixed layout.
  std::string words = {};
  // The document's own label for the page, such as "iv"; empty if it has none or the label is the
  // number. At most frames::kMaxLabelBytes, one line.
  std::string label = {};
};

// The cells of a workbook, for content that is read as a table instead of as text.

// text is valid UTF-8 without control characters other than '\n' and '\t', and not empty.
struct SheetCell {
  std::size_t column = 0;  // from 0
  std::string text;
};

// Cells by column, only those with a value; at least one.
struct SheetRow {
  std::size_t number = 1;  // as the program shows it, from 1
  std::vector<SheetCell> cells;
};

// Rows in order, only those with a value.
struct Sheet {
  std::string name;
  std::vector<SheetRow> rows;
};

// A file inside an uploaded archive, as the archive reader found it.
struct ArchiveFile {
  // Valid UTF-8, relative, without "." and ".." parts. Files of nested archives are prefixed with
  // the archive's path ("inner.zip/notes.txt").
  std::string path;
  std::string sha256;    // lower-case hex; empty if the file is left out
  std::string left_out;  // why it does not become a document; empty if it does
};

// The values of a document's fileType whose files become documents of their own.
inline constexpr std::array<std::string_view, 7> kArchiveTypes{"7z",  "bz2", "gz", "mbox",
                                                               "tar", "xz",  "zip"};
[[nodiscard]] inline bool is_archive_type(std::string_view type) {
  return std::find(kArchiveTypes.begin(), kArchiveTypes.end(), type) != kArchiveTypes.end();
}
// Whether documents of the type have text of their own, and may have files attached that become
// documents too.
[[nodiscard]] inline bool has_members(std::string_view type) {
  return type == "eml" || type == "msg";
}
// Pictures of pages, whose words are recognised.
inline constexpr std::array<std::string_view, 6> kPictureTypes{"png",  "jpeg", "tiff",
                                                               "webp", "bmp",  "gif"};
[[nodiscard]] inline bool is_picture_type(std::string_view type) {
  return std::find(kPictureTypes.begin(), kPictureTypes.end(), type) != kPictureTypes.end();
}
[[nodiscard]] inline std::vector<std::string> archive_types() {
  return {kArchiveTypes.begin(), kArchiveTypes.end()};
}

// Raise it when documents are read better or formats are added, so that administrators can have
// older ones read again. The table of formats is in pipeline/extract/reading.cpp.
inline constexpr int kReaderVersion = 6;

}  // namespace assay
