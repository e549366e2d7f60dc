// SPDX-License-Identifier: Apache-2.0
// Writes local headers, directory and end record from unchecked entries.
#include "tests/extract/zip_builder.hpp"

#include <zlib.h>

#include <stdexcept>

namespace assay::test {
namespace {

void put(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>((value >> (8 * i)) & 0xFFU));
}

// Fields shared by local header and directory record, from "version needed" on.
void put_common(std::string& out, const ZipBuilder::Entry& entry, std::size_t name_length) {
  put(out, 20, 2);
  put(out, entry.flags, 2);
  put(out, entry.method, 2);
  put(out, 0, 4);  // time and date
  put(out, entry.crc, 4);
  put(out, entry.stored.size(), 4);
  put(out, entry.size, 4);
  put(out, name_length, 2);
  put(out, 0, 2);  // extra
}

}  // namespace

std::uint32_t crc32_of(std::string_view content) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
}

std::string deflated(std::string_view content) {
  z_stream stream{};
  if (::deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("deflateInit2");
  }
  std::string out(::deflateBound(&stream, content.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = ::deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  static_cast<void>(::deflateEnd(&stream));
  if (result != Z_STREAM_END) throw std::runtime_error("deflate");
  return out;
}

ZipBuilder& ZipBuilder::add(std::string_view name, std::string_view content) {
  Entry entry;
  entry.name = name;
  entry.stored = content;
  entry.size = static_cast<std::uint32_t>(content.size());
  entry.crc = crc32_of(content);
  return add_entry(std::move(entry));
}

ZipBuilder& ZipBuilder::add_deflated(std::string_view name, std::string_view content) {
  add(name, content);
  last().stored = deflated(content);
  last().method = 8;
  return *this;
}

ZipBuilder& ZipBuilder::add_entry(Entry entry) {
  entries_.push_back(std::move(entry));
  return *this;
}

std::string ZipBuilder::build() const {
  std::string out;
  std::vector<std::size_t> offsets;
  for (const Entry& entry : entries_) {
    if (entry.same_offset_as != kNone) {
      offsets.push_back(offsets.at(entry.same_offset_as));
      continue;
    }
    offsets.push_back(out.size());
    const std::string& name = entry.local_name.empty() ? entry.name : entry.local_name;
    put(out, 0x04034B50, 4);
    put_common(out, entry, name.size());
    out += name + entry.stored;
  }
  const std::size_t directory = out.size();
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    put(out, 0x02014B50, 4);
    put(out, 0x0314, 2);  // made on Unix
    put_common(out, entry, entry.name.size());
    put(out, 0, 6);  // comment, disk, internal attributes
    put(out, std::uint64_t{entry.mode} << 16U, 4);
    put(out, offsets[i], 4);
    out += entry.name;
  }
  const std::size_t size = out.size() - directory;
  put(out, 0x06054B50, 4);
  put(out, 0, 4);
  put(out, entries_.size(), 2);
  put(out, entries_.size(), 2);
  put(out, size, 4);
  put(out, directory, 4);
  put(out, 0, 2);
  return out;
}

}  // namespace assay::test
