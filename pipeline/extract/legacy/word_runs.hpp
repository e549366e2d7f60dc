// SPDX-License-Identifier: Apache-2.0
// Which properties hold for which part of a Word document's stream ([MS-DOC] 2.9.33, 2.9.174).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pipeline/extract/legacy/word_file.hpp"

namespace assay::extract {

class WordRuns {
 public:
  enum class Of { Characters, Paragraphs };
  // file must outlive the runs. Throws CompoundError if there are more pages of runs than the
  // stream has, or if one is damaged. A document without the list has no runs.
  WordRuns(const WordFile& file, Of of);

  struct Run {
    std::uint32_t first = 0;
    std::uint32_t last = 0;       // the offset behind it
    std::uint16_t style = 0;      // of a paragraph
    std::string_view properties;  // a list of changes
  };
  // The run at that offset of the stream, or one without properties.
  [[nodiscard]] const Run& at(std::uint32_t offset) const;

 private:
  void add_page(std::string_view page, Of of);

  std::vector<Run> runs_;  // by their first offset
  mutable std::size_t last_found_ = 0;
};

}  // namespace assay::extract
