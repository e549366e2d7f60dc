// SPDX-License-Identifier: Apache-2.0
// Writes compound files with libgsf.
#include "tests/extract/compound_builder.hpp"

#include <gsf/gsf-outfile-msole.h>
#include <gsf/gsf-output-memory.h>
#include <gsf/gsf-utils.h>

#include <cstring>
#include <map>
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
  std::map<std::string, OutputHandle> folders;
  for (const auto& [path, bytes] : streams) {
    const std::size_t slash = path.find('/');
    GsfOutput* parent = root.get();
    if (slash != std::string::npos) {
      OutputHandle& folder = folders[path.substr(0, slash)];
      if (!folder) {
        folder.reset(
            ::gsf_outfile_new_child(GSF_OUTFILE(root.get()), path.substr(0, slash).c_str(), TRUE));
      }
      parent = folder.get();
    }
    const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
    const OutputHandle child(::gsf_outfile_new_child(GSF_OUTFILE(parent), name.c_str(), FALSE));
    must(::gsf_output_write(child.get(), bytes.size(),
                            reinterpret_cast<const guint8*>(bytes.data())));
    must(::gsf_output_close(child.get()));
  }
  for (const auto& [name, folder] : folders) must(::gsf_output_close(folder.get()));
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
