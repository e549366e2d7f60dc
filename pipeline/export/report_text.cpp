// SPDX-License-Identifier: Apache-2.0
// Cleans and measures text by code points, and formats words and numbers.
#include "pipeline/export/report_text.hpp"

#include <array>
#include <chrono>
#include <cstdio>

#include "core/json/utf8.hpp"

namespace assay::exports {
namespace {

bool unprintable(char32_t c) {
  if (c == '\n' || c == '\t') return false;
  const bool control = c < 0x20 || (c >= 0x7f && c <= 0x9f);
  const bool turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  const bool no_character = (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
  return control || turns || no_character;
}

bool blank(char32_t c) {
  return c == ' ' || c == '\n' || c == '\t' || c == 0xa0 || c == 0x2028 || c == 0x2029;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = utf8::next(text, at);
    if (c == '\r') {
      if (at >= text.size() || text[at] != '\n') out += '\n';
    } else {
      utf8::append(unprintable(c) ? utf8::kReplacement : c, out);
    }
  }
  return out;
}

std::string one_line(std::string_view text) {
  const std::string clean = printable(text);
  std::string out;
  bool gap = false;
  for (std::size_t at = 0; at < clean.size();) {
    const char32_t c = utf8::next(clean, at);
    if (blank(c)) {
      gap = true;
      continue;
    }
    if (gap && !out.empty()) out += ' ';
    gap = false;
    utf8::append(c, out);
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (utf8::length(text) <= most) return std::string(text);
  return std::string(utf8::substr(text, 0, most - 1)) + "…";
}

bool like_formula(std::string_view text) {
  // Spreadsheets skip blanks before the sign; full-width signs count like the plain ones.
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = utf8::next(text, at);
    if (c == '\t' || c == '\r' || c == '\n') return true;
    if (c == ' ' || c == 0xa0 || c == 0x3000 || c == 0xfeff) continue;
    return c == '=' || c == '+' || c == '-' || c == '@' || c == 0xff1d || c == 0xff0b ||
           c == 0xff0d || c == 0xff20;
  }
  return false;
}

std::string_view status_word(AssessmentStatus status) {
  switch (status) {
    case AssessmentStatus::Complete:
      return "Complete";
    case AssessmentStatus::Partial:
      return "Partial";
    case AssessmentStatus::Missing:
      return "Missing";
    case AssessmentStatus::Failed:
      break;
  }
  return "Failed";
}

std::string two_digits(double value) {
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.2f", value);
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string readable(Timestamp at) {
  constexpr std::array<std::string_view, 12> kMonths{
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::string iso = to_iso8601(at);
  return std::to_string(static_cast<unsigned>(date.day())) + " " +
         std::string(kMonths.at(static_cast<unsigned>(date.month()) - 1)) + " " +
         std::to_string(static_cast<int>(date.year())) + ", " + iso.substr(11, 5) + " UTC";
}

std::string counted(std::size_t count, std::string_view thing) {
  return std::to_string(count) + " " + std::string(thing) + (count == 1 ? "" : "s");
}

}  // namespace assay::exports
