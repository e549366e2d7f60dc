// SPDX-License-Identifier: Apache-2.0
// Parses the Cookie header.
#include "handlers/http/cookies.hpp"

#include <algorithm>

namespace assay::handlers {

std::optional<std::string> cookie_of(const fcgi::Request& request, std::string_view name) {
  const std::string cookies = request.header("Cookie").value_or("");
  std::string_view rest = cookies;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    std::string_view cookie = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    cookie.remove_prefix(std::min(cookie.find_first_not_of(' '), cookie.size()));
    if (cookie.starts_with(name) && cookie.substr(name.size()).starts_with("=")) {
      return std::string(cookie.substr(name.size() + 1));
    }
  }
  return std::nullopt;
}

}  // namespace assay::handlers
