// SPDX-License-Identifier: Apache-2.0
// Encodes forms, and maps response statuses to problems.
#include "pipeline/oidc/web.hpp"

#include <algorithm>
#include <chrono>

#include "core/base/base64.hpp"
#include "core/trace/log.hpp"

namespace assay::oidc {
namespace {

constexpr std::chrono::milliseconds kMaxTime{10'000};
constexpr std::chrono::milliseconds kConnectTime{5'000};
constexpr int kOk = 200;
constexpr int kBadRequest = 400;
constexpr int kForbidden = 403;

std::string form_encode(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
        c == '.' || c == '_' || c == '~') {
      encoded.push_back(c);
    } else {
      encoded.append({'%', kDigits[byte >> 4U], kDigits[byte & 0xFU]});
    }
  }
  return encoded;
}

// Scheme, host and path: a query could contain secrets that no log should.
std::string where(const std::string& url) {
  return url.substr(0, url.find_first_of("?#"));
}

}  // namespace

std::string form_text(const Form& form) {
  std::string text;
  for (const auto& [name, value] : form) {
    if (!text.empty()) text.push_back('&');
    text.append(form_encode(name)).append("=").append(form_encode(value));
  }
  return text;
}

std::string basic_authorization(std::string_view client_id, std::string_view secret) {
  return "Authorization: Basic " + to_base64(form_encode(client_id) + ":" + form_encode(secret));
}

Result<Json, Problem> Web::get(const std::string& url, const Deadline& deadline,
                               std::vector<std::string> headers) {
  http::Request request;
  request.url = url;
  request.headers = std::move(headers);
  auto answer = exchange(std::move(request), deadline);
  return answer ? std::move(answer) : Problem::Unavailable;
}

Result<Json, Problem> Web::post(const std::string& url, const Form& form, const Deadline& deadline,
                                std::vector<std::string> headers) {
  http::Request request;
  request.method = "POST";
  request.url = url;
  request.headers = std::move(headers);
  request.headers.emplace_back("Content-Type: application/x-www-form-urlencoded");
  request.body = form_text(form);
  return exchange(std::move(request), deadline);
}

Result<Json, Problem> Web::exchange(http::Request request, const Deadline& deadline) {
  request.headers.emplace_back("Accept: application/json");
  request.timeout = std::min(deadline.left(), kMaxTime);
  request.connect_timeout = std::min(deadline.left(), kConnectTime);
  request.cancelled = cancelled_;
  const std::string url = where(request.url);
  // libcurl reads a time limit of 0 as no limit.
  if (request.timeout.count() == 0) return Problem::Unavailable;
  const auto response = client_.exchange(request);
  if (!response) {
    log::warning("oidc_provider_unreachable",
                 {{"url", url}, {"why", http::to_text(response.error())}});
    return Problem::Unavailable;
  }
  if (response->status != kOk) {
    log::warning("oidc_provider_refused", {{"url", url}, {"status", response->status}});
    const bool refused = response->status >= kBadRequest && response->status <= kForbidden;
    return refused ? Problem::Refused : Problem::Unavailable;
  }
  auto json = Json::parse(response->body);
  if (json && json->is_object()) return std::move(*json);
  log::warning("oidc_provider_unreadable", {{"url", url}, {"bytes", response->body.size()}});
  return Problem::Unavailable;
}

}  // namespace assay::oidc
