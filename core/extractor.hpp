// SPDX-License-Identifier: Apache-2.0
// Reading documents: starts assay-extract for one document and hands back what it found. The
// child parses hostile bytes, so nothing it says is believed before it is checked here.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/archive_file.hpp"
#include "core/extract_failure.hpp"
#include "core/page.hpp"
#include "core/result.hpp"
#include "core/sheet.hpp"

namespace assay {

// What a document is, by its content; among kinds of text also by its name.
struct Inspection {
  std::string file_type;     // "pdf", "docx", "xlsx", "md", "txt", "zip", "png"; "bin" if unknown
  std::string content_type;  // e.g. "application/pdf"; never with parameters
  // A ZIP whose files are to be taken out with unpack(). False for a file that is a plain ZIP but
  // calls itself a document (report.docx): read() then says so.
  bool archive = false;
  // Of an archive: what it holds, in its order.
  std::vector<ArchiveFile> files = {};
};

struct Extracted {
  std::string file_type;
  std::vector<Page> pages;
};

// What a caller of read() and unpack() may look at meanwhile. Both may throw; the child is then
// killed, and what was thrown reaches the caller.
struct ExtractWatch {
  // Pages looked at so far, of how many.
  std::function<void(std::int64_t done, std::int64_t total)> progress = {};
  // About twice a second.
  std::function<void()> tick = {};
};

// Takes the files of an archive one after another; what it throws ends the unpacking and reaches
// unpack()'s caller.
class FileSink {
 public:
  FileSink() = default;
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;
  virtual ~FileSink() = default;
  // path: as in ArchiveFile. Exactly size bytes follow.
  virtual void begin_file(std::string_view path, std::uint64_t size) = 0;
  virtual void file_data(std::span<const std::byte> bytes) = 0;
  virtual void end_file() = 0;
  // A file that does not become a document, and why: a sentence for a person.
  virtual void left_out(std::string_view path, std::string_view reason) = 0;
};

// Safe to use from several threads at once. All calls block until the child has ended and is
// reaped; the child gets a read-only descriptor of its own, so document_fd's position is neither
// used nor moved. Throw IoError or std::runtime_error when the child cannot be started or set up:
// that is no document's fault.
class Extractor {
 public:
  struct Limits {
    std::chrono::milliseconds step{120'000};            // without a further page or file
    std::int64_t memory_bytes = std::int64_t{1} << 30;  // address space
    std::chrono::seconds total{120};  // of the whole, wall clock and processor each
    std::int64_t max_pages = 10'000;
    std::int64_t max_text_bytes = 50LL << 20U;
  };

  Extractor(std::string binary, Limits limits);

  // Tells the type. A ZIP is inflated completely (and nothing but names and hashes kept), so that
  // one that breaks a rule is refused here, before anything is stored: ArchiveLimit, ArchiveUnsafe.
  // Also fails with Empty, Timeout, Crashed, Killed, Memory.
  [[nodiscard]] Result<Inspection, ExtractFailure> inspect(int document_fd,
                                                           std::string_view original_filename,
                                                           const ExtractWatch& watch = {}) const;
  // At least one page with text, or a failure. Limit where there is more than max_pages or
  // max_text_bytes allow: the reason names the limit and what was found.
  [[nodiscard]] Result<Extracted, ExtractFailure> read(int document_fd,
                                                       std::string_view original_filename,
                                                       const ExtractWatch& watch = {}) const;
  // All files of a ZIP, nested ones flattened; nullopt when all went well. On failure the sink may
  // have seen some files already: drop them.
  [[nodiscard]] std::optional<ExtractFailure> unpack(int document_fd,
                                                     std::string_view original_filename,
                                                     FileSink& sink,
                                                     const ExtractWatch& watch = {}) const;
  // The sheets of an Excel workbook as cells; Unsupported when it is no such workbook, Limit beyond
  // 50,000 rows of a sheet, 200 columns, a million cells or 50 MiB of text.
  [[nodiscard]] Result<std::vector<Sheet>, ExtractFailure> tables(
      int document_fd, std::string_view original_filename) const;

 private:
  std::string binary_;
  Limits limits_;
};

}  // namespace assay
