// SPDX-License-Identifier: Apache-2.0
// Counts what an import merged, guessed or left out, so that each kind is one line of the report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/packs/import.hpp"

namespace assay::packs {

class Tally {
 public:
  // kind: what happened, in the plural: "requirements have questions, ...".
  void add(std::string_view kind, std::string_view path, std::size_t count = 1);
  // The same for unused parts of the file: "parts have links, which are not kept".
  void leave_out(std::string_view kind, std::string_view path, std::size_t count = 1);
  // In the order in which the kinds first occurred. Left-out kinds are reported as skipped at the
  // first path, with the count in the reason; the others are warnings "KIND: 12 (first: PATH)".
  void write(Report& report) const;

 private:
  struct Entry {
    std::string kind;
    std::string first;
    std::size_t count = 0;
  };
  static void add_to(std::vector<Entry>& entries, std::string_view kind, std::string_view path,
                     std::size_t count);

  std::vector<Entry> entries_;
  std::vector<Entry> left_out_;
};

}  // namespace assay::packs
