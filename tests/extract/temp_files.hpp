// SPDX-License-Identifier: Apache-2.0
// Files that vanish with the test: documents in memory, scripts in their own directory.
#pragma once

#include <string>
#include <string_view>

#include "core/base/io.hpp"

namespace assay::test {

// An anonymous file with this content.
[[nodiscard]] FileDescriptor document(std::string_view content);

// An executable shell script that replaces assay-extract.
class Script {
 public:
  explicit Script(const std::string& commands);
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;
  ~Script();
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string directory_;
  std::string path_;
};

}  // namespace assay::test
