// SPDX-License-Identifier: Apache-2.0
// Finds and reads real frameworks.
#include "tests/packs/real_data.hpp"

#include <algorithm>
#include <cstdlib>

namespace assay::packs {

namespace fs = std::filesystem;

std::optional<fs::path> frameworks_folder() {
  const char* named = std::getenv("ASSAY_TEST_DATA");
  const fs::path data =
      named != nullptr ? fs::path(named) : fs::path(ASSAY_SOURCE_DIR) / ".." / "shared" / "data";
  std::error_code absent;
  if (!fs::is_directory(data / "frameworks", absent)) return std::nullopt;
  return data / "frameworks";
}

std::vector<fs::path> files_below(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == extension) {
      found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string bytes_of_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace assay::packs
