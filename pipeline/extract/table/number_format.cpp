// SPDX-License-Identifier: Apache-2.0
// Applies number formats, as far as they change the text.
#include "pipeline/extract/table/number_format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

// Days from 1899-12-30 to 1970-01-01; the count starts there because of Excel's phantom 1900-02-29.
constexpr int kEpoch = 25569;
constexpr double kLastDay = 2958466;  // the day after 9999-12-31

// The first section of a format: the text around the digits, and their pattern.
struct Pattern {
  std::string prefix;
  std::string digits;
  std::string suffix;
  bool percent = false;
  bool date = false;
  bool time = false;
  bool elapsed = false;  // hours continue beyond a day
};

void read_letter(char c, Pattern& pattern) {
  const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (lower == 'y' || lower == 'd') pattern.date = true;
  if (lower == 'h' || lower == 's') pattern.time = true;
  // m is a month unless there are hours or seconds around it; alone it is a month.
  if (lower == 'm' && !pattern.time) pattern.date = true;
}

void add_literal(std::string_view text, Pattern& pattern) {
  (pattern.digits.empty() ? pattern.prefix : pattern.suffix) += text;
}

// Reads quoted text, escapes and [brackets] at `at`; returns the position after them, or at.
std::size_t read_special(std::string_view code, std::size_t at, Pattern& pattern) {
  if (code[at] == '"') {
    const std::size_t end = std::min(code.find('"', at + 1), code.size());
    add_literal(code.substr(at + 1, end - at - 1), pattern);
    return std::min(end + 1, code.size());
  }
  if (code[at] == '\\' || code[at] == '_' || code[at] == '*') {
    if (code[at] == '\\') add_literal(code.substr(std::min(at + 1, code.size()), 1), pattern);
    return std::min(at + 2, code.size());
  }
  if (code[at] != '[') return at;
  const std::size_t end = std::min(code.find(']', at), code.size());
  const std::string_view inside = code.substr(at + 1, end - at - 1);
  // [$€-407] is a currency, [h] elapsed hours, anything else a colour or condition.
  if (inside.starts_with('$')) {
    add_literal(inside.substr(1, inside.find('-') - 1), pattern);
  } else if (iequals(inside.substr(0, 1), "h") || iequals(inside, "mm") || iequals(inside, "ss")) {
    pattern.time = true;
    pattern.elapsed = true;
  }
  return std::min(end + 1, code.size());
}

Pattern read_pattern(std::string_view code) {
  Pattern pattern;
  for (std::size_t at = 0; at < code.size() && code[at] != ';';) {
    if (const std::size_t behind = read_special(code, at, pattern); behind != at) {
      at = behind;
      continue;
    }
    const char c = code[at++];
    if (std::string_view("0#?.,").find(c) != std::string_view::npos) {
      pattern.digits += c;
    } else if (c == '%') {
      pattern.percent = true;
    } else if (std::string_view("ymdhsYMDHS").find(c) != std::string_view::npos) {
      read_letter(c, pattern);
    } else if (c == ' ' || c == '$' || c == '(' || c == ')' || c == '-' || c == '+' ||
               (c & 0x80) != 0) {
      add_literal(std::string_view(&c, 1), pattern);
    }
  }
  // "mm:ss" has an m before its s; without day or year it is a time.
  const std::string lower = ascii_lower(code);
  if (pattern.time && lower.find('y') == std::string::npos &&
      lower.find('d') == std::string::npos) {
    pattern.date = false;
  }
  return pattern;
}

// "1234.5": as many digits as a double holds reliably, without an exponent if readable.
std::string general(double value) {
  std::array<char, 64> buffer{};
  const int length = std::snprintf(buffer.data(), buffer.size(), "%.15g", value);
  std::string text(buffer.data(), static_cast<std::size_t>(std::max(length, 0)));
  if (text.find('e') == std::string::npos || std::abs(value) >= 1e21 || std::abs(value) < 1e-9) {
    return text;
  }
  std::array<char, 64> fixed{};
  const int count =
      std::snprintf(fixed.data(), fixed.size(), "%.*f", std::abs(value) < 1 ? 15 : 0, value);
  text.assign(fixed.data(), static_cast<std::size_t>(std::max(count, 0)));
  if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of("0.") + 1);
  return text;
}

std::string iso_date(double serial, bool from_1904, const Pattern& pattern) {
  const double shifted = serial + (from_1904 ? 1462 : 0);
  if (shifted < 0 || shifted >= kLastDay) return general(serial);
  auto seconds = static_cast<long long>(std::llround(shifted * 86400));
  // Days before 1900-03-01 are off by Excel's phantom day.
  if (pattern.date && shifted < 60 && shifted >= 1) seconds += 86400;
  const std::chrono::sys_seconds moment{std::chrono::seconds(seconds - kEpoch * 86400LL)};
  const auto day = std::chrono::floor<std::chrono::days>(moment);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(moment - day);
  std::array<char, 48> out{};
  std::string text;
  if (pattern.date) {
    static_cast<void>(
        std::snprintf(out.data(), out.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day())));
    text = out.data();
  }
  if (!pattern.time) return text;
  const long long hours = pattern.elapsed ? seconds / 3600 : clock.hours().count();
  const long long rest = seconds % 60;
  static_cast<void>(std::snprintf(out.data(), out.size(),
                                  rest == 0 ? "%02lld:%02d" : "%02lld:%02d:%02lld", hours,
                                  static_cast<int>(clock.minutes().count()), rest));
  return text.empty() ? std::string(out.data()) : text + " " + out.data();
}

