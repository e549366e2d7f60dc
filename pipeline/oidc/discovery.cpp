// SPDX-License-Identifier: Apache-2.0
// Encodes forms, and maps response statuses to problems. Reads and checks the discovery document;
// reads keys, and fetches them again for an unknown id.
#include "pipeline/oidc/discovery.hpp"

#include <algorithm>
#include <chrono>

#include "core/base/digest.hpp"
#include "core/settings/service_settings.hpp"
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

bool lists(const Json& array, std::string_view wanted) {
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (array.at(i).as_string() == wanted) return true;
  }
  return false;
}

// nullopt when the endpoint is present but unusable; "" when it is absent.
std::optional<std::string> endpoint(const Json& document, std::string_view name) {
  const Json value = document.get(name);
  if (value.is_null()) return "";
  auto url = value.as_string();
  if (url && is_private_url(*url) && url->find('#') == std::string::npos) return url;
  return std::nullopt;
}

std::optional<Metadata> unusable(std::string_view why) {
  log::error("oidc_discovery_refused", {{"why", why}});
  return std::nullopt;
}

constexpr std::size_t kMaxKeys = 64;
constexpr std::size_t kMaxUnknown = 1024;

std::optional<jws::PublicKey> key_of(const KeySet& keys, std::string_view kid) {
  if (kid.empty()) {
    if (keys.size() != 1) return std::nullopt;
    return keys.front().key;
  }
  for (const SigningKey& key : keys) {
    if (key.kid == kid) return key.key;
  }
  return std::nullopt;
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

std::string discovery_url(std::string_view issuer) {
  while (issuer.ends_with('/')) issuer.remove_suffix(1);
  return std::string(issuer) + "/.well-known/openid-configuration";
}

std::optional<Metadata> read_metadata(const Json& document, std::string_view issuer) {
  if (document.get("issuer").as_string() != issuer) {
    return unusable("its issuer is not the one that is configured");
  }
  const auto authorization = endpoint(document, "authorization_endpoint");
  const auto token = endpoint(document, "token_endpoint");
  const auto keys = endpoint(document, "jwks_uri");
  const auto userinfo = endpoint(document, "userinfo_endpoint");
  if (!authorization || !token || !keys || !userinfo || authorization->empty() || token->empty() ||
      keys->empty()) {
    return unusable("an endpoint is missing or not an https address");
  }
  const Json challenges = document.get("code_challenge_methods_supported");
  if (challenges.is_array() && !lists(challenges, "S256")) {
    return unusable("it does not support PKCE with S256");
  }
  const Json methods = document.get("token_endpoint_auth_methods_supported");
  Metadata metadata{*authorization, *token, *keys, *userinfo};
  // When the document does not name a method, the default is client_secret_basic.
  metadata.secret_in_body = methods.is_array() && !lists(methods, "client_secret_basic") &&
                            lists(methods, "client_secret_post");
  metadata.names_itself_in_answer =
      document.get("authorization_response_iss_parameter_supported").as_bool().value_or(false);
  return metadata;
}

std::optional<KeySet> read_key_set(const Json& document) {
  const Json listed = document.get("keys");
  KeySet keys;
  for (std::size_t i = 0; i < std::min(listed.size(), kMaxKeys); ++i) {
    auto key = jws::PublicKey::from_jwk(listed.at(i));
    const std::string kid = listed.at(i).get("kid").as_string().value_or("");
    if (key) {
      keys.push_back({kid, std::move(*key)});
    } else {
      log::debug("oidc_key_unused", {{"kid", kid}, {"why", key.error()}});
    }
  }
  if (!keys.empty()) return keys;
  log::warning("oidc_keys_unusable", {{"listed", listed.size()}});
  return std::nullopt;
}

std::optional<jws::PublicKey> Keys::find(std::string_view kid) {
  const auto keys = cached_.get();
  if (keys != nullptr) {
    if (auto key = key_of(*keys, kid)) return key;
  }
  if (lately_unknown(kid)) return std::nullopt;
  const auto newer = cached_.refetch();
  if (newer == nullptr || newer == keys) return std::nullopt;  // too soon, or the provider is out
  auto key = key_of(*newer, kid);
  if (!key) remember_unknown(kid);
  return key;
}

bool Keys::lately_unknown(std::string_view kid) {
  const std::lock_guard lock(mutex_);
  const auto found = unknown_.find(kid);
  return found != unknown_.end() && freshness_.now() - found->second < freshness_.unknown;
}

void Keys::remember_unknown(std::string_view kid) {
  const std::lock_guard lock(mutex_);
  const auto now = freshness_.now();
  std::erase_if(unknown_,
                [&](const auto& entry) { return now - entry.second >= freshness_.unknown; });
  if (unknown_.size() >= kMaxUnknown) unknown_.erase(unknown_.begin());
  unknown_.insert_or_assign(std::string(kid), now);
}

}  // namespace assay::oidc
