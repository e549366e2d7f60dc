// SPDX-License-Identifier: Apache-2.0
// Reads TAR and 7z, and what is compressed, with libarchive: from memory, entry by entry.
#pragma once

#include <archive.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/c_handle.hpp"
#include "pipeline/extract/archive/container.hpp"

struct archive_entry;

namespace assay::extract {

class PackedStream {
 public:
  enum class Format { Tar, SevenZip, SingleFile };
  // compression: "gz", "bz2", "xz" or empty. No other format and no further compression is looked
  // for. bytes must outlive the stream. Throws ContainerError, as all members do, and
  // std::bad_alloc.
  PackedStream(std::string_view bytes, Format format, std::string_view compression = {});

  // Moves to the next entry; false after the last one. Passes over the rest of the one before.
  [[nodiscard]] bool next();
  // The current entry. Of a single file, neither name nor size are known.
  [[nodiscard]] Member member() const;
  // A piece of the entry's bytes, in their order; gaps of sparse files are left to the caller.
  struct Piece {
    std::string_view bytes;
    std::uint64_t at = 0;
  };
  // False after the last piece.
  [[nodiscard]] bool next_piece(Piece& piece);
  // The bytes from here to the end of the entry, at most limit + 1, without keeping them.
  [[nodiscard]] std::uint64_t measure(std::uint64_t limit);

 private:
  [[noreturn]] void fail() const;

  bool many_methods_;  // the format has some that are not read, or need too much memory
  CHandle<archive, archive_read_free> archive_;
  bool opened_ = false;
  archive_entry* entry_ = nullptr;
};

}  // namespace assay::extract
