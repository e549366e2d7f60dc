// SPDX-License-Identifier: Apache-2.0
// Reads a ZIP's central directory (APPNOTE 6.3, with ZIP64) and checks it against the file.
#include "pipeline/extract/zip/zip_archive.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_set>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

constexpr std::uint32_t kLocalHeader = 0x04034B50;
constexpr std::uint32_t kDirectoryHeader = 0x02014B50;
constexpr std::uint32_t kEnd = 0x06054B50;
constexpr std::uint32_t kEnd64 = 0x06064B50;
constexpr std::uint32_t kEnd64Locator = 0x07064B50;
constexpr std::size_t kEndBytes = 22;
constexpr std::uint32_t kMax32 = std::numeric_limits<std::uint32_t>::max();
// Far above any limit on files, so that skipped entries cannot make the directory endless.
constexpr std::uint64_t kMaxEntries = 100'000;

std::string_view slice(std::string_view bytes, std::uint64_t at, std::uint64_t count) {
  if (at > bytes.size() || count > bytes.size() - at) throw ZipError("is cut off");
  return bytes.substr(at, count);
}

std::uint64_t number(std::string_view bytes, std::uint64_t at, std::size_t width) {
  const std::string_view field = slice(bytes, at, width);
  std::uint64_t value = 0;
  for (std::size_t i = width; i > 0; --i) {
    value = (value << 8U) | static_cast<unsigned char>(field[i - 1]);
  }
  return value;
}

std::uint32_t u16(std::string_view bytes, std::uint64_t at) {
  return static_cast<std::uint32_t>(number(bytes, at, 2));
}
std::uint32_t u32(std::string_view bytes, std::uint64_t at) {
  return static_cast<std::uint32_t>(number(bytes, at, 4));
}
std::uint64_t u64(std::string_view bytes, std::uint64_t at) {
  return number(bytes, at, 8);
}

struct Directory {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t entries = 0;
};

// The end record is the last thing in the file, except for a comment of the length it states.
std::uint64_t find_end(std::string_view bytes) {
  constexpr std::size_t kMaxComment = 0xFFFF;
  if (bytes.size() < kEndBytes) throw ZipError("is cut off");
  std::size_t at = bytes.size() - kEndBytes;
  const std::size_t lowest = at > kMaxComment ? at - kMaxComment : 0;
  for (;; --at) {
    if (u32(bytes, at) == kEnd && at + kEndBytes + u16(bytes, at + 20) == bytes.size()) return at;
    if (at == lowest) throw ZipError("is cut off: its directory is missing");
  }
}

Directory read_end(std::string_view bytes) {
  const std::uint64_t at = find_end(bytes);
  const bool one_disk = u16(bytes, at + 4) == 0 && u16(bytes, at + 6) == 0 &&
                        u16(bytes, at + 8) == u16(bytes, at + 10);
  Directory directory{u32(bytes, at + 16), u32(bytes, at + 12), u16(bytes, at + 10)};
  std::uint64_t directory_end = at;
  const bool big =
      directory.offset == kMax32 || directory.size == kMax32 || directory.entries == 0xFFFF;
  if (big && at >= 20 && u32(bytes, at - 20) == kEnd64Locator) {
    const std::uint64_t end64 = u64(bytes, at - 12);
    if (u32(bytes, end64) != kEnd64) throw ZipError("has a broken directory");
    directory = {u64(bytes, end64 + 48), u64(bytes, end64 + 40), u64(bytes, end64 + 32)};
    directory_end = end64;
  } else if (!one_disk) {
    throw ZipError("is one part of an archive split over several files");
  }
  const bool fits =
      directory.offset <= directory_end && directory.size == directory_end - directory.offset;
  if (!fits) throw ZipError("has a directory that is not where it should be");
  if (directory.entries > kMaxEntries) throw ZipError("lists more than 100,000 entries");
  return directory;
}

// Sizes and offset of an entry; 64-bit ones are in an extra field, in this order.
struct Extent {
  std::uint64_t size = 0;
  std::uint64_t stored = 0;
  std::uint64_t offset = 0;
};

void widen(std::string_view extra, Extent& extent) {
  for (std::size_t at = 0; at + 4 <= extra.size();) {
    const std::uint32_t id = u16(extra, at);
    const std::string_view field = slice(extra, at + 4, u16(extra, at + 2));
    at += 4 + field.size();
    if (id != 0x0001) continue;
    std::size_t next = 0;
    for (std::uint64_t* value : {&extent.size, &extent.stored, &extent.offset}) {
      if (*value != kMax32) continue;
      *value = u64(field, next);
      next += 8;
    }
    return;
  }
}

// Names are UTF-8 if the flag says so or they happen to be valid; else code page 437.
std::string decoded_name(std::string_view raw) {
  if (utf8::valid(raw)) return std::string(raw);
  auto converted = to_utf8_from("CP437", raw);
  return converted ? std::move(*converted) : utf8::repair(raw);
}

