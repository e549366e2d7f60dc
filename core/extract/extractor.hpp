// SPDX-License-Identifier: Apache-2.0
// Reads documents: starts assay-extract for one document and returns what it found. The child
// parses hostile bytes, so its answers are checked here before they are used. Settings for
// recognising words in pictures (OCR).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/document_fact.hpp"
#include "core/base/error.hpp"
#include "core/extract/extract_types.hpp"

namespace assay {

// A document's type, determined by its content and, for kinds of text, also by its name.
struct Inspection {
  std::string file_type;     // "pdf", "docx", "xlsx", "md", "txt", "zip", "png"; "bin" if unknown
  std::string content_type;  // e.g. "application/pdf"; never with parameters
  // An archive whose files unpack() can take out. False for one that claims to be a document
  // (report.docx): read() then reports that.
  bool archive = false;
  // The files of an archive, in its order.
  std::vector<ArchiveFile> files = {};
};

struct Extracted {
  std::string file_type;
  std::vector<Page> pages;
  std::vector<FileProperty> properties = {};  // in no particular order; at most kMaxProperties
  // Some page is a picture whose words were not looked for (Pictures::Leave). Reading ended there,
  // and there are no pages.
  bool pictures_left = false;
};

// Callbacks during read() and unpack(). Both may throw: the child is then killed, and the exception
// reaches the caller.
struct ExtractWatch {
  // Pages processed so far, and how many in all.
  std::function<void(std::int64_t done, std::int64_t total)> progress = {};
  // About twice a second.
  std::function<void()> tick = {};
};

// Receives the files of an archive one by one. An exception ends the unpacking and reaches
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
  // A file that does not become a document; reason is a sentence for a person.
  virtual void left_out(std::string_view path, std::string_view reason) = 0;
};

class ReaderParent;

// Safe to use from several threads at once. All calls block until the child has ended and is
// reaped. The child gets its own read-only descriptor, so document_fd's position is neither used
// nor moved. Calls throw IoError or std::runtime_error when the child cannot be started or set up:
// that is not the document's fault.
class Extractor {
 public:
  struct Limits {
    std::chrono::milliseconds step{120'000};            // without a new page or file
    std::int64_t memory_bytes = std::int64_t{1} << 30;  // address space
    std::chrono::seconds total{120};  // for the whole; wall clock and processor time each
    std::int64_t max_pages = 10'000;
    std::int64_t max_text_bytes = 50LL << 20U;
  };

  // How words of pictures are recognised (OCR).
  struct Recognition {
    std::string binary;             // assay-ocr
    std::string languages;          // as tesseract names them, "eng+deu"; empty: none are
    std::chrono::seconds page{60};  // processor time for one page
    int pages_at_once = 8;          // that one process recognises
  };

  Extractor(std::string binary, Limits limits) : Extractor(std::move(binary), limits, {}) {}
  Extractor(std::string binary, Limits limits, Recognition recognition);

  // For a process that reads many documents: from now on, readers are forked from one process
  // (core/extract/reader_parent.hpp). Call it before all others.
  void fork_readers();

  // Determines the type. An archive is unpacked completely (keeping only names and hashes), so that
  // one that breaks a rule is refused here, before anything is stored: ArchiveLimit,
  // ArchiveUnsafe. Also fails with Encrypted, Empty, Timeout, Crashed, Killed, Memory.
  [[nodiscard]] Result<Inspection, ExtractFailure> inspect(int document_fd,
                                                           std::string_view original_filename,
                                                           const ExtractWatch& watch = {}) const;
  // What to do with pages that are pictures. Recognising one takes about a second.
  enum class Pictures {
    Recognize,
    Leave,  // end at the first one, unless the words of no picture can be recognised here
  };
  // Returns at least one page with text, or pictures_left, or a failure. Pages that are pictures
  // are recognised; one that cannot be keeps no text and PageSource::Picture. Fails with Limit
  // above max_pages or max_text_bytes; the reason names the limit and the amount found.
  [[nodiscard]] Result<Extracted, ExtractFailure> read(
      int document_fd, std::string_view original_filename, const ExtractWatch& watch = {},
      Pictures pictures = Pictures::Recognize) const;
  // Passes on all files of an archive, nested ones flattened; nullopt on success. On failure the
  // sink may have received some files already: drop them.
  [[nodiscard]] std::optional<ExtractFailure> unpack(int document_fd,
                                                     std::string_view original_filename,
                                                     FileSink& sink,
                                                     const ExtractWatch& watch = {}) const;
  // Returns the sheets of an Excel workbook as cells. Fails with Unsupported for other files, and
  // with Limit above 50,000 rows per sheet, 200 columns, a million cells or 50 MiB of text.
  [[nodiscard]] Result<std::vector<Sheet>, ExtractFailure> tables(
      int document_fd, std::string_view original_filename) const;

  // Returns a page of a PDF or picture as PNG, as people see it. page: from 1. Fails with Timeout
  // after kMaxDrawingTime, and with Broken if there is nothing to draw.
  [[nodiscard]] Result<std::string, ExtractFailure> draw(int document_fd, int page) const;
  static constexpr std::chrono::seconds kMaxDrawingTime{10};

 private:
  [[nodiscard]] std::optional<ExtractFailure> recognize_pictures(Extracted& document,
                                                                 int document_fd,
                                                                 const ExtractWatch& watch) const;

  std::string binary_;
  Limits limits_;
  Recognition recognition_;
  std::shared_ptr<ReaderParent> parent_;
};

// Where Debian's tesseract-ocr-* packages keep the data of languages.
inline constexpr const char* kTessdataFolder = "/usr/share/tesseract-ocr/5/tessdata";

// The program is assay-ocr, in the folder of extract_binary. languages: "eng+deu". One whose data
// is not installed is left out and logged: documents do not wait for it.
[[nodiscard]] Extractor::Recognition recognition_of(const std::string& extract_binary,
                                                    const std::string& languages,
                                                    std::chrono::seconds page);

}  // namespace assay
