// SPDX-License-Identifier: Apache-2.0
// Bearer tokens and the key ring.
#include "handlers/session.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/log.hpp"
#include "db/store/tokens.hpp"
#include "fcgi/header_value.hpp"
#include "handlers/api_token.hpp"

namespace assay::handlers {
namespace {

constexpr std::chrono::seconds kKeysAgeForUnknown{5};
constexpr std::size_t kMostKnown = 1000;

// nullopt when the header is not one bearer token.
std::optional<std::string> bearer_token(const std::string& header) {
  constexpr std::string_view kScheme = "Bearer ";
  if (header.size() <= kScheme.size() ||
      !fcgi::equals_ignoring_case(header.substr(0, kScheme.size()), kScheme)) {
    return std::nullopt;
  }
  const std::size_t start = header.find_first_not_of(' ', kScheme.size() - 1);
  if (start == std::string::npos) return std::nullopt;
  std::string token = header.substr(start);
  if (token.find(' ') != std::string::npos) return std::nullopt;
  return token;
}

}  // namespace

void KeyRing::load_if_older(Clock::duration age) {
  if (loaded_ && Clock::now() - *loaded_ < age) return;
  pg::Tx tx(connection_, pg::Access::ReadOnly);
  std::vector<Key> keys;
  for (auto& stored : store::access::signing_keys(tx)) {
    auto verifier = jws::PublicKey::ed25519(stored.public_key);
    keys.push_back({std::move(stored), std::move(verifier)});
  }
  const std::vector<Key> before = std::exchange(keys_, std::move(keys));
  lost_ = lost_ || std::any_of(before.begin(), before.end(),
                               [this](const Key& key) { return find(key.stored.kid) == nullptr; });
  loaded_ = Clock::now();
}

const KeyRing::Key* KeyRing::find(std::string_view kid) const {
  for (const Key& key : keys_) {
    if (key.stored.kid == kid) return &key;
  }
  return nullptr;
}

const jws::PublicKey* KeyRing::public_key(std::string_view kid) {
  load_if_older(most_age_);
  if (find(kid) == nullptr) load_if_older(kKeysAgeForUnknown);
  const Key* key = find(kid);
  return key == nullptr ? nullptr : &key->verifier;
}

bool KeyRing::lost_one() {
  load_if_older(most_age_);
  return std::exchange(lost_, false);
}

const store::access::SigningKey* KeyRing::best_signer() const {
  const store::access::SigningKey* best = nullptr;
  const auto rank = [](const store::access::SigningKey& key) {
    return (key.settled ? 2 : 0) + (key.retired ? 0 : 1);
  };
  for (const Key& key : keys_) {  // newest first
    if (best == nullptr || rank(key.stored) > rank(*best)) best = &key.stored;
  }
  return best;
}

const store::access::SigningKey& KeyRing::signing_key() {
  load_if_older(most_age_);
  if (keys_.empty()) load_if_older(Clock::duration::zero());
  const store::access::SigningKey* key = best_signer();
  if (key == nullptr) throw std::runtime_error("there is no signing key; run assayctl migrate");
  return *key;
}

std::optional<Sessions::Known> Sessions::of_access_token(const std::string& token, Timestamp at) {
  const auto find_key = [this](std::string_view kid) { return keys_.public_key(kid); };
  const auto claims = jwt::verify(token, find_key, at, config_.clock_leeway);
  if (!claims) {
    log::debug("token_refused", {{"why", claims.error()}});
    return std::nullopt;
  }
  pg::Tx tx(connection_, pg::Access::ReadOnly, claims->tenant);
  const auto standing = store::access::standing(tx, claims->tenant, claims->user, claims->sign_in);
  if (!standing || standing->role != claims->role) {
    log::debug("token_refused", {{"why", "user or sign-in ended, or another role"}});
    return std::nullopt;
  }
  return Known{{claims->user, claims->tenant, claims->role, claims->sign_in},
               claims->expires_at + config_.clock_leeway};
}

std::optional<Sessions::Known> Sessions::of_api_token(const std::string& token, Timestamp at) {
  const auto hash = api_token::hash_of(token);
  if (!hash) return std::nullopt;
  pg::Tx tx(connection_, pg::Access::ReadWrite);
  const auto named = store::tokens::by_hash(tx, *hash);
  if (!named) return std::nullopt;
  tx.act_for(named->tenant);
  const auto standing = store::tokens::standing(tx, named->tenant, named->id);
  if (!standing) return std::nullopt;
  if (standing->use_unnoted) {
    store::tokens::note_use(tx, named->tenant, named->id);
    tx.commit();
  }
  return Known{{standing->user, named->tenant, standing->role, "", named->id},
               standing->expires_at.value_or(at + config_.session_recheck)};
}

std::optional<Session> Sessions::check(const std::string& token) {
  const Timestamp at = now();
  if (keys_.lost_one()) known_.clear();
  const auto known = known_.find(token);
  if (known != known_.end() && at < known->second.until) return known->second.session;
  auto found = api_token::is_one(token) ? of_api_token(token, at) : of_access_token(token, at);
  if (!found) return std::nullopt;
  found->until = std::min<Timestamp>(found->until, at + config_.session_recheck);
  if (known_.size() >= kMostKnown) known_.clear();
  return known_.insert_or_assign(token, std::move(*found)).first->second.session;
}

Session Sessions::of(const fcgi::Request& request) {
  const std::vector<std::string> headers = request.header_values("Authorization");
  if (headers.empty()) throw SignInRequired("An access token is required", false);
  const auto token = headers.size() == 1 ? bearer_token(headers.front()) : std::nullopt;
  const auto session = token ? check(*token) : std::nullopt;
  if (!session) throw SignInRequired("The access token is not valid or has expired", true);
  return *session;
}

void Sessions::forget(const Session& session) {
  std::erase_if(known_, [&session](const auto& entry) {
    const Session& known = entry.second.session;
    return known.user == session.user && known.sign_in == session.sign_in &&
           known.token == session.token;
  });
}

}  // namespace assay::handlers
