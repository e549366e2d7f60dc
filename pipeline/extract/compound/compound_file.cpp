// SPDX-License-Identifier: Apache-2.0
// Reads compound files with libgsf, which follows each chain of sectors once and within the file.
// Before that, follows the chain of the directory's sectors ([MS-CFB] 2.2 to 2.6), and its tree
// without calling itself. Copies are written with libgsf, into memory.
#include "pipeline/extract/compound/compound_file.hpp"

#include <gsf/gsf-infile-msole.h>
#include <gsf/gsf-input-memory.h>
#include <gsf/gsf-outfile-msole.h>
#include <gsf/gsf-output-memory.h>
#include <gsf/gsf-utils.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/base/ascii.hpp"
#include "pipeline/extract/compound/little_endian.hpp"

namespace assay::extract {
namespace {

using InputHandle = CHandle<GsfInput, g_object_unref>;

constexpr int kMaxNames = 200'000;  // in one folder

GLogWriterOutput no_log(GLogLevelFlags /*level*/, const GLogField* /*fields*/, gsize /*count*/,
                        gpointer /*data*/) {
  return G_LOG_WRITER_HANDLED;
}

constexpr std::uint32_t kLastSector = 0xFFFFFFFA;  // what is above marks ends and holes
constexpr std::size_t kListedInHeader = 109;
constexpr std::size_t kEntry = 128;
constexpr unsigned kStream = 2;
constexpr std::size_t kMaxDirectoryEntries = 100'000;
// Some programs chain all entries of a folder.
constexpr std::size_t kMaxDepth = 10'000;

class Sectors {
 public:
  explicit Sectors(std::string_view bytes) : bytes_(bytes), shift_(le_u16(bytes, 30)) {
    constexpr unsigned kSmallest = 7;
    constexpr unsigned kLargest = 16;
    if (shift_ < kSmallest || shift_ > kLargest) throw CompoundError("has sectors of no size");
    list_tables();
  }
  // Those of a chain. Throws CompoundError if it goes round in a circle.
  [[nodiscard]] std::vector<std::uint32_t> chain(std::uint32_t first) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t at = first; at <= kLastSector; at = next(at)) {
      if (found.size() > bytes_.size() >> shift_) throw CompoundError("has sectors in a circle");
      found.push_back(at);
    }
    return found;
  }
  // The last sector may be cut short.
  [[nodiscard]] std::string_view sector(std::uint32_t number) const {
    const std::uint64_t at = (std::uint64_t{number} + 1) << shift_;
    if (at >= bytes_.size()) throw CompoundError("ends before its directory");
    return bytes_.substr(static_cast<std::size_t>(at), std::size_t{1} << shift_);
  }

 private:
  // The tables of following sectors: the first in the header, others in sectors of their own.
  void list_tables() {
    for (std::size_t i = 0; i < kListedInHeader; ++i) tables_.push_back(le_u32(bytes_, 76 + i * 4));
    const std::size_t listed = (std::size_t{1} << shift_) / 4 - 1;
    std::size_t lists = 0;
    for (std::uint32_t at = le_u32(bytes_, 68); at <= kLastSector;) {
      if (++lists > bytes_.size() >> shift_) throw CompoundError("has sectors in a circle");
      const std::string_view list = sector(at);
      for (std::size_t i = 0; i < listed; ++i) tables_.push_back(le_u32(list, i * 4));
      at = le_u32(list, listed * 4);
    }
  }
  [[nodiscard]] std::uint32_t next(std::uint32_t number) const {
    const std::size_t listed = (std::size_t{1} << shift_) / 4;
    if (number / listed >= tables_.size()) throw CompoundError("ends before its directory");
    return le_u32(sector(tables_[number / listed]), number % listed * 4);
  }

  std::string_view bytes_;
  unsigned shift_;
  std::vector<std::uint32_t> tables_;
};

using OutputHandle = CHandle<GsfOutput, g_object_unref>;
using Change = std::function<std::string(std::string_view, std::string)>;

constexpr int kDeepestFolder = 20;

void write_stream(GsfOutput* output, const std::string& bytes) {
  const bool written =
      bytes.empty() || ::gsf_output_write(output, bytes.size(),
                                          reinterpret_cast<const guint8*>(bytes.data())) != FALSE;
  if (!written || ::gsf_output_close(output) == FALSE) {
    throw CompoundError("has a part that cannot be copied");
  }
}

void copy_into(const CompoundFolder& folder, GsfOutput* to, const Change* change, int depth) {
  if (depth > kDeepestFolder) throw CompoundError("has folders in folders without end");
  for (const std::string& name : folder.names()) {
    const auto inner = folder.folder(name);
    const OutputHandle child(
        ::gsf_outfile_new_child(GSF_OUTFILE(to), name.c_str(), inner ? TRUE : FALSE));
    if (!child) throw CompoundError("has a part that cannot be copied");
    if (inner) {
      copy_into(*inner, child.get(), nullptr, depth + 1);
    } else {
      std::string bytes = folder.stream(name);
      write_stream(child.get(), change == nullptr ? bytes : (*change)(name, std::move(bytes)));
    }
  }
  if (::gsf_output_close(to) == FALSE) throw CompoundError("cannot be copied");
}

}  // namespace

