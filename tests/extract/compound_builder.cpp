// SPDX-License-Identifier: Apache-2.0
// Writes compound files with libgsf.
#include "tests/extract/compound_builder.hpp"

#include <gsf/gsf-outfile-msole.h>
#include <gsf/gsf-output-memory.h>
#include <gsf/gsf-utils.h>

#include <cstring>
#include <stdexcept>

#include "core/base/c_handle.hpp"

namespace assay::test {
namespace {

using OutputHandle = CHandle<GsfOutput, g_object_unref>;

void must(gboolean done) {
  if (done == FALSE) throw std::logic_error("libgsf cannot write");
}

}  // namespace

std::string compound_file(const Streams& streams) {
  static const bool begun = (::gsf_init(), true);
  static_cast<void>(begun);
  const OutputHandle memory(::gsf_output_memory_new());
  const OutputHandle root(GSF_OUTPUT(::gsf_outfile_msole_new(memory.get())));
  std::vector<std::pair<std::string, OutputHandle>> open;  // folders inside each other
  const auto inside = [&open](const std::string& path) {
    return open.empty() || path.starts_with(open.back().first);
  };
  const auto add = [&open, &root](const std::string& name, gboolean folder) {
    GsfOutput* parent = open.empty() ? root.get() : open.back().second.get();
    return OutputHandle(::gsf_outfile_new_child(GSF_OUTFILE(parent), name.c_str(), folder));
  };
  const auto close_folder = [&open] {
    must(::gsf_output_close(open.back().second.get()));
    open.pop_back();
  };
  for (const auto& [path, bytes] : streams) {
    while (!inside(path)) close_folder();
    std::size_t begin = open.empty() ? 0 : open.back().first.size();
    for (std::size_t slash; (slash = path.find('/', begin)) != std::string::npos;
         begin = slash + 1) {
      OutputHandle folder = add(path.substr(begin, slash - begin), TRUE);
      open.emplace_back(path.substr(0, slash + 1), std::move(folder));
    }
    const OutputHandle child = add(path.substr(begin), FALSE);
    must(::gsf_output_write(child.get(), bytes.size(),
                            reinterpret_cast<const guint8*>(bytes.data())));
    must(::gsf_output_close(child.get()));
  }
  while (!open.empty()) close_folder();
  must(::gsf_output_close(root.get()));
  const guint8* bytes = ::gsf_output_memory_get_bytes(GSF_OUTPUT_MEMORY(memory.get()));
  return {reinterpret_cast<const char*>(bytes),
          static_cast<std::size_t>(::gsf_output_size(memory.get()))};
}

std::string le16(std::uint32_t value) {
  return {static_cast<char>(value & 0xFFU), static_cast<char>((value >> 8U) & 0xFFU)};
}

std::string le32(std::uint32_t value) {
  return le16(value & 0xFFFFU) + le16(value >> 16U);
}

std::string le64(double value) {
  std::string bytes(sizeof(value), '\0');
  std::memcpy(bytes.data(), &value, sizeof(value));
  return bytes;
}

std::string utf16(const std::string& text) {
  std::string units;
  for (const char c : text) (units += c) += '\0';
  return units;
}

void put(std::string& bytes, std::size_t at, const std::string& value) {
  bytes.replace(at, value.size(), value);
}

}  // namespace assay::test
