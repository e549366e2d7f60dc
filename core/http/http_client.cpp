// SPDX-License-Identifier: Apache-2.0
// Single exchanges, Retry-After and URLs.
#include "core/http/http_client.hpp"

#include <curl/curl.h>
#include <algorithm>
#include <charconv>
#include <ctime>
#include <new>
#include <string>
#include <utility>

#include "core/base/c_handle.hpp"
#include "core/http/http_exchange.hpp"

namespace assay::http {

struct Client::State {
  Easy easy;
  AddressRule always = {};
};

std::string_view to_text(Problem problem) {
  switch (problem) {
    case Problem::Url:
      return "the address is malformed or neither http nor https";
    case Problem::Resolve:
      return "the host name has no address";
    case Problem::Refused:
      return "the host's address is not allowed";
    case Problem::Connection:
      return "the connection failed";
    case Problem::Tls:
      return "the host's certificate or TLS version is not acceptable";
    case Problem::Timeout:
      return "no complete answer arrived in time";
    case Problem::TooLarge:
      return "the answer is too large";
    case Problem::Redirects:
      return "there were too many redirects";
    case Problem::Cancelled:
      return "the exchange was cancelled";
  }
  return "unknown";
}

Client::Client() : state_(std::make_unique<State>()) {
  state_->easy = new_easy();
}
Client::Client(AddressRule always) : Client() {
  state_->always = std::move(always);
}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

Result<Response, Problem> Client::exchange(const Request& request) {
  // With an address rule, no connection may be reused that was opened without asking it: a redirect
  // would use a kept one. A new handle has none.
  if (request.allowed) state_->easy = new_easy();
  Request ruled = request;
  if (!ruled.allowed) ruled.allowed = state_->always;
  Exchange exchange(state_->easy.get(), ruled);
  return exchange.outcome(curl_easy_perform(state_->easy.get()));
}

using std::chrono::seconds;

namespace {

// The preferred form of RFC 9110, section 5.6.7.
std::optional<Timestamp> parse_date(const std::string& text) {
  std::tm date{};
  const char* end = ::strptime(text.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &date);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return Timestamp{seconds(::timegm(&date))};
}

}  // namespace

std::optional<seconds> age_of(const Response& response) {
  const auto at = [&response](std::string_view name) -> std::optional<Timestamp> {
    const auto found = response.headers.find(name);
    return found == response.headers.end() ? std::nullopt : parse_date(found->second);
  };
  const auto date = at("date");
  const auto changed = at("last-modified");
  if (!date || !changed) return std::nullopt;
  return std::chrono::floor<seconds>(*date - *changed);
}

std::optional<seconds> parse_retry_after(std::string_view text, Timestamp now, seconds longest) {
  std::int64_t number = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), number);
  if (done.ec == std::errc() && done.ptr == text.data() + text.size()) {
    return seconds(std::clamp<std::int64_t>(number, 0, longest.count()));
  }
  const auto at = parse_date(std::string(text));
  if (!at) return std::nullopt;
  return std::clamp(std::chrono::ceil<seconds>(*at - now), seconds(0), longest);
}

}  // namespace assay::http

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

std::string url_without_secrets(std::string_view url) {
  url = url.substr(0, url.find('#'));
  const std::size_t question = std::min(url.find('?'), url.size());
  std::string shown(url.substr(0, question));
  const std::size_t scheme = shown.find("://");
  const std::size_t host = scheme == std::string::npos ? 0 : scheme + 3;
  const std::size_t user = shown.substr(0, shown.find('/', host)).rfind('@');
  if (user != std::string::npos && user >= host) shown.erase(host, user + 1 - host);
  for (std::size_t at = question; at < url.size();) {
    const std::size_t end = std::min(url.find('&', at + 1), url.size());
    const std::string_view pair = url.substr(at, end - at);
    const std::size_t value = pair.find('=');
    // Without a name, all of it is a value.
    shown += value == std::string_view::npos ? pair.substr(0, 1) : pair.substr(0, value + 1);
    if (pair.size() > 1) shown += "***";
    at = end;
  }
  return shown;
}

}  // namespace assay