CompoundFolder CompoundFolder::open(std::string_view bytes) {
  check_compound_directory(bytes);
  const InputHandle input(::gsf_input_memory_new(reinterpret_cast<const guint8*>(bytes.data()),
                                                 static_cast<gsf_off_t>(bytes.size()), FALSE));
  GError* error = nullptr;
  Handle root(input ? ::gsf_infile_msole_new(input.get(), &error) : nullptr);
  if (error != nullptr) ::g_error_free(error);
  if (!root) throw CompoundError("has no readable directory of its parts");
  return {std::move(root), bytes.size()};
}

CompoundFolder::CompoundFolder(Handle handle, std::size_t file_size)
    : handle_(std::move(handle)), file_size_(file_size) {
  const int count = std::clamp(::gsf_infile_num_children(handle_.get()), 0, kMaxNames);
  names_.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const char* name = ::gsf_infile_name_by_index(handle_.get(), i);
    names_.emplace_back(name == nullptr ? "" : name);
  }
}

std::optional<int> CompoundFolder::index_of(std::string_view name) const {
  const std::string wanted = ascii_lower(name);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i].size() == wanted.size() && ascii_lower(names_[i]) == wanted) {
      return static_cast<int>(i);
    }
  }
  return std::nullopt;
}

std::string CompoundFolder::stream(std::string_view name) const {
  const auto index = index_of(name);
  if (!index) throw CompoundError("lacks its part " + std::string(name));
  const InputHandle input(::gsf_infile_child_by_index(handle_.get(), *index));
  if (!input) throw CompoundError("has a damaged part " + std::string(name));
  const auto size = static_cast<std::size_t>(std::max<gsf_off_t>(::gsf_input_size(input.get()), 0));
  if (size > file_size_) {
    throw CompoundError("names a part " + std::string(name) + " larger than the file");
  }
  std::string bytes(size, '\0');
  if (size > 0 &&
      ::gsf_input_read(input.get(), size, reinterpret_cast<guint8*>(bytes.data())) == nullptr) {
    throw CompoundError("ends inside its part " + std::string(name));
  }
  return bytes;
}

std::optional<CompoundFolder> CompoundFolder::folder(std::string_view name) const {
  const auto index = index_of(name);
  if (!index) return std::nullopt;
  InputHandle input(::gsf_infile_child_by_index(handle_.get(), *index));
  if (!input || !GSF_IS_INFILE(input.get())) return std::nullopt;
  if (::gsf_infile_num_children(GSF_INFILE(input.get())) < 0) return std::nullopt;
  return CompoundFolder(Handle(GSF_INFILE(input.release())), file_size_);
}

bool begins_like_compound(std::string_view bytes) {
  return bytes.starts_with("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1");
}

void warm_up_compound() {
  // GLib takes a writer only once in a process.
  static const bool silenced = (::g_log_set_writer_func(no_log, nullptr, nullptr), true);
  static_cast<void>(silenced);
  ::gsf_init();
  // The library shows times of parts in the local zone, and would read the zone's file for each.
  static_cast<void>(::setenv("TZ", "UTC", 1));
}

void check_compound_directory(std::string_view bytes) {
  const Sectors sectors(bytes);
  std::vector<std::string_view> entries;
  for (const std::uint32_t number : sectors.chain(le_u32(bytes, 48))) {
    const std::string_view sector = sectors.sector(number);
    for (std::size_t at = 0; at + kEntry <= sector.size(); at += kEntry) {
      entries.push_back(sector.substr(at, kEntry));
    }
    if (entries.size() > kMaxDirectoryEntries) throw CompoundError("has more than 100,000 parts");
  }
  std::vector<bool> seen(entries.size());
  std::vector<std::pair<std::uint32_t, std::size_t>> open{{0, 0}};  // entries and their depth
  while (!open.empty()) {
    const auto [entry, depth] = open.back();
    open.pop_back();
    if (entry >= entries.size() || seen[entry]) continue;
    if (depth > kMaxDepth) throw CompoundError("has a directory without end");
    seen[entry] = true;
    // The library would leave it out without a word.
    if (le_u8(entries[entry], 66) == kStream && le_u32(entries[entry], 120) > bytes.size()) {
      throw CompoundError("names a part that is larger than the file");
    }
    for (const std::size_t branch : {68, 72, 76}) {
      open.emplace_back(le_u32(entries[entry], branch), depth + 1);
    }
  }
}

std::string compound_copy(const CompoundFolder& folder, const Change& change) {
  const OutputHandle memory(::gsf_output_memory_new());
  {
    const OutputHandle root(GSF_OUTPUT(::gsf_outfile_msole_new(memory.get())));
    copy_into(folder, root.get(), &change, 0);
  }
  const guint8* bytes = ::gsf_output_memory_get_bytes(GSF_OUTPUT_MEMORY(memory.get()));
  const auto size = static_cast<std::size_t>(::gsf_output_size(memory.get()));
  return bytes == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(bytes), size);
}

}  // namespace assay::extract
