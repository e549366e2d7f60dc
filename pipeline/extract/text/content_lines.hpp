// SPDX-License-Identifier: Apache-2.0
// Reads the lines of contacts and calendars: NAME;PARAMETER=VALUE:VALUE, folded over several lines
// (RFC 5545, 3.1; RFC 6350, 3.2; vCard 2.1).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::extract {

struct ContentLine {
  std::string name;  // in upper case, without a group ("item1.")
  // In the order of the line, names in upper case. vCard 2.1 has values without names ("HOME").
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string value;  // as written, but decoded from quoted-printable

  // The first parameter of this name, which is in upper case; empty if there is none.
  [[nodiscard]] std::string_view parameter(std::string_view name) const;
};

class ContentLines {
 public:
  // text: UTF-8. It must outlive the lines.
  explicit ContentLines(std::string_view text) : text_(text) {}
  // Skips lines without a colon, which are not content lines.
  [[nodiscard]] std::optional<ContentLine> next();

 private:
  // The next line without its end; nullopt after the last.
  [[nodiscard]] std::optional<std::string_view> physical();
  [[nodiscard]] std::string unfolded(std::string_view first);
  void add_soft_lines(std::string& value);

  std::string_view text_;
  std::size_t at_ = 0;
};

// Splits at each separator without a backslash before it, and removes the backslashes.
[[nodiscard]] std::vector<std::string> unescaped_parts(std::string_view value, char separator);
[[nodiscard]] std::string unescaped(std::string_view value);
// The parts that are not empty, joined by ", ".
[[nodiscard]] std::string joined(const std::vector<std::string>& parts);

}  // namespace assay::extract
