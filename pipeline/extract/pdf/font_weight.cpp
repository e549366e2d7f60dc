// SPDX-License-Identifier: Apache-2.0
// Names of fonts say their weight in words, or as TeX's fonts do.
#include "pipeline/extract/pdf/font_weight.hpp"

#include <algorithm>
#include <string>

#include "core/base/ascii.hpp"

namespace assay::extract {
namespace {

struct Sign {
  std::string_view word;
  int weight;
};

// A word stands before those that are part of it.
constexpr Sign kSigns[] = {{"demilight", 350},  {"semibold", 600}, {"demi", 600},
                           {"black", 900},      {"heavy", 900},    {"bold", 700},
                           {"extralight", 250}, {"thin", 200},     {"semilight", 350},
                           {"light", 300},      {"medium", 500}};

// "CMBX10", "SFBX1200", "CMSSBX10": bold extended fonts of TeX.
bool tex_bold(std::string_view name) {
  const std::size_t at = name.find("bx");
  const bool family = name.starts_with("cm") || name.starts_with("sf") || name.starts_with("ec");
  if (!family || at == std::string_view::npos || at + 2 >= name.size()) return false;
  return name[at + 2] >= '0' && name[at + 2] <= '9';
}

}  // namespace

int font_weight(std::string_view name) {
  std::string lower = ascii_lower(name);
  // The tag of a font of which only some letters are embedded.
  if (lower.size() > 7 && lower[6] == '+') lower.erase(0, 7);
  for (const Sign& sign : kSigns) {
    if (lower.find(sign.word) != std::string::npos) return sign.weight;
  }
  // The Nimbus fonts, which stand in for Times and Helvetica, call bold "Medi".
  const bool medi = lower.ends_with("medi") || lower.find("-medi") != std::string::npos;
  return medi || lower.ends_with("-bd") || tex_bold(lower) ? 700 : kRegular;
}

}  // namespace assay::extract
