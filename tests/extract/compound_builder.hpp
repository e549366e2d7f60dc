// SPDX-License-Identifier: Apache-2.0
// Builds compound files (OLE2) and the little-endian numbers in them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace assay::test {

// Streams by their names; "folder/name" for one in a folder. In this order;
// what is in one folder comes together.
using Streams = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] std::string compound_file(const Streams& streams);

[[nodiscard]] std::string le16(std::uint32_t value);
[[nodiscard]] std::string le32(std::uint32_t value);
[[nodiscard]] std::string le64(double value);
// ASCII as UTF-16.
[[nodiscard]] std::string utf16(const std::string& text);
// Overwrites bytes.
void put(std::string& bytes, std::size_t at, const std::string& value);

}  // namespace assay::test
