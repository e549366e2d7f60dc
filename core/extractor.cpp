// SPDX-License-Identifier: Apache-2.0
// The parent's side of a conversation with assay-extract: order of frames, counts, and what a
// child that ends without an answer means.
#include "core/extractor.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <stdexcept>
#include <utility>

#include "core/extract_child.hpp"
#include "core/extract_protocol.hpp"
#include "core/utf8.hpp"

namespace assay {
namespace {

using frames::Type;

struct Frame {
  Type type = Type::Failure;
  std::string payload;
};

ExtractFailure timed_out() {
  return {ExtractProblem::Timeout,
          "Reading the document took longer than Assay allows. Split it into smaller files, or "
          "upload a simpler copy.",
          {}};
}

ExtractFailure crashed() {
  return {ExtractProblem::Crashed,
          "The document made Assay's reader fail. Open it in the program it was made with, save it "
          "as a new file, and upload that.",
          {}};
}

ExtractFailure out_of_memory() {
  return {ExtractProblem::Memory,
          "Reading the document needs more memory than Assay allows. Split it into smaller files.",
          {}};
}

class Conversation {
 public:
  Conversation(const std::string& binary, const Extractor::Limits& limits, const char* mode,
               int document_fd, std::string_view name)
      : child_({binary, mode, utf8::storable(name), std::to_string(limits.memory_bytes)},
               document_fd, std::chrono::steady_clock::now() + limits.wall) {}

  // The next frame, or why there is none.
  Result<Frame, ExtractFailure> next() {
    std::array<std::byte, frames::kHeaderBytes> bytes{};
    ExtractChild::Got got = child_.read_exactly(bytes);
    if (got != ExtractChild::Got::All) return why_silent(got);
    const auto header = frames::decode_header(bytes);
    if (!header) return crashed();
    Frame frame{header->type, std::string(header->length, '\0')};
    got = child_.read_exactly(std::as_writable_bytes(std::span(frame.payload)));
    if (got != ExtractChild::Got::All) return why_silent(got);
    if (frame.type == Type::Failure) {
      auto failure = frames::decode_failure(frame.payload);
      return failure ? std::move(*failure) : crashed();
    }
    return frame;
  }

 private:
  ExtractFailure why_silent(ExtractChild::Got got) {
    if (got == ExtractChild::Got::TooLate) return timed_out();
    bool killed = false;
    const int status = child_.wait_for_end(&killed);
    if (killed) return timed_out();
    if (WIFEXITED(status) && WEXITSTATUS(status) == frames::kSetupFailed) {
      throw std::runtime_error("assay-extract could not set itself up");
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) return timed_out();
    // Nobody here sent it: the kernel, short of memory.
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return out_of_memory();
    return crashed();
  }

  ExtractChild child_;
};

bool word_of(std::string_view text, std::size_t max_bytes, std::string_view also) {
  return !text.empty() && text.size() <= max_bytes &&
         std::all_of(text.begin(), text.end(), [also](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                  also.find(c) != std::string_view::npos;
         });
}

std::optional<Inspection> decode_inspection(const Frame& frame) {
  if (frame.type != Type::Inspection) return std::nullopt;
  const auto json = Json::parse(frame.payload);
  if (!json) return std::nullopt;
  const auto file_type = json->get("fileType").as_string();
  const auto content_type = json->get("contentType").as_string();
  const auto archive = json->get("archive").as_bool();
  if (!file_type || !content_type || !archive) return std::nullopt;
  if (!word_of(*file_type, 16, "") || !word_of(*content_type, 128, "/.-+_")) return std::nullopt;
  return Inspection{*file_type, *content_type, *archive, {}};
}

// Adds a file of an archive; false when the frame is none or there are too many of them.
bool add_member(const Frame& frame, std::vector<ArchiveFile>& files) {
  if (frame.type != Type::Member) return false;
  auto file = frames::decode_member(frame.payload);
  if (!file) return false;
  files.push_back(std::move(*file));
  return files.size() <= static_cast<std::size_t>(frames::kMaxArchiveFiles + frames::kMaxLeftOut);
}

bool done_with(const Frame& frame, std::string_view what, std::uint64_t count) {
  if (frame.type != Type::Done) return false;
  const auto json = Json::parse(frame.payload);
  const auto said = json ? json->get(what).as_integer() : std::nullopt;
  return said && *said >= 0 && static_cast<std::uint64_t>(*said) == count;
}

// Adds one page; false when it breaks the order or a limit.
bool add_page(const Frame& frame, std::size_t& text_bytes, std::size_t& blocks,
              std::vector<Page>& pages) {
  auto page = frames::decode_page(frame.payload);
  if (!page || static_cast<std::size_t>(page->number) != pages.size() + 1) return false;
  text_bytes += page->text.size();
  blocks += page->blocks.size();
  if (text_bytes > frames::kMaxTextBytes || blocks > frames::kMaxBlocks) return false;
  pages.push_back(std::move(*page));
  return true;
}

// Follows the files of an archive and hands them on; says when a frame is out of order.
class Unpacking {
 public:
  explicit Unpacking(FileSink& sink) : sink_(sink) {}

  [[nodiscard]] bool take(const Frame& frame) {
    if (frame.type == Type::FileBegin) return begin(frame.payload);
    if (frame.type == Type::Member) return leave_out(frame.payload);
    if (!inside_) return false;
    if (frame.type == Type::FileData) return data(frame.payload);
    if (frame.type != Type::FileEnd || left_ != 0) return false;
    inside_ = false;
    sink_.end_file();
    return true;
  }
  [[nodiscard]] bool inside() const { return inside_; }
  [[nodiscard]] std::uint64_t files() const { return files_; }

