// SPDX-License-Identifier: Apache-2.0
// Names the files of TAR and 7z archives, and the one file of GZIP, BZIP2 and XZ.
#include <algorithm>
#include <array>
#include <vector>

#include "core/base/ascii.hpp"
#include "pipeline/extract/archive/container.hpp"
#include "pipeline/extract/archive/packed_stream.hpp"
#include "pipeline/extract/types/archive_type.hpp"

namespace assay::extract {
namespace {

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
  // Its size stands nowhere that can be trusted, so it is unpacked twice.
  const std::uint64_t size = single_file(bytes, type).measure(members.room());
  PackedStream stream = single_file(bytes, type);
  members.take({unpacked_name(name), false, size},
               [&](const Bytes& sink) { read_entry(stream, size, sink); });
}

}  // namespace assay::extract
