// SPDX-License-Identifier: Apache-2.0
// Shortens names of columns so that repeating them cannot exhaust the limit of text.
#include "pipeline/extract/table/column_names.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace assay::extract {
namespace {

constexpr std::string_view kEllipsis = "\u2026";
constexpr std::size_t kMaxRepeatedBytes =
    std::size_t{20} * 1024 * 1024;  // bytes of names in a table

std::size_t repeated_bytes(const ColumnNames& names, std::size_t longest) {
  std::size_t bytes = 0;
  for (const auto& [column, name] : names) bytes += std::min(name.size(), longest) + 2;
  return bytes;
}

// The first bytes of the name, whole characters and without a space at the end.
std::string beginning(std::string_view name, std::size_t longest) {
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  while (end > 0 && name[end - 1] == ' ') --end;
  return std::string(name.substr(0, end));
}

}  // namespace

bool shorten_names(ColumnNames& names, std::size_t rows) {
  constexpr std::array<std::size_t, 6> kLongest{80, 60, 40, 30, 20, 12};
  std::size_t longest = kLongest.back();
  for (const std::size_t candidate : kLongest) {
    if (repeated_bytes(names, candidate) <= kMaxRepeatedBytes / std::max<std::size_t>(rows, 1)) {
      longest = candidate;
      break;
    }
  }
  bool any = false;
  std::set<std::string> seen;
  for (auto& [column, name] : names) {
    if (name.size() <= longest) continue;
    any = true;
    const std::string start = beginning(name, longest - kEllipsis.size());
    name = start + std::string(kEllipsis);
    for (int number = 2; !seen.insert(name).second; ++number) {
      name = start + std::string(kEllipsis) + std::to_string(number);
    }
  }
  return any;
}

std::string column_letters(std::size_t column) {
  std::string out;
  for (std::size_t rest = column + 1; rest > 0; rest = (rest - 1) / 26) {
    out.insert(out.begin(), static_cast<char>('A' + (rest - 1) % 26));
  }
  return out;
}

}  // namespace assay::extract
