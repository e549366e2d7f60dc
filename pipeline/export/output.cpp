// SPDX-License-Identifier: Apache-2.0
// Copies a written file to the output.
#include "pipeline/export/output.hpp"

#include <array>

#include "core/base/io.hpp"

namespace assay::exports {

void copy_file(const std::filesystem::path& path, const Output& output) {
  const FileDescriptor file = open_for_reading(path.string());
  std::array<std::byte, std::size_t{64} * 1024> piece{};
  while (const std::size_t got = read_some(file.get(), piece)) {
    output.write({reinterpret_cast<const char*>(piece.data()), got});
  }
}

}  // namespace assay::exports
