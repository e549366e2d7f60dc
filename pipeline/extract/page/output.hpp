// SPDX-License-Identifier: Apache-2.0
// Defines where results go: an interface for the formats, its implementation in frames, and one
// that keeps the text of a page instead of handing it on, for parts that may repeat each other. If
// a document cannot be read, an exception carries the answer.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extract/extract_protocol.hpp"
#include "core/extract/extract_types.hpp"
#include "core/extract/extractor.hpp"

namespace assay::extract {

// Thrown by the formats, caught only in main.cpp, which sends it as the Failure frame.
class ReadFailure : public std::exception {
 public:
  ReadFailure(ExtractProblem problem, std::string reason, Json details = {})
      : failure_{problem, std::move(reason), std::move(details)} {}
  [[nodiscard]] const ExtractFailure& failure() const noexcept { return failure_; }
  [[nodiscard]] const char* what() const noexcept override { return failure_.reason.c_str(); }

 private:
  ExtractFailure failure_;
};

// Takes each page as it is finished, so that a long document is never held twice.
class PageSink {
 public:
  PageSink() = default;
  PageSink(const PageSink&) = delete;
  PageSink& operator=(const PageSink&) = delete;
  virtual ~PageSink() = default;
  virtual void page(Page page) = 0;
  // Number of pages examined so far, and in total; before the first page(). pictures: whether one
  // of them is a picture whose words are still to be recognised.
  virtual void progress(std::size_t /*done*/, std::size_t /*total*/, bool /*pictures*/) {}
  virtual void property(const FileProperty& /*property*/) {}
};

// Writes the frames of core/extract/extract_protocol.hpp to a pipe. Throws IoError.
class FrameWriter : public PageSink, public FileSink {
 public:
  explicit FrameWriter(int fd) : fd_(fd) {}
  void inspection(const Inspection& inspection);  // with the files of an archive
  void page(Page page) override;
  void progress(std::size_t done, std::size_t total, bool pictures) override;
  void property(const FileProperty& property) override;
  void begin_file(std::string_view path, std::uint64_t size) override;
  void file_data(std::span<const std::byte> bytes) override;
  void end_file() override;
  void left_out(std::string_view path, std::string_view reason) override;
  void sheet(std::string_view name);
  void rows(const std::vector<SheetRow>& rows);
  void failure(const ExtractFailure& failure);
  void done();

 private:
  void send(frames::Type type, std::string_view payload);
  void member(const ArchiveFile& file);
  int fd_;
  std::int64_t pages_ = 0;
  std::int64_t files_ = 0;
  std::int64_t sheets_ = 0;
  std::int64_t members_ = 0;
};

class CollectedPage : public PageSink {
 public:
  void page(Page page) override { text_ = std::move(page.text); }
  // The text of the last page.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace assay::extract
