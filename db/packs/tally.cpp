// SPDX-License-Identifier: Apache-2.0
// Counting by kind. An import meets a dozen kinds, so they are found by going through them.
#include "db/packs/tally.hpp"

namespace assay::packs {
namespace {

// A hostile file may invent kinds (unknown members); past this many they are counted together.
constexpr std::size_t kMostKinds = 64;
constexpr std::string_view kFurther = "further things are not kept";

}  // namespace

void Tally::add(std::string_view kind, std::string_view path, std::size_t count) {
  for (Entry& entry : entries_) {
    if (entry.kind == kind) {
      entry.count += count;
      return;
    }
  }
  if (entries_.size() >= kMostKinds && kind != kFurther) return add(kFurther, path, count);
  entries_.push_back({std::string(kind), std::string(path), count});
}

void Tally::write(std::vector<std::string>& warnings) const {
  for (const Entry& entry : entries_) {
    warnings.push_back(entry.kind + ": " + std::to_string(entry.count) + " (first: " + entry.first +
                       ')');
  }
}

}  // namespace assay::packs
