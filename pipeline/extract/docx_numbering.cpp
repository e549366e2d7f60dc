// SPDX-License-Identifier: Apache-2.0
// Counts list items and formats their numbers.
#include "pipeline/extract/docx_numbering.hpp"

#include <algorithm>

#include "pipeline/extract/tree_walk.hpp"

namespace assay::extract {
namespace {

std::string letters(int number, char first) {
  // After z, Word continues with aa, bb.
  if (number < 1) return "0";
  const int count = std::min((number - 1) / 26 + 1, 8);
  std::string text;
  text.append(static_cast<std::size_t>(count), static_cast<char>(first + (number - 1) % 26));
  return text;
}

std::string roman(int number, bool upper) {
  struct Numeral {
    int value;
    const char* lower;
    const char* upper;
  };
  constexpr std::array kNumerals{
      Numeral{100, "c", "C"},  Numeral{90, "xc", "XC"}, Numeral{50, "l", "L"},
      Numeral{40, "xl", "XL"}, Numeral{10, "x", "X"},   Numeral{9, "ix", "IX"},
      Numeral{5, "v", "V"},    Numeral{4, "iv", "IV"},  Numeral{1, "i", "I"}};
  std::string out;
  int rest = std::clamp(number, 0, 999);
  for (const Numeral& numeral : kNumerals) {
    for (; rest >= numeral.value; rest -= numeral.value)
      out += upper ? numeral.upper : numeral.lower;
  }
  return out;
}

std::string formatted(int number, const std::string& format) {
  if (format == "lowerLetter") return letters(number, 'a');
  if (format == "upperLetter") return letters(number, 'A');
  if (format == "lowerRoman") return roman(number, false);
  if (format == "upperRoman") return roman(number, true);
  if (format == "decimalZero" && number < 10) return "0" + std::to_string(number);
  return std::to_string(number);
}

}  // namespace

void DocxNumbering::read_level(const xmlNode* node, Scheme& scheme) {
  const int index = number_attribute(node, "ilvl", -1);
  if (index < 0 || index >= kLevels) return;
  Level& level = scheme.levels.at(static_cast<std::size_t>(index));
  if (const xmlNode* format = child(node, "numFmt")) level.format = attribute(format, "val");
  if (const xmlNode* text = child(node, "lvlText")) level.text = attribute(text, "val");
  if (const xmlNode* start = child(node, "start")) level.start = number_attribute(start, "val", 1);
}

DocxNumbering::DocxNumbering(const xmlNode* root) {
  for (const xmlNode* node = root->children; node != nullptr; node = node->next) {
    if (name_of(node) == "abstractNum") {
      Scheme& scheme = schemes_[std::string(attribute(node, "abstractNumId"))];
      for (const xmlNode* c = node->children; c != nullptr; c = c->next) {
        if (name_of(c) == "lvl") read_level(c, scheme);
      }
    } else if (name_of(node) == "num") {
      const xmlNode* scheme = child(node, "abstractNumId");
      if (scheme == nullptr) continue;
      lists_[std::string(attribute(node, "numId"))] = attribute(scheme, "val");
    }
  }
}

std::string DocxNumbering::label(const ListPlace& place) {
  const auto list = lists_.find(place.list);
  if (list == lists_.end()) return {};
  const auto found = schemes_.find(list->second);
  if (found == schemes_.end() || place.level < 0 || place.level >= kLevels) return "- ";
  Scheme& scheme = found->second;
  const auto at = static_cast<std::size_t>(place.level);
  const Level& level = scheme.levels.at(at);
  int& counter = scheme.counters.at(at);
  counter = scheme.begun.at(at) ? counter + 1 : level.start;
  scheme.begun.at(at) = true;
  std::fill(scheme.begun.begin() + static_cast<std::ptrdiff_t>(at) + 1, scheme.begun.end(), false);
  if (level.format == "bullet") return "- ";
  if (level.format == "none") return {};
  std::string label;
  for (std::size_t i = 0; i < level.text.size(); ++i) {
    const bool place_holder = level.text[i] == '%' && i + 1 < level.text.size() &&
                              level.text[i + 1] >= '1' && level.text[i + 1] <= '9';
    if (!place_holder) {
      label += level.text[i];
      continue;
    }
    const auto other = static_cast<std::size_t>(level.text[++i] - '1');
    const Level& shown = scheme.levels.at(other);
    const int value = scheme.begun.at(other) ? scheme.counters.at(other) : shown.start;
    label += formatted(value, shown.format);
  }
  return label.empty() ? label : label + " ";
}

}  // namespace assay::extract
