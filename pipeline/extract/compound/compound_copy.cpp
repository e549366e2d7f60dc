// SPDX-License-Identifier: Apache-2.0
// Writes with libgsf, into memory.
#include "pipeline/extract/compound/compound_copy.hpp"

#include <gsf/gsf-outfile-msole.h>
#include <gsf/gsf-output-memory.h>

namespace assay::extract {
namespace {

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