 private:
  bool begin(std::string_view payload) {
    const auto json = Json::parse(payload);
    if (!json || inside_) return false;
    const auto path = json->get("path").as_string();
    const std::int64_t size = json->get("size").as_integer().value_or(-1);
    if (!path || size < 0 || !frames::acceptable_path(*path)) return false;
    if (++files_ > static_cast<std::uint64_t>(frames::kMaxArchiveFiles)) return false;
    bytes_ += size;
    if (size > frames::kMaxArchiveBytes || bytes_ > frames::kMaxArchiveBytes) return false;
    inside_ = true;
    left_ = static_cast<std::uint64_t>(size);
    sink_.begin_file(*path, left_);
    return true;
  }

  bool leave_out(std::string_view payload) {
    const auto file = frames::decode_member(payload);
    if (inside_ || !file || file->left_out.empty()) return false;
    sink_.left_out(file->path, file->left_out);
    return ++left_out_ <= static_cast<std::uint64_t>(frames::kMaxLeftOut);
  }

  bool data(std::string_view payload) {
    if (payload.size() > left_) return false;
    left_ -= payload.size();
    sink_.file_data(std::as_bytes(std::span(payload.data(), payload.size())));
    return true;
  }

  FileSink& sink_;
  bool inside_ = false;
  std::uint64_t left_ = 0;
  std::uint64_t files_ = 0;
  std::uint64_t left_out_ = 0;
  std::int64_t bytes_ = 0;
};

// Follows the sheets of a workbook; says when a frame is out of order or breaks a limit.
class Sheets {
 public:
  [[nodiscard]] bool take(const Frame& frame) {
    return frame.type == Type::Sheet ? begin(frame.payload)
                                     : frame.type == Type::Rows && rows(frame.payload);
  }
  [[nodiscard]] std::vector<Sheet>& found() { return found_; }

 private:
  bool begin(std::string_view payload) {
    const auto json = Json::parse(payload);
    const auto name = json ? json->get("name").as_string() : std::nullopt;
    if (!name || name->size() > frames::kMaxSheetNameBytes) return false;
    found_.push_back({utf8::storable(*name), {}});
    return found_.size() <= frames::kMaxSheets;
  }

  bool rows(std::string_view payload) {
    auto decoded = frames::decode_rows(payload);
    if (!decoded || found_.empty()) return false;
    std::vector<SheetRow>& rows = found_.back().rows;
    for (SheetRow& row : *decoded) {
      if (!rows.empty() && row.number <= rows.back().number) return false;
      cells_ += row.cells.size();
      for (const SheetCell& cell : row.cells) text_bytes_ += cell.text.size();
      rows.push_back(std::move(row));
    }
    return rows.size() <= frames::kMaxSheetRows && cells_ <= frames::kMaxSheetCells &&
           text_bytes_ <= frames::kMaxTextBytes;
  }

  std::vector<Sheet> found_;
  std::size_t cells_ = 0;
  std::size_t text_bytes_ = 0;
};

}  // namespace

Extractor::Extractor(std::string binary, Limits limits)
    : binary_(std::move(binary)), limits_(limits) {}

Result<Inspection, ExtractFailure> Extractor::inspect(int document_fd,
                                                      std::string_view original_filename) const {
  Conversation conversation(binary_, limits_, "inspect", document_fd, original_filename);
  const auto first = conversation.next();
  if (!first) return first.error();
  auto inspection = decode_inspection(*first);
  if (!inspection) return crashed();
  std::vector<ArchiveFile>& files = inspection->files;
  for (;;) {
    const auto frame = conversation.next();
    if (!frame) return frame.error();
    if (frame->type == Type::Done) {
      if (!done_with(*frame, "members", files.size())) return crashed();
      return std::move(*inspection);
    }
    if (!inspection->archive || !add_member(*frame, files)) return crashed();
  }
}

Result<Extracted, ExtractFailure> Extractor::read(int document_fd,
                                                  std::string_view original_filename) const {
  Conversation conversation(binary_, limits_, "read", document_fd, original_filename);
  const auto first = conversation.next();
  if (!first) return first.error();
  const auto inspection = decode_inspection(*first);
  if (!inspection) return crashed();
  Extracted extracted{inspection->file_type, {}};
  std::size_t text_bytes = 0;
  std::size_t blocks = 0;
  for (;;) {
    const auto frame = conversation.next();
    if (!frame) return frame.error();
    if (frame->type != Type::Page) {
      const bool whole = done_with(*frame, "pages", extracted.pages.size()) && text_bytes > 0;
      if (!whole) return crashed();
      return extracted;
    }
    if (!add_page(*frame, text_bytes, blocks, extracted.pages)) return crashed();
  }
}

std::optional<ExtractFailure> Extractor::unpack(int document_fd, std::string_view original_filename,
                                                FileSink& sink) const {
  Conversation conversation(binary_, limits_, "unpack", document_fd, original_filename);
  Unpacking unpacking(sink);
  for (;;) {
    const auto frame = conversation.next();
    if (!frame) return frame.error();
    if (frame->type == Type::Done) {
      const bool whole = !unpacking.inside() && done_with(*frame, "files", unpacking.files());
      return whole ? std::nullopt : std::optional(crashed());
    }
    if (!unpacking.take(*frame)) return crashed();
  }
}

Result<std::vector<Sheet>, ExtractFailure> Extractor::tables(
    int document_fd, std::string_view original_filename) const {
  Conversation conversation(binary_, limits_, "tables", document_fd, original_filename);
  Sheets sheets;
  for (;;) {
    const auto frame = conversation.next();
    if (!frame) return frame.error();
    if (frame->type == Type::Done) {
      if (!done_with(*frame, "sheets", sheets.found().size())) return crashed();
      return std::move(sheets.found());
    }
    if (!sheets.take(*frame)) return crashed();
  }
}

}  // namespace assay
