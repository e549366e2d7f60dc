// SPDX-License-Identifier: Apache-2.0
// What a format is given besides the report: where to write, and what it may ask for meanwhile.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/c_handle.hpp"

namespace assay::exports {

using File = CHandle<std::FILE, std::fclose>;

struct Output {
  // Takes the file's bytes, in order. Throws what ends the export.
  std::function<void(std::string_view)> write;
  // To be called between pieces of work: throws when there is no point in going on.
  std::function<void()> check;
  // A new empty file that is removed once the export is over, for libraries that want a path.
  std::function<std::filesystem::path()> scratch;
  // A stored original; null where it is gone. Throws where its bytes are not those of its hash.
  std::function<File(const std::string& sha256)> original;
};

// The bytes of a file that a library wrote. Throws IoError.
void copy_file(const std::filesystem::path& path, const Output& output);

// Gathers small pieces: a hash and a system call for each would cost more than making them.
class Buffer {
 public:
  explicit Buffer(const Output& output) : output_(output) {}
  Buffer& operator<<(std::string_view text) {
    pending_ += text;
    if (pending_.size() >= kMax) flush();
    return *this;
  }
  void flush() {
    output_.write(pending_);
    pending_.clear();
  }

 private:
  static constexpr std::size_t kMax = std::size_t{64} * 1024;
  const Output& output_;
  std::string pending_;
};

}  // namespace assay::exports
