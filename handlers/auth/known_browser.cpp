// SPDX-License-Identifier: Apache-2.0
// Creates, reads and records the cookie of a known browser.
#include "handlers/auth/known_browser.hpp"

#include <algorithm>

#include "core/base/digest.hpp"
#include "handlers/http/cookies.hpp"

namespace assay::handlers::known_browser {
namespace {

constexpr std::string_view kName = "assay_browser";
constexpr std::size_t kSecretBytes = 32;
constexpr std::int64_t kLifetimeSeconds = 180LL * 24 * 3600;  // as users_of_browser() counts

}  // namespace

bool Browser::knows(const store::access::User& user) const {
  return std::ranges::any_of(accounts, [&user](const store::known_browsers::Account& account) {
    return account.tenant == user.tenant && account.user == user.id;
  });
}

std::optional<Browser> of(const fcgi::Request& request, pg::Tx& tx) {
  const auto secret = cookie_of(request, kName);
  const auto bytes = secret ? from_base64url(*secret) : std::nullopt;
  if (!bytes || bytes->size() != kSecretBytes) return std::nullopt;
  Browser browser{*secret, hash_of(*secret), {}};
  browser.accounts = store::known_browsers::accounts_of(tx, browser.secret_hash);
  if (browser.accounts.empty()) return std::nullopt;
  return browser;
}

std::string fresh_secret() {
  return to_base64url(random_bytes(kSecretBytes));
}

std::string hash_of(const std::string& secret) {
  const Sha256Bytes digest = sha256(secret);
  return {digest.begin(), digest.end()};
}

void remember(pg::Tx& tx, const store::access::User& user, const std::string& secret_hash) {
  store::known_browsers::remember(tx, {user.tenant, user.id}, secret_hash);
}

void set_cookie(fcgi::Response& response, const std::string& secret, const Config& config) {
  std::string header(kName);
  header.append("=").append(secret);
  header.append("; Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age=");
  header.append(std::to_string(kLifetimeSeconds));
  if (config.cookie_secure) header.append("; Secure");
  response.add("Set-Cookie", header);
}

}  // namespace assay::handlers::known_browser
