// SPDX-License-Identifier: Apache-2.0
// Names the entries of a ZIP.
#include "pipeline/extract/archive/container.hpp"

namespace assay::extract {
namespace {

Member member_of(const ZipEntry& entry) {
  if (entry.special) throw ContainerError("holds a symbolic link or special file");
  if (entry.encrypted) throw ContainerError("is encrypted");
  return {entry.name, entry.directory, entry.size};
}

}  // namespace

void walk_zip(std::string_view bytes, std::string_view /*name*/, Members& members) {
  try {
    const ZipArchive zip(bytes);
    for (const ZipEntry& entry : zip.entries()) members.expect(member_of(entry));
    for (const ZipEntry& entry : zip.entries()) {
      members.take(member_of(entry), [&entry](const Bytes& sink) { inflate(entry, sink); });
    }
  } catch (const ZipError& error) {
    throw ContainerError(error.what());
  }
}

}  // namespace assay::extract
