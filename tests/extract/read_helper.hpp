// SPDX-License-Identifier: Apache-2.0
// Reads a document in this process and shows each of its blocks on one line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extract_types.hpp"
#include "pipeline/extract/page/output.hpp"

namespace assay::test {

class Pages : public extract::PageSink {
 public:
  void page(Page page) override { pages.push_back(std::move(page)); }
  void property(const FileProperty& property) override { properties.push_back(property); }
  std::vector<Page> pages;
  std::vector<FileProperty> properties;
};

// Throws ReadFailure.
[[nodiscard]] std::vector<Page> read(std::string_view file_type, std::string_view bytes);
// What the file says of itself beside its text, in order. Throws ReadFailure.
[[nodiscard]] std::vector<FileProperty> read_properties(std::string_view file_type,
                                                        std::string_view bytes);
// "H1 Title", "P text", "L - item", "T name: value"; pages after the first begin with "--".
[[nodiscard]] std::vector<std::string> blocks_of(const std::vector<Page>& pages);
[[nodiscard]] std::vector<std::string> read_blocks(std::string_view file_type,
                                                   std::string_view bytes);
// The failure of reading, or nullopt if it succeeds.
[[nodiscard]] std::optional<ExtractFailure> failure_of(std::string_view file_type,
                                                       std::string_view bytes);

}  // namespace assay::test
