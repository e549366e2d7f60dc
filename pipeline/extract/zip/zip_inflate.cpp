// SPDX-License-Identifier: Apache-2.0
// Inflates one ZIP entry with zlib: never more bytes than declared, never with another CRC.
#include <zlib.h>

#include <array>
#include <limits>
#include <new>

#include "pipeline/extract/zip/zip_archive.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kPiece = std::size_t{64} * 1024;
constexpr unsigned kStored = 0;
constexpr unsigned kDeflated = 8;

// Counts and checks the bytes that go to the sink.
class Checked {
 public:
  Checked(const ZipEntry& entry, const Bytes& sink) : entry_(entry), sink_(sink) {}

  void take(std::span<const std::byte> bytes) {
    size_ += bytes.size();
    if (size_ > entry_.size) throw ZipError("holds an entry larger than it says");
    crc_ = ::crc32_z(crc_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    if (!bytes.empty()) sink_(bytes);
  }
  void finish() const {
    if (size_ != entry_.size) throw ZipError("holds an entry smaller than it says");
    if (crc_ != entry_.crc) throw ZipError("is damaged: a checksum is wrong");
  }

 private:
  const ZipEntry& entry_;
  const Bytes& sink_;
  std::uint64_t size_ = 0;
  uLong crc_ = 0;
};

class Inflater {
 public:
  Inflater() {
    // Raw deflate: ZIP has headers of its own.
    if (::inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { static_cast<void>(::inflateEnd(&stream_)); }

  void run(std::string_view stored, Checked& out) {
    if (stored.size() > std::numeric_limits<uInt>::max()) {
      throw ZipError("holds an entry of more than 4 GB");
    }
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(stored.data()));
    stream_.avail_in = static_cast<uInt>(stored.size());
    std::array<std::byte, kPiece> buffer{};
    int result = Z_OK;
    while (result != Z_STREAM_END) {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream_.avail_out = static_cast<uInt>(buffer.size());
      result = ::inflate(&stream_, Z_NO_FLUSH);
      if (result == Z_MEM_ERROR) throw std::bad_alloc();
      const std::size_t count = buffer.size() - stream_.avail_out;
      const bool stuck = result == Z_OK && count == 0 && stream_.avail_in == 0;
      if ((result != Z_OK && result != Z_STREAM_END) || stuck) {
        throw ZipError("is damaged: an entry cannot be inflated");
      }
      out.take(std::span(buffer).first(count));
    }
    if (stream_.avail_in != 0) throw ZipError("holds bytes after the end of an entry");
  }

 private:
  z_stream stream_{};
};

}  // namespace

void inflate(const ZipEntry& entry, const Bytes& sink) {
  if (entry.encrypted) throw ZipError("is encrypted");
  Checked out(entry, sink);
  if (entry.method == kStored) {
    std::string_view rest = entry.stored;
    while (!rest.empty()) {
      const std::string_view piece = rest.substr(0, kPiece);
      out.take(std::as_bytes(std::span(piece.data(), piece.size())));
      rest.remove_prefix(piece.size());
    }
  } else if (entry.method == kDeflated) {
    Inflater().run(entry.stored, out);
  } else {
    throw ZipError("uses a compression that Assay does not read (it reads Deflate)");
  }
  out.finish();
}

}  // namespace assay::extract
