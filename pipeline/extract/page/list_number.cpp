// SPDX-License-Identifier: Apache-2.0
// Writes numbers as letters and Roman numerals.
#include "pipeline/extract/page/list_number.hpp"

#include <algorithm>
#include <array>

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

}  // namespace

std::string list_number(int number, std::string_view format) {
  if (format == "lowerLetter") return letters(number, 'a');
  if (format == "upperLetter") return letters(number, 'A');
  if (format == "lowerRoman") return roman(number, false);
  if (format == "upperRoman") return roman(number, true);
  if (format == "decimalZero" && number < 10) return "0" + std::to_string(number);
  return std::to_string(number);
}

}  // namespace assay::extract
