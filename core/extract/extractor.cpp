// SPDX-License-Identifier: Apache-2.0
// The parent's side of each kind of conversation with assay-extract: checks frame order and counts.
#include "core/extract/extractor.hpp"

#include <algorithm>
#include <utility>

#include "core/extract/extract_child.hpp"
#include "core/extract/extract_protocol.hpp"
#include "core/json/utf8.hpp"

namespace assay {
namespace {

using frames::Type;

// Collects the pages of a document; reports a frame that is out of order or exceeds a limit.
class Reading {
 public:
  Reading(const Extractor::Limits& limits, const ExtractWatch& watch)
      : limits_(limits), watch_(watch) {}

  // Returns why the reading ends here; nullopt to continue.
  [[nodiscard]] std::optional<ExtractFailure> take(const Frame& frame) {
    if (frame.type == Type::Progress) return progress(frame.payload);
    if (frame.type == Type::Page) return page(frame.payload);
    if (frame.type == Type::Property) return property(frame.payload);
    return reader_crashed();
  }
  [[nodiscard]] bool whole(const Frame& done) const {
    return done_with(done, "pages", pages_.size()) && (text_bytes_ > 0 || any_picture_);
  }
  // Among the pages that came or that the reader has only told of.
  [[nodiscard]] bool any_picture() const { return any_picture_ || picture_told_; }
  [[nodiscard]] std::vector<Page>& pages() { return pages_; }
  [[nodiscard]] std::vector<FileProperty>& properties() { return properties_; }

 private:
  std::optional<ExtractFailure> property(std::string_view payload) {
    auto property = frames::decode_property(payload);
    if (!property || properties_.size() >= frames::kMaxProperties) return reader_crashed();
    properties_.push_back(std::move(*property));
    return std::nullopt;
  }

  std::optional<ExtractFailure> progress(std::string_view payload) {
    const auto json = Json::parse(payload);
    const std::int64_t done = json ? json->get("done").as_integer().value_or(-1) : -1;
    const std::int64_t total = json ? json->get("total").as_integer().value_or(-1) : -1;
    if (!pages_.empty() || done <= last_done_ || done > total) return reader_crashed();
    last_done_ = done;
    picture_told_ = picture_told_ || json->get("pictures").as_bool().value_or(false);
    if (total > limits_.max_pages) return over_limit("pages", limits_.max_pages, total);
    if (watch_.progress) watch_.progress(done, total);
    return std::nullopt;
  }

  std::optional<ExtractFailure> page(std::string_view payload) {
    auto page = frames::decode_page(payload);
    if (!page || static_cast<std::size_t>(page->number) != pages_.size() + 1) {
      return reader_crashed();
    }
    any_picture_ = any_picture_ || page->source == PageSource::Picture;
    text_bytes_ += static_cast<std::int64_t>(page->text.size());
    blocks_ += page->blocks.size();
    if (page->number > limits_.max_pages) {
      return over_limit("pages", limits_.max_pages, page->number, "at least ");
    }
    if (text_bytes_ > limits_.max_text_bytes) {
      return over_limit("bytes of text", limits_.max_text_bytes, text_bytes_, "at least ");
    }
    if (blocks_ > frames::kMaxBlocks) return reader_crashed();
    pages_.push_back(std::move(*page));
    return std::nullopt;
  }

