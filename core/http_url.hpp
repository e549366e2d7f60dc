// SPDX-License-Identifier: Apache-2.0
// URLs of web resources, taken apart by the same parser that later fetches them, so that what was
// checked and what is asked for cannot differ.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"

namespace assay {

struct HttpUrl {
  std::string scheme;  // "http" or "https"
  std::string host;    // as written; an IPv6 address without its brackets
  std::string path;    // percent-decoded where it decodes to text without control characters
};

// Why a URL is not taken, as words that follow its field's name.
struct UrlIssue {
  std::string_view issue;
};

// Absolute http and https URLs with a host, and without a user name or password: those would be
// stored and shown. Blanks and control characters are refused.
[[nodiscard]] Result<HttpUrl, UrlIssue> parse_http_url(const std::string& text);

}  // namespace assay