void group_thousands(std::string& digits) {
  std::size_t end = std::min(digits.find('.'), digits.size());
  for (const std::size_t first = digits.starts_with('-') ? 1 : 0; end > first + 3;) {
    end -= 3;
    digits.insert(end, 1, ',');
  }
}

std::string decimal(double value, const Pattern& pattern) {
  const std::size_t point = pattern.digits.find('.');
  const std::string whole = pattern.digits.substr(0, point);
  const std::string fraction =
      point == std::string::npos ? std::string() : pattern.digits.substr(point + 1);
  const auto places = static_cast<int>(
      std::min<std::size_t>(static_cast<std::size_t>(std::count_if(
                                fraction.begin(), fraction.end(), [](char c) { return c != ','; })),
                            15));
  const auto least = static_cast<std::size_t>(std::count(whole.begin(), whole.end(), '0'));
  // Each comma after the digits divides by a thousand. Without a unit, "k" or "m", the displayed
  // number would mislead.
  if (pattern.digits.ends_with(',')) {
    if (pattern.suffix.empty()) return general(value);
    Pattern scaled = pattern;
    for (; scaled.digits.ends_with(','); scaled.digits.pop_back()) value /= 1000;
    return decimal(value, scaled);
  }
  std::array<char, 400> buffer{};
  // Excel rounds half up, even if the binary fraction falls just short of it.
  const double scale = std::pow(10.0, places);
  const double exact = std::abs(value) * scale;
  const double rounded =
      exact < 1e15 ? std::floor(exact * (1 + 1e-15) + 0.5) / scale : std::abs(value);
  static_cast<void>(std::snprintf(buffer.data(), buffer.size(), "%.*f", places, rounded));
  std::string text = buffer.data();
  // '#' and '?' after the point show no zeros.
  for (auto c = fraction.rbegin(); c != fraction.rend() && *c != '0' && text.ends_with('0'); ++c) {
    text.pop_back();
  }
  if (text.ends_with('.')) text.pop_back();
  const std::size_t integer = std::min(text.find('.'), text.size());
  if (integer < least) text.insert(0, std::min<std::size_t>(least - integer, 30), '0');
  if (whole.find(',') != std::string::npos) group_thousands(text);
  return (value < 0 ? "-" : "") + text;
}

// The section that a number is shown by: positive; negative; zero. Sections with conditions are not
// told apart.
std::string_view section_of(std::string_view code, double value) {
  std::array<std::string_view, 3> sections{};
  std::size_t count = 0;
  bool quoted = false;
  std::size_t start = 0;
  for (std::size_t at = 0; at <= code.size() && count < sections.size(); ++at) {
    if (at < code.size() && code[at] == '"') quoted = !quoted;
    if (at < code.size() && code[at] == '\\') ++at;
    if (at < code.size() && (quoted || code[at] != ';')) continue;
    sections.at(count++) = code.substr(start, at - start);
    start = at + 1;
  }
  if (code.find_first_of("<>=") != std::string_view::npos) return sections[0];
  if (value < 0 && count > 1) return sections[1];
  return value == 0 && count > 2 ? sections[2] : sections[0];
}

// What a section without digits shows in place of the number: "Yes";"Yes";"No".
std::string words_of(std::string_view code, double value) {
  const std::string_view section = section_of(code, value);
  const Pattern pattern = read_pattern(section);
  const bool number = !pattern.digits.empty() || pattern.date || pattern.time;
  return number || section.find('@') != std::string_view::npos ? std::string() : pattern.prefix;
}

}  // namespace

std::string format_number(double value, std::string_view code, bool from_1904) {
  if (!std::isfinite(value)) return {};
  if (code.empty() || iequals(code, "General") || code == "@") return general(value);
  if (const std::size_t at = ascii_lower(code).find("general"); at != std::string::npos) {
    const Pattern before = read_pattern(code.substr(0, at));
    const Pattern behind = read_pattern(code.substr(at + 7));
    return before.prefix + general(value) + behind.prefix;
  }
  if (const std::string words = words_of(code, value); !trim(words).empty()) return words;
  const Pattern pattern = read_pattern(code);
  if (pattern.date || pattern.time) return iso_date(value, from_1904, pattern);
  const bool plain = pattern.digits.empty() || code.find_first_of("Ee/") != std::string_view::npos;
  if (plain || std::abs(value) >= 1e21) {
    return pattern.percent ? general(value * 100) + "%" : general(value);
  }
  const std::string number = decimal(pattern.percent ? value * 100 : value, pattern);
  return pattern.prefix + number + (pattern.percent ? "%" : "") + pattern.suffix;
}

std::string_view builtin_format(int id) {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) {
    return "yyyy-mm-dd";
  }
  switch (id) {
    case 1:
      return "0";
    case 2:
      return "0.00";
    case 3:
    case 37:
    case 38:
      return "#,##0";
    case 4:
    case 39:
    case 40:
      return "#,##0.00";
    case 5:
    case 6:
      return "$#,##0";
    case 7:
    case 8:
    case 44:
      return "$#,##0.00";
    case 41:
      return "#,##0";
    case 43:
      return "#,##0.00";
    case 9:
      return "0%";
    case 10:
      return "0.00%";
    case 18:
    case 19:
    case 20:
    case 21:
      return "hh:mm:ss";
    case 22:
      return "yyyy-mm-dd hh:mm";
    case 45:
    case 46:
    case 47:
      return "[h]:mm:ss";
    default:
      return {};
  }
}

}  // namespace assay::extract
