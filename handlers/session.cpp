// SPDX-License-Identifier: Apache-2.0
// Bearer tokens and the key ring.
#include "handlers/session.hpp"

#include <algorithm>
#include <stdexcept>

#include "fcgi/header_value.hpp"

namespace assay::handlers {
namespace {

constexpr std::chrono::seconds kKeysAge{60};
constexpr std::chrono::seconds kKeysAgeForUnknown{5};
constexpr std::size_t kMostKnown = 1000;

// nullopt when the header is not one bearer token.
std::optional<std::string> bearer_token(const std::string& header) {
  constexpr std::string_view kScheme = "Bearer ";
  if (header.size() <= kScheme.size() ||
      !fcgi::equals_ignoring_case(header.substr(0, kScheme.size()), kScheme)) {
    return std::nullopt;
  }
  std::string token = header.substr(header.find_first_not_of(' ', kScheme.size() - 1));
  if (token.empty() || token.find(' ') != std::string::npos) return std::nullopt;
  return token;
}

}  // namespace

void KeyRing::load_if_older(Clock::duration age) {
  if (loaded_ && Clock::now() - *loaded_ < age) return;
  pg::Tx tx(connection_, pg::Access::ReadOnly);
  keys_ = store::access::signing_keys(tx);
  loaded_ = Clock::now();
}

const store::access::SigningKey* KeyRing::find(std::string_view kid) const {
  for (const auto& key : keys_) {
    if (key.kid == kid) return &key;
  }
  return nullptr;
}

std::optional<std::string> KeyRing::public_key(std::string_view kid) {
  load_if_older(kKeysAge);
  if (find(kid) == nullptr) load_if_older(kKeysAgeForUnknown);
  const store::access::SigningKey* key = find(kid);
  if (key == nullptr) return std::nullopt;
  return key->public_key;
}

const store::access::SigningKey& KeyRing::signing_key() {
  load_if_older(kKeysAge);
  for (int attempt = 0; attempt < 2; ++attempt) {
    for (const auto& key : keys_) {
      if (!key.retired) return key;
    }
    load_if_older(Clock::duration::zero());
  }
  throw std::runtime_error("there is no signing key; run assayctl migrate");
}

std::optional<Session> Sessions::check(const std::string& token) {
  const Timestamp at = now();
  const auto known = known_.find(token);
  if (known != known_.end() && at < known->second.until) return known->second.session;
  const auto claims = jwt::verify(
      token, [this](std::string_view kid) { return keys_.public_key(kid); }, at, leeway_);
  if (!claims) return std::nullopt;
  const Session session{claims->user, claims->tenant, claims->role};
  if (known_.size() >= kMostKnown) known_.clear();
  known_[token] = {session, std::min<Timestamp>(claims->expires_at + leeway_, at + kKeysAge)};
  return session;
}

Session Sessions::of(const fcgi::Request& request) {
  const std::vector<std::string> headers = request.header_values("Authorization");
  if (headers.empty()) throw SignInRequired("An access token is required", false);
  const auto token = headers.size() == 1 ? bearer_token(headers.front()) : std::nullopt;
  const auto session = token ? check(*token) : std::nullopt;
  if (!session) throw SignInRequired("The access token is not valid or has expired", true);
  return *session;
}

}  // namespace assay::handlers
