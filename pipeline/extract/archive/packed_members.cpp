// SPDX-License-Identifier: Apache-2.0
// Names the files of TAR and 7z archives, and the one file of GZIP, BZIP2 and XZ. Runs libarchive
// from memory, with one format and at most one filter. The filter is named, so that libarchive
// looks for no second one: what is packed twice is an archive in an archive, and counts as such.
#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ascii.hpp"
#include "core/base/c_handle.hpp"
#include "pipeline/extract/archive/container.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/types/file_types.hpp"

namespace assay::extract {

class PackedStream {
 public:
  enum class Format { Tar, SevenZip, SingleFile };
  // compression: "gz", "bz2", "xz" or empty. No other format and no further compression is looked
  // for. bytes must outlive the stream. Throws ContainerError, as all members do, and
  // std::bad_alloc.
  PackedStream(std::string_view bytes, Format format, std::string_view compression = {});

  // Moves to the next entry; false after the last one. Passes over the rest of the one before.
  [[nodiscard]] bool next();
  // The current entry. Of a single file, neither name nor size are known.
  [[nodiscard]] Member member() const;
  // A piece of the entry's bytes, in their order; gaps of sparse files are left to the caller.
  struct Piece {
    std::string_view bytes;
    std::uint64_t at = 0;
  };
  // False after the last piece.
  [[nodiscard]] bool next_piece(Piece& piece);
  // The bytes from here to the end of the entry, at most limit + 1, without keeping them.
  [[nodiscard]] std::uint64_t measure(std::uint64_t limit);

 private:
  [[noreturn]] void fail() const;

  bool many_methods_;  // the format has some that are not read, or need too much memory
  CHandle<archive, archive_read_free> archive_;
  bool opened_ = false;
  archive_entry* entry_ = nullptr;
};

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

constexpr std::uint64_t kGapPiece = std::uint64_t{64} * 1024;

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// A gap of a sparse file reads as zeros.
void fill(std::uint64_t count, const Bytes& sink) {
  constexpr std::array<std::byte, kGapPiece> kZeros{};
  while (count > 0) {
    const std::uint64_t piece = std::min(count, kGapPiece);
    sink(std::span(kZeros).first(piece));
    count -= piece;
  }
}

// Exactly the size that the entry states: the limits were checked with it.
void read_entry(PackedStream& stream, std::uint64_t size, const Bytes& sink) {
  std::uint64_t done = 0;
  PackedStream::Piece piece;
  while (stream.next_piece(piece)) {
    if (piece.at < done || piece.at > size || piece.bytes.size() > size - piece.at) {
      throw ContainerError("holds a file of another size than it says");
    }
    fill(piece.at - done, sink);
    if (!piece.bytes.empty()) sink(bytes_of(piece.bytes));
    done = piece.at + piece.bytes.size();
  }
  fill(size - done, sink);
}

void take_all(PackedStream& stream, Members& members) {
  do {
    const Member member = stream.member();
    members.take(member, [&](const Bytes& sink) { read_entry(stream, member.size, sink); });
    // What nobody took is unpacked all the same.
    PackedStream::Piece piece;
    while (stream.next_piece(piece)) members.pass_over(piece.bytes.size());
  } while (stream.next());
}

PackedStream single_file(std::string_view bytes, std::string_view type) {
  PackedStream stream(bytes, PackedStream::Format::SingleFile, type);
  if (!stream.next()) throw ContainerError("is damaged or cut off");
  return stream;
}

// libarchive would take any file that begins with zeros for a TAR without files.
bool packs_tar(std::string_view bytes, std::string_view type) {
  PackedStream stream = single_file(bytes, type);
  std::string head;
  PackedStream::Piece piece;
  while (head.size() < kArchiveHeadBytes && stream.next_piece(piece)) {
    head += piece.bytes.substr(0, kArchiveHeadBytes);
  }
  return archive_type(head) == "tar";
}

// libarchive takes a file without content for one of an unknown format.
bool packs_nothing(std::string_view bytes, std::string_view type) {
  constexpr std::string_view kNoSumNoSize("\0\0\0\0\0\0\0\0", 8);
  constexpr std::size_t kEmptyBzip2 = 14;
  constexpr std::size_t kEmptyXz = 32;
  if (type == "gz") return bytes.size() >= 18 && bytes.ends_with(kNoSumNoSize);
  return bytes.size() == (type == "bz2" ? kEmptyBzip2 : kEmptyXz);
}

// "report.csv" for "logs/report.csv.gz".
std::string unpacked_name(std::string_view name) {
  const std::size_t slash = name.find_last_of("/\\");
  std::string_view file = name.substr(slash == std::string_view::npos ? 0 : slash + 1);
  const std::size_t dot = file.rfind('.');
  const std::string extension =
      dot == std::string_view::npos ? "" : ascii_lower(file.substr(dot + 1));
  if (extension == "gz" || extension == "bz2" || extension == "xz") file = file.substr(0, dot);
  return file.empty() ? "file" : std::string(file);
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

void walk_tar(std::string_view bytes, std::string_view /*name*/, Members& members) {
  PackedStream stream(bytes, PackedStream::Format::Tar);
  if (stream.next()) take_all(stream, members);
}

void walk_7z(std::string_view bytes, std::string_view /*name*/, Members& members) {
  PackedStream stream(bytes, PackedStream::Format::SevenZip);
  if (stream.next()) take_all(stream, members);
}

void walk_compressed(std::string_view bytes, std::string_view name, Members& members) {
  const std::string_view type = archive_type(bytes);
  if (packs_nothing(bytes, type)) return members.take({unpacked_name(name)}, [](const Bytes&) {});
  if (packs_tar(bytes, type)) {
    PackedStream stream(bytes, PackedStream::Format::Tar, type);
    if (stream.next()) take_all(stream, members);
    return;
  }
  // Its size is not stored anywhere trustworthy, so it is unpacked twice.
  const std::uint64_t size = single_file(bytes, type).measure(members.room());
  PackedStream stream = single_file(bytes, type);
  members.take({unpacked_name(name), false, size},
               [&](const Bytes& sink) { read_entry(stream, size, sink); });
}

}  // namespace assay::extract
