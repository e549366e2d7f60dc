// SPDX-License-Identifier: Apache-2.0
// The paragraph styles of an RTF document: which of them are headings.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "pipeline/extract/rtf/rtf_tokens.hpp"

namespace assay::extract {

class RtfStyles {
 public:
  // The content of the style sheet, token by token; those of its groups that are skipped aside.
  void word(const RtfToken& token);
  void name(std::string_view text);
  void end_style();
  // From 1; 0 if the style is none of a heading.
  [[nodiscard]] int heading_level(int style) const;

 private:
  struct Style {
    std::string name;
    int outline = -1;
    int based_on = -1;
  };
  int number_ = 0;
  Style current_;
  std::map<int, Style> styles_;
};

}  // namespace assay::extract
