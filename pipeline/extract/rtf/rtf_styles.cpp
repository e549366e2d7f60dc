// SPDX-License-Identifier: Apache-2.0
// Reads the style sheet, and follows styles to those that they are based on.
#include "pipeline/extract/rtf/rtf_styles.hpp"

#include <utility>

#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxStyles = 10'000;
constexpr std::size_t kMaxStyleName = 200;
constexpr int kLongestStyleChain = 20;  // styles may be based on each other in a cycle

int level_of_style_name(std::string_view given) {
  const std::string name = ascii_lower(trim(given));
  if (name == "title") return 1;
  if (name == "subtitle") return 2;
  if (!name.starts_with("heading ") || name.size() != 9) return 0;
  return name.back() >= '1' && name.back() <= '9' ? name.back() - '0' : 0;
}

}  // namespace

void RtfStyles::word(const RtfToken& token) {
  if (token.text == "s") number_ = token.value;
  if (token.text == "outlinelevel") current_.outline = token.value;
  if (token.text == "sbasedon") current_.based_on = token.value;
}

void RtfStyles::name(std::string_view text) {
  const std::string_view part = text.substr(0, text.find(';'));
  if (current_.name.size() + part.size() <= kMaxStyleName) current_.name += part;
  if (part.size() < text.size()) end_style();
}

void RtfStyles::end_style() {
  const Style style = std::exchange(current_, {});
  const int number = std::exchange(number_, 0);
  if (!style.name.empty() && styles_.size() < kMaxStyles) styles_.insert_or_assign(number, style);
}

int RtfStyles::heading_level(int style) const {
  for (int i = 0; i < kLongestStyleChain; ++i) {
    const auto found = styles_.find(style);
    if (found == styles_.end()) return 0;
    if (found->second.outline >= 0) {
      return found->second.outline <= 8 ? found->second.outline + 1 : 0;
    }
    if (const int level = level_of_style_name(found->second.name)) return level;
    style = found->second.based_on;
  }
  return 0;
}

}  // namespace assay::extract
