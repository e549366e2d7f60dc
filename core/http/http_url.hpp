// SPDX-License-Identifier: Apache-2.0
// Parses URLs of web resources with the parser that later fetches them, so that the URL checked and
// the URL requested cannot differ.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace assay {

struct HttpUrl {
  std::string scheme;  // "http" or "https"
  std::string host;    // as written; an IPv6 address without its brackets
  std::string path;    // percent-decoded if the result is text without control characters
};

// Why a URL is refused, worded to follow its field's name.
struct UrlIssue {
  std::string_view issue;
};

// Accepts absolute http and https URLs with a host and without a user name or password, which would
// be stored and shown. Refuses blanks and control characters.
[[nodiscard]] Result<HttpUrl, UrlIssue> parse_http_url(const std::string& text);

}  // namespace assay
