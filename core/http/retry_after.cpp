// SPDX-License-Identifier: Apache-2.0
// Parses both forms of Retry-After.
#include "core/http/retry_after.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <string>

namespace assay::http {

using std::chrono::seconds;

std::optional<seconds> parse_retry_after(std::string_view text, Timestamp now, seconds longest) {
  std::int64_t number = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), number);
  if (done.ec == std::errc() && done.ptr == text.data() + text.size()) {
    return seconds(std::clamp<std::int64_t>(number, 0, longest.count()));
  }
  std::tm date{};
  const std::string line(text);
  const char* end = ::strptime(line.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &date);
  if (end == nullptr || *end != '\0') return std::nullopt;
  const Timestamp at{seconds(::timegm(&date))};
  return std::clamp(std::chrono::ceil<seconds>(at - now), seconds(0), longest);
}

}  // namespace assay::http
