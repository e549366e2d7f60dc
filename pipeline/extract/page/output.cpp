// SPDX-License-Identifier: Apache-2.0
// Writes frames to the result pipe.
#include "pipeline/extract/page/output.hpp"

#include <algorithm>

#include "core/base/io.hpp"
#include "core/extract/extract_protocol.hpp"
#include "core/json/utf8.hpp"

namespace assay::extract {

using frames::Type;

void FrameWriter::send(Type type, std::string_view payload) {
  const frames::Header header{type, static_cast<std::uint32_t>(payload.size())};
  write_all(fd_, frames::encode_header(header));
  write_all(fd_, payload);
}

void FrameWriter::inspection(const Inspection& inspection) {
  send(Type::Inspection, Json::object()
                             .set("fileType", inspection.file_type)
                             .set("contentType", inspection.content_type)
                             .set("archive", inspection.archive)
                             .dump());
  for (const ArchiveFile& file : inspection.files) member(file);
}

void FrameWriter::member(const ArchiveFile& file) {
  ++members_;
  send(Type::Member, frames::encode_member(file));
}

void FrameWriter::page(Page page) {
  ++pages_;
  send(Type::Page, frames::encode_page(page));
}

void FrameWriter::progress(std::size_t done, std::size_t total, bool pictures) {
  Json progress = Json::object().set("done", done).set("total", total);
  if (pictures) progress.set("pictures", true);
  send(Type::Progress, progress.dump());
}

void FrameWriter::property(const FileProperty& property) {
  send(Type::Property, frames::encode_property(property));
}

void FrameWriter::begin_file(std::string_view path, std::uint64_t size) {
  ++files_;
  send(Type::FileBegin, Json::object().set("path", path).set("size", size).dump());
}

void FrameWriter::file_data(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto piece = bytes.first(std::min(bytes.size(), frames::kMaxDataBytes));
    send(Type::FileData, {reinterpret_cast<const char*>(piece.data()), piece.size()});
    bytes = bytes.subspan(piece.size());
  }
}

void FrameWriter::end_file() {
  send(Type::FileEnd, {});
}

void FrameWriter::left_out(std::string_view path, std::string_view reason) {
  member({std::string(path), "", std::string(reason)});
}

void FrameWriter::sheet(std::string_view name) {
  ++sheets_;
  const std::string shown = utf8::storable(name);
  send(Type::Sheet,
       Json::object().set("name", utf8::prefix(shown, frames::kMaxSheetNameBytes)).dump());
}

void FrameWriter::rows(const std::vector<SheetRow>& rows) {
  if (!rows.empty()) send(Type::Rows, frames::encode_rows(rows));
}

void FrameWriter::failure(const ExtractFailure& failure) {
  send(Type::Failure, frames::encode_failure(failure));
}

void FrameWriter::done() {
  send(Type::Done, Json::object()
                       .set("pages", pages_)
                       .set("files", files_)
                       .set("sheets", sheets_)
                       .set("members", members_)
                       .dump());
}

}  // namespace assay::extract
