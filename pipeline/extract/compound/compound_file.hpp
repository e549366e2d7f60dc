// SPDX-License-Identifier: Apache-2.0
// Opens a compound file ([MS-CFB], also OLE2): folders and streams inside one file. Word, Excel,
// PowerPoint and Outlook stored documents in it before they used ZIP and XML. Its directory is
// checked before it is read. A folder of it can be written as a compound file of its own.
#pragma once

#include <gsf/gsf-infile.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/c_handle.hpp"
#include "pipeline/extract/page/damaged_input.hpp"

namespace assay::extract {

// Thrown if the structure is damaged; what() completes "The document is broken: it …".
class CompoundError : public DamagedInput {
 public:
  using DamagedInput::DamagedInput;
};

// A folder, which is also called a storage. Names are UTF-8; they are compared without regard to
// ASCII case.
class CompoundFolder {
 public:
  // The root. bytes must outlive every folder of the file. Throws CompoundError.
  [[nodiscard]] static CompoundFolder open(std::string_view bytes);

  // Of streams and folders, in the order of the file.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] bool has(std::string_view name) const { return index_of(name).has_value(); }
  // The bytes of a stream, never more than the file has. Throws CompoundError if there is none or
  // its sectors are damaged.
  [[nodiscard]] std::string stream(std::string_view name) const;
  // nullopt if there is none, or if the name is that of a stream.
  [[nodiscard]] std::optional<CompoundFolder> folder(std::string_view name) const;

 private:
  using Handle = CHandle<GsfInfile, g_object_unref>;
  CompoundFolder(Handle handle, std::size_t file_size);
  [[nodiscard]] std::optional<int> index_of(std::string_view name) const;

  Handle handle_;
  std::size_t file_size_;
  std::vector<std::string> names_;
};

// Whether the bytes begin like a compound file.
[[nodiscard]] bool begins_like_compound(std::string_view bytes);

// Loads what the library needs, and silences its messages. Call before the sandbox closes.
void warm_up_compound();

// Throws CompoundError if the directory cannot be followed, is too large, names streams larger than
// the file, or is so deep that the library, which calls itself for each level, would run out of
// stack.
void check_compound_directory(std::string_view bytes);

// change: given the name and bytes of each stream directly in the folder, returns the bytes to
// write. Throws CompoundError if a stream is damaged or folders lie in folders too deep.
[[nodiscard]] std::string compound_copy(
    const CompoundFolder& folder,
    const std::function<std::string(std::string_view name, std::string bytes)>& change);

}  // namespace assay::extract
