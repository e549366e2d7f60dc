// SPDX-License-Identifier: Apache-2.0
// Runs libarchive with one format and at most one filter. The filter is named, so that libarchive
// looks for no second one: what is packed twice is an archive in an archive, and counts as such.
#include "pipeline/extract/archive/packed_stream.hpp"

#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>

#include "pipeline/extract/page/text_encoding.hpp"

namespace assay::extract {
namespace {

struct FilterOfType {
  std::string_view type;
  int filter;
};
constexpr std::array kFilters{
    FilterOfType{"gz", ARCHIVE_FILTER_GZIP},
    FilterOfType{"bz2", ARCHIVE_FILTER_BZIP2},
    FilterOfType{"xz", ARCHIVE_FILTER_XZ},
};

std::string decoded_path(archive_entry* entry) {
  const char* path = ::archive_entry_pathname(entry);
  if (path == nullptr) throw ContainerError("holds a name in an unknown encoding");
  return to_utf8(path);
}

std::string_view why_left_out(archive_entry* entry) {
  if (::archive_entry_hardlink(entry) != nullptr || ::archive_entry_filetype(entry) == AE_IFLNK) {
    return "It is a link to another file. Upload that file itself if it is not in the archive.";
  }
  const auto kind = ::archive_entry_filetype(entry);
  if (kind != AE_IFREG && kind != AE_IFDIR) return "It is a device or pipe, not a document.";
  return {};
}

}  // namespace

PackedStream::PackedStream(std::string_view bytes, Format format, std::string_view compression)
    : many_methods_(format == Format::SevenZip || compression == "xz"),
      archive_(::archive_read_new()) {
  if (!archive_) throw std::bad_alloc();
  archive* reader = archive_.get();
  if (!compression.empty()) {
    const auto* filter =
        std::find_if(kFilters.begin(), kFilters.end(),
                     [compression](const FilterOfType& one) { return one.type == compression; });
    // ARCHIVE_WARN would mean that a program is started for it.
    const bool known = filter != kFilters.end();
    if (!known || ::archive_read_append_filter(reader, filter->filter) != ARCHIVE_OK) fail();
  }
  const int result = format == Format::Tar        ? ::archive_read_support_format_tar(reader)
                     : format == Format::SevenZip ? ::archive_read_support_format_7zip(reader)
                                                  : ::archive_read_support_format_raw(reader);
  if (result != ARCHIVE_OK) fail();
  if (::archive_read_open_memory(reader, bytes.data(), bytes.size()) != ARCHIVE_OK) fail();
  opened_ = true;
}

void PackedStream::fail() const {
  if (::archive_errno(archive_.get()) == ENOMEM) throw std::bad_alloc();
  // Asked about an archive that it could not open, libarchive 3.6 follows a dangling pointer.
  if (opened_ && ::archive_read_has_encrypted_entries(archive_.get()) > 0) {
    throw ContainerError("is protected by a password", ExtractProblem::Encrypted);
  }
  throw ContainerError(many_methods_
                           ? "is damaged, cut off or packed by a method that Assay does not read"
                           : "is damaged or cut off");
}

bool PackedStream::next() {
  const int result = ::archive_read_next_header(archive_.get(), &entry_);
  if (result == ARCHIVE_EOF) return false;
  // A warning is about a name, which decoded_path looks at again.
  if (result != ARCHIVE_OK && result != ARCHIVE_WARN) fail();
  if (::archive_entry_is_encrypted(entry_) != 0) {
    throw ContainerError("is protected by a password", ExtractProblem::Encrypted);
  }
  return true;
}

Member PackedStream::member() const {
  Member member;
  member.name = decoded_path(entry_);
  member.directory = ::archive_entry_filetype(entry_) == AE_IFDIR;
  const auto size = ::archive_entry_size(entry_);
  if (size < 0) fail();
  member.size = static_cast<std::uint64_t>(size);
  member.left_out = why_left_out(entry_);
  return member;
}

bool PackedStream::next_piece(Piece& piece) {
  const void* data = nullptr;
  std::size_t size = 0;
  la_int64_t at = 0;
  const int result = ::archive_read_data_block(archive_.get(), &data, &size, &at);
  if (result == ARCHIVE_EOF) return false;
  // A warning says that a checksum is wrong.
  if (result != ARCHIVE_OK || at < 0) fail();
  piece = {{static_cast<const char*>(data), size}, static_cast<std::uint64_t>(at)};
  return true;
}

std::uint64_t PackedStream::measure(std::uint64_t limit) {
  std::uint64_t size = 0;
  Piece piece;
  while (size <= limit && next_piece(piece)) size += piece.bytes.size();
  return std::min(size, limit + 1);
}

}  // namespace assay::extract