  const Extractor::Limits& limits_;
  const ExtractWatch& watch_;
  std::int64_t last_done_ = -1;
  std::int64_t text_bytes_ = 0;
  bool any_picture_ = false;
  bool picture_told_ = false;
  std::size_t blocks_ = 0;
  std::vector<Page> pages_;
  std::vector<FileProperty> properties_;
};

// The command that starts assay-extract, as its main.cpp reads it.
std::vector<std::string> command_of(const std::string& binary, const Extractor::Limits& limits,
                                    const char* mode, std::string_view name) {
  return {binary, mode, utf8::storable(name), std::to_string(limits.memory_bytes),
          std::to_string(std::max<std::int64_t>(1, limits.total.count()))};
}

// Passes on the files of an archive; reports a frame that is out of order.
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

// Collects the sheets of a workbook; reports a frame that is out of order or exceeds a limit.
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

Extractor::Extractor(std::string binary, Limits limits, Recognition recognition)
    : binary_(std::move(binary)), limits_(limits), recognition_(std::move(recognition)) {}

void Extractor::fork_readers() {
  parent_ = std::make_shared<ReaderParent>(binary_);
}

Result<Inspection, ExtractFailure> Extractor::inspect(int document_fd,
                                                      std::string_view original_filename,
                                                      const ExtractWatch& watch) const {
  Conversation conversation(
      {command_of(binary_, limits_, "inspect", original_filename), parent_.get()},
      {limits_.step, limits_.total}, document_fd, watch.tick);
  const auto first = conversation.next();
  if (!first) return first.error();
  auto inspection = decode_inspection(*first);
  if (!inspection) return reader_crashed();
  std::vector<ArchiveFile>& files = inspection->files;
  for (;;) {
    const auto frame = conversation.next();
    if (!frame) return frame.error();
    if (frame->type == Type::Done) {
      if (!done_with(*frame, "members", files.size())) return reader_crashed();
      return std::move(*inspection);
    }
    if (!inspection->archive || !add_member(*frame, files)) return reader_crashed();
  }
}

Result<Extracted, ExtractFailure> Extractor::read(int document_fd,
                                                  std::string_view original_filename,
                                                  const ExtractWatch& watch,
                                                  Pictures pictures) const {
  Conversation conversation(
      {command_of(binary_, limits_, "read", original_filename), parent_.get()},
      {limits_.step, limits_.total}, document_fd, watch.tick);
  const auto first = conversation.next();
  if (!first) return first.error();
  const auto inspection = decode_inspection(*first);
  if (!inspection) return reader_crashed();
  const bool leaves = pictures == Pictures::Leave && !recognition_.languages.empty();
  Reading reading(limits_, watch);
  for (;;) {
    const auto frame = conversation.next();
    if (!frame) return frame.error();
    if (frame->type == Type::Done) {
      if (!reading.whole(*frame)) return reader_crashed();
      Extracted document{inspection->file_type, std::move(reading.pages()),
                         std::move(reading.properties())};
      if (const auto failure = recognize_pictures(document, document_fd, watch)) return *failure;
      return document;
    }
    if (const auto failure = reading.take(*frame)) return *failure;
    // A later reading recognises its words and reads the rest again.
    if (leaves && reading.any_picture()) return Extracted{inspection->file_type, {}, {}, true};
    conversation.progressed();
  }
}

std::optional<ExtractFailure> Extractor::unpack(int document_fd, std::string_view original_filename,
                                                FileSink& sink, const ExtractWatch& watch) const {
  Conversation conversation(
      {command_of(binary_, limits_, "unpack", original_filename), parent_.get()},
      {limits_.step, limits_.total}, document_fd, watch.tick);
  Unpacking unpacking(sink);
  for (;;) {
    const auto frame = conversation.next();
    if (!frame) return frame.error();
    if (frame->type == Type::Done) {
      const bool whole = !unpacking.inside() && done_with(*frame, "files", unpacking.files());
      return whole ? std::nullopt : std::optional(reader_crashed());
    }
    if (!unpacking.take(*frame)) return reader_crashed();
    if (frame->type == Type::FileEnd) conversation.progressed();
  }
}

Result<std::vector<Sheet>, ExtractFailure> Extractor::tables(
    int document_fd, std::string_view original_filename) const {
  Conversation conversation(
      {command_of(binary_, limits_, "tables", original_filename), parent_.get()},
      {limits_.step, limits_.total}, document_fd, {});
  Sheets sheets;
  for (;;) {
    const auto frame = conversation.next();
    if (!frame) return frame.error();
    if (frame->type == Type::Done) {
      if (!done_with(*frame, "sheets", sheets.found().size())) return reader_crashed();
      return std::move(sheets.found());
    }
    if (!sheets.take(*frame)) return reader_crashed();
  }
}

}  // namespace assay
