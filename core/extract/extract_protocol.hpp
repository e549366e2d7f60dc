// SPDX-License-Identifier: Apache-2.0
// The frames that assay-extract answers with, and the limits that both sides enforce: the child so
// that it can say which one was exceeded, the parent because the child may lie.
//
// A frame is one byte of type, four bytes of payload length (little-endian), and the payload.
//   inspect:        Inspection Member* Done
//   read:           Inspection (Progress | Property)* (Page | Property)* Done
//   unpack:         (FileBegin FileData* FileEnd | Member)* Done
//   tables:         (Sheet Rows*)* Done
//   assay-ocr draw: FileBegin FileData* FileEnd Done
// In unpack, each Member is a file that is left out.
// A Failure frame may replace any frame and is then the last one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/document_fact.hpp"
#include "core/extract/extract_types.hpp"

namespace assay::frames {

enum class Type : std::uint8_t {
  Inspection = 1,  // JSON {"fileType", "contentType", "archive"}
  Page = 2,        // encode_page
  FileBegin = 3,   // JSON {"path", "size"}
  FileData = 4,    // bytes
  FileEnd = 5,     // nothing
  Failure = 6,     // JSON {"problem", "reason", "details"}
  Done = 7,        // JSON {"pages", "files", "sheets", "members"}
  Sheet = 8,       // JSON {"name"}
  Rows = 9,        // encode_rows
  Member = 10,     // encode_member
  Progress = 11,   // JSON {"done", "total", "pictures"}: pages processed, how many in all, and
                   // whether one of these is a picture; false if not given
  Property = 12,   // encode_property
};

inline constexpr std::size_t kHeaderBytes = 5;
inline constexpr std::size_t kMaxDataBytes = std::size_t{256} * 1024;
inline constexpr std::size_t kMaxTextBytes =
    std::size_t{50} * 1024 * 1024;  // of all pages together
inline constexpr std::size_t kMaxPages = 10'000;
inline constexpr std::size_t kMaxBlocks = 1'000'000;  // of all pages together
inline constexpr std::size_t kMaxWordsBytes =
    std::size_t{100} * 1024 * 1024;  // of the places of words, all pages together
inline constexpr std::int64_t kMaxPictureBytes = 32LL * 1024 * 1024;  // of a drawn page, as PNG
inline constexpr std::size_t kMaxPathBytes = 4096;
inline constexpr int kMaxHeadingLevel = 9;
inline constexpr std::size_t kMaxLabelBytes = 64;  // of a page
inline constexpr std::size_t kMaxProperties = 64;
inline constexpr std::size_t kMaxPropertyBytes = 500;

// Limits of a workbook read as tables. Rows: those of one sheet with a value; slightly more than a
// table may have, to allow for rows above it.
inline constexpr std::size_t kMaxSheets = 1000;
inline constexpr std::size_t kMaxSheetRows = 50'020;
inline constexpr std::size_t kMaxSheetColumns = 200;
inline constexpr std::size_t kMaxSheetCells = 1'000'000;  // of all sheets together
inline constexpr std::size_t kMaxRowNumber = 1'048'576;
inline constexpr std::size_t kMaxSheetNameBytes = 1000;

// Limits of an uploaded ZIP: levels counted from the upload itself (1), files that are not
// archives, and inflated bytes over the whole tree.
inline constexpr std::int64_t kMaxArchiveDepth = 5;
inline constexpr std::int64_t kMaxArchiveFiles = 1000;
inline constexpr std::int64_t kMaxArchiveBytes = 500LL * 1024 * 1024;
// Maximum number of left-out files that are listed by name.
inline constexpr std::int64_t kMaxLeftOut = 1000;

// Exit status of a child that could not set itself up; not the document's fault.
inline constexpr int kSetupFailed = 99;

struct Header {
  Type type = Type::Failure;
  std::uint32_t length = 0;
};
[[nodiscard]] std::string encode_header(Header header);
// Returns nullopt for an unknown type or a length above that type's maximum.
[[nodiscard]] std::optional<Header> decode_header(std::span<const std::byte> bytes);

[[nodiscard]] std::string encode_page(const Page& page);
// Returns a page whose text and blocks satisfy core/extract/extract_types.hpp, or nullopt.
[[nodiscard]] std::optional<Page> decode_page(std::string_view payload);

[[nodiscard]] std::string encode_rows(const std::vector<SheetRow>& rows);
// Returns rows that satisfy core/extract/extract_types.hpp, in order, or nullopt.
[[nodiscard]] std::optional<std::vector<SheetRow>> decode_rows(std::string_view payload);

[[nodiscard]] std::string encode_member(const ArchiveFile& file);
// Returns a file with an acceptable path and either a hash or a reason, or nullopt.
[[nodiscard]] std::optional<ArchiveFile> decode_member(std::string_view payload);

[[nodiscard]] std::string encode_property(const FileProperty& property);
// Returns a property of a known name with one line of text, or nullopt.
[[nodiscard]] std::optional<FileProperty> decode_property(std::string_view payload);

[[nodiscard]] std::string encode_failure(const ExtractFailure& failure);
// Cuts long reasons; keeps details only for ArchiveLimit and ReaderFault, and only their members.
[[nodiscard]] std::optional<ExtractFailure> decode_failure(std::string_view payload);

// Relative, valid UTF-8, no empty, "." or ".." part, no control character or backslash, at most
// kMaxPathBytes.
[[nodiscard]] bool acceptable_path(std::string_view path);

// U+0020 and the control characters a page may hold.
[[nodiscard]] constexpr bool is_space(char32_t code) {
  return code == U' ' || code == U'\t' || code == U'\n';
}

}  // namespace assay::frames