// The type bits of a Unix mode: only plain files and directories (or no type) are accepted.
bool is_special(std::uint32_t made_by, std::uint32_t attributes) {
  const std::uint32_t type = (attributes >> 16U) & 0170000U;
  const std::uint32_t system = made_by >> 8U;
  const bool unix_like = system == 3 || system == 19;
  return unix_like && type != 0 && type != 0100000U && type != 0040000U;
}

struct Located {
  ZipEntry entry;
  std::uint64_t begin = 0;  // of the local header
  std::uint64_t end = 0;    // after the stored bytes
};

// The local header must repeat the directory; with bit 3 set, sizes follow the data instead.
void place(std::string_view bytes, std::string_view raw_name, std::uint32_t flags,
           const Extent& extent, Located& located) {
  const std::uint64_t at = extent.offset;
  if (u32(bytes, at) != kLocalHeader) throw ZipError("has a directory that points nowhere");
  const std::uint32_t name_length = u16(bytes, at + 26);
  const std::uint64_t data = at + 30 + name_length + u16(bytes, at + 28);
  Extent local{u32(bytes, at + 22), u32(bytes, at + 18), 0};
  widen(slice(bytes, at + 30 + name_length, u16(bytes, at + 28)), local);
  const bool sizes_later = (flags & 8U) != 0 && (local.stored == 0 || local.size == 0);
  const bool same = slice(bytes, at + 30, name_length) == raw_name &&
                    u16(bytes, at + 8) == located.entry.method &&
                    ((u16(bytes, at + 6) ^ flags) & 1U) == 0 &&
                    (sizes_later || (local.size == extent.size && local.stored == extent.stored));
  if (!same) throw ZipError("says different things about one entry");
  located.entry.stored = slice(bytes, data, extent.stored);
  located.begin = at;
  located.end = data + extent.stored;
}

// Reads one directory record and moves `at` past it.
Located read_record(std::string_view bytes, std::string_view directory, std::uint64_t& at) {
  if (u32(directory, at) != kDirectoryHeader) throw ZipError("has a broken directory");
  const std::uint32_t flags = u16(directory, at + 8);
  const std::uint32_t name_length = u16(directory, at + 28);
  const std::uint32_t extra_length = u16(directory, at + 30);
  const std::string_view raw_name = slice(directory, at + 46, name_length);
  Extent extent{u32(directory, at + 24), u32(directory, at + 20), u32(directory, at + 42)};
  widen(slice(directory, at + 46 + name_length, extra_length), extent);
  Located located;
  located.entry.name = decoded_name(raw_name);
  located.entry.directory = raw_name.ends_with('/');
  located.entry.encrypted = (flags & 0x2041U) != 0;  // bits 0, 6 and 13
  located.entry.special = is_special(u16(directory, at + 4), u32(directory, at + 38));
  located.entry.method = u16(directory, at + 10);
  located.entry.crc = u32(directory, at + 16);
  located.entry.size = extent.size;
  place(bytes, raw_name, flags, extent, located);
  at += 46ULL + name_length + extra_length + u16(directory, at + 32);
  return located;
}

void refuse_overlaps(const std::vector<Located>& all, std::uint64_t directory_offset) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&all](std::size_t a, std::size_t b) { return all[a].begin < all[b].begin; });
  std::uint64_t end = 0;
  for (const std::size_t i : order) {
    if (all[i].begin < end) throw ZipError("holds overlapping entries");
    end = all[i].end;
  }
  if (end > directory_offset) throw ZipError("holds an entry that overlaps its directory");
}

}  // namespace

ZipArchive::ZipArchive(std::string_view bytes) {
  const Directory directory = read_end(bytes);
  const std::string_view records = slice(bytes, directory.offset, directory.size);
  std::vector<Located> all;
  std::unordered_set<std::string> names;
  std::uint64_t at = 0;
  for (std::uint64_t i = 0; i < directory.entries; ++i) {
    all.push_back(read_record(bytes, records, at));
    if (!names.insert(all.back().entry.name).second) {
      throw ZipError("holds two entries of one name");
    }
  }
  // Stating fewer entries than there are records would hide some from one reader and not another.
  const bool counted = at == records.size() || u32(records, at) != kDirectoryHeader;
  if (!counted) throw ZipError("lists more entries than it says");
  refuse_overlaps(all, directory.offset);
  entries_.reserve(all.size());
  for (Located& located : all) entries_.push_back(std::move(located.entry));
}

const ZipEntry* ZipArchive::find(std::string_view name) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [name](const ZipEntry& entry) {
    return iequals(entry.name, name);
  });
  return found == entries_.end() ? nullptr : &*found;
}

bool begins_like_zip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06") ||
         bytes.starts_with("PK\x07\x08");
}

}  // namespace assay::extract
