// SPDX-License-Identifier: Apache-2.0
// Parses URLs with libcurl's parser.
#include "core/http/http_url.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <new>

#include "core/base/c_handle.hpp"

namespace assay {
namespace {

using Url = CHandle<CURLU, curl_url_cleanup>;
using Text = CHandle<char, curl_free>;

// Returns "" if the URL lacks the part or it cannot be decoded.
std::string part(CURLU* url, CURLUPart which, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url, which, &text, flags) != CURLUE_OK) return {};
  const Text owned(text);
  return owned.get();
}

bool plain(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte != 0x7f;
  });
}

}  // namespace

Result<HttpUrl, UrlIssue> parse_http_url(const std::string& text) {
  if (!plain(text)) return UrlIssue{"must not have blanks or control characters"};
  const Url url(curl_url());
  if (!url) throw std::bad_alloc();
  if (curl_url_set(url.get(), CURLUPART_URL, text.c_str(), CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK) {
    return UrlIssue{"must be an absolute http or https URL"};
  }
  HttpUrl parsed;
  parsed.scheme = part(url.get(), CURLUPART_SCHEME);
  if (parsed.scheme != "http" && parsed.scheme != "https") {
    return UrlIssue{"must be an absolute http or https URL"};
  }
  if (!part(url.get(), CURLUPART_USER).empty() || !part(url.get(), CURLUPART_PASSWORD).empty()) {
    return UrlIssue{"must not have a user name or password"};
  }
  parsed.host = part(url.get(), CURLUPART_HOST);
  if (parsed.host.empty()) return UrlIssue{"has no host"};
  if (parsed.host.front() == '[') parsed.host = parsed.host.substr(1, parsed.host.size() - 2);
  parsed.path = part(url.get(), CURLUPART_PATH, CURLU_URLDECODE);
  return parsed;
}

}  // namespace assay
