// SPDX-License-Identifier: Apache-2.0
// Reads compound files with libgsf, which follows each chain of sectors once and within the file.
#include "pipeline/extract/compound/compound_file.hpp"

#include <gsf/gsf-infile-msole.h>
#include <gsf/gsf-input-memory.h>
#include <gsf/gsf-utils.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/base/ascii.hpp"
#include "pipeline/extract/compound/compound_directory.hpp"

namespace assay::extract {
namespace {

using InputHandle = CHandle<GsfInput, g_object_unref>;

constexpr int kMaxNames = 200'000;  // in one folder

GLogWriterOutput no_log(GLogLevelFlags /*level*/, const GLogField* /*fields*/, gsize /*count*/,
                        gpointer /*data*/) {
  return G_LOG_WRITER_HANDLED;
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

}  // namespace assay::extract
