// SPDX-License-Identifier: Apache-2.0
#include "pipeline/extract/page/comment_line.hpp"

#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {

std::string comment_line(std::string_view author, std::string_view place, std::string_view text) {
  const std::string said = clean_text(text);
  if (said.empty()) return {};
  std::string line = "Comment";
  if (const std::string name = clean_line(author); !name.empty()) line += " by " + name;
  if (!place.empty()) line += " on " + clean_line(place);
  return line + ": " + said;
}

}  // namespace assay::extract
