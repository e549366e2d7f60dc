// SPDX-License-Identifier: Apache-2.0
// Real frameworks to try the importers on, if this machine has any.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace assay::packs {

// frameworks/ of ASSAY_TEST_DATA, or of the folder beside the checkout; nullopt if absent.
std::optional<std::filesystem::path> frameworks_folder();
// Files below the folder with this extension, sorted.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                               const std::string& extension);
std::string bytes_of_file(const std::filesystem::path& path);

}  // namespace assay::packs
