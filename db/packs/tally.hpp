// SPDX-License-Identifier: Apache-2.0
// Counts what an import merged, guessed or left out, so that each kind makes one warning.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::packs {

class Tally {
 public:
  // kind: what happened, in the plural: "requirements have questions, ...".
  void add(std::string_view kind, std::string_view path, std::size_t count = 1);
  // "KIND: 12 (first: PATH)", in the order in which the kinds were met.
  void write(std::vector<std::string>& warnings) const;

 private:
  struct Entry {
    std::string kind;
    std::string first;
    std::size_t count = 0;
  };
  std::vector<Entry> entries_;
};

}  // namespace assay::packs
