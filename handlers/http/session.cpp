// SPDX-License-Identifier: Apache-2.0
// Reads tokens, and checks sessions.
#include "handlers/http/session.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/base/digest.hpp"
#include "core/trace/log.hpp"
#include "db/store/access/credentials.hpp"
#include "fcgi/header_value.hpp"

namespace assay::handlers::api_token {
namespace {

constexpr std::string_view kPrefix = "assay_";
constexpr std::size_t kUuidLength = 36;
constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kChecksumBytes = 4;

std::string digest(std::string_view text) {
  const Sha256Bytes bytes = sha256(text);
  return {bytes.begin(), bytes.end()};
}

// Covers the id too, so the halves of two tokens do not combine into a third. The start of a
// SHA-256 catches typing mistakes as well as a CRC-32, and needs no further library.
std::string checksum(std::string_view id, std::string_view secret) {
  return digest(std::string(kPrefix).append(id).append("_").append(secret))
      .substr(0, kChecksumBytes);
}

}  // namespace

Fresh fresh() {
  ApiTokenId id = ApiTokenId::fresh();
  std::string secret = random_bytes(kSecretBytes);
  secret += checksum(id.value, secret);
  std::string text = std::string(kPrefix) + id.value + "_" + to_base64url(secret);
  return {std::move(id), std::move(text)};
}

bool is_one(std::string_view bearer) noexcept {
  return bearer.starts_with(kPrefix);
}

std::optional<std::string> hash_of(std::string_view text) {
  if (!is_one(text) || text.size() <= kPrefix.size() + kUuidLength) return std::nullopt;
  const std::string_view id = text.substr(kPrefix.size(), kUuidLength);
  const std::string_view rest = text.substr(kPrefix.size() + kUuidLength);
  if (!is_uuid(id) || rest.front() != '_') return std::nullopt;
  const auto secret = from_base64url(rest.substr(1));
  if (!secret || secret->size() != kSecretBytes + kChecksumBytes ||
      checksum(id, secret->substr(0, kSecretBytes)) != secret->substr(kSecretBytes)) {
    return std::nullopt;
  }
  return digest(text);
}

}  // namespace assay::handlers::api_token

namespace assay::handlers {
namespace {

constexpr std::chrono::seconds kKeysAgeForUnknown{5};
constexpr std::size_t kMaxKnown = 1000;

// nullopt when the header is not a single bearer token.
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

void KeyRing::load() {
  pg::Tx tx(connection_, pg::Access::ReadOnly);
  keys_.clear();
  for (auto& stored : store::access::signing_keys(tx)) {
    auto verifier = jws::PublicKey::ed25519(stored.public_key);
    keys_.push_back({std::move(stored), std::move(verifier)});
  }
  loaded_ = Clock::now();
}

const KeyRing::Key* KeyRing::find(std::string_view kid) const {
  for (const Key& key : keys_) {
    if (key.stored.kid == kid) return &key;
  }
  return nullptr;
}

const jws::PublicKey* KeyRing::public_key(std::string_view kid) {
  const bool may_load = !loaded_ || Clock::now() - *loaded_ >= kKeysAgeForUnknown;
  if (find(kid) == nullptr && may_load) load();
  const Key* key = find(kid);
  return key == nullptr ? nullptr : &key->verifier;
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
  load();
  const store::access::SigningKey* key = best_signer();
  if (key == nullptr) throw std::runtime_error("there is no signing key; run assayctl migrate");
  return *key;
}

std::optional<Sessions::Known> Sessions::of_access_token(const std::string& token, Timestamp at) {
  std::string key;
  const auto find_key = [&](std::string_view kid) {
    key = kid;
    return keys_.public_key(kid);
  };
  const auto claims = jwt::verify(token, find_key, at, config_.clock_leeway);
  if (!claims) {
    log::debug("token_refused", {{"why", claims.error()}});
    return std::nullopt;
  }
  return Known{{claims->user, claims->tenant, claims->role, claims->sign_in, std::move(key)},
               claims->expires_at + config_.clock_leeway};
}

std::optional<Sessions::Known> Sessions::of_api_token(const std::string& token) {
  const auto hash = api_token::hash_of(token);
  if (!hash) return std::nullopt;
  pg::Tx tx(connection_, pg::Access::ReadOnly);
  const auto named = store::tokens::by_hash(tx, *hash);
  if (!named) return std::nullopt;
  tx.act_for(named->tenant);
  const auto standing =
      store::tokens::read_rights(tx.run(store::tokens::ask_rights(named->tenant, named->id)));
  if (!standing) return std::nullopt;
  return Known{{standing->user, named->tenant, standing->role, "", "", named->id,
                standing->scope == TokenScope::Scim},
               std::nullopt};
}

std::optional<Session> Sessions::find(const std::string& token) {
  clock_.keep_right(connection_);
  const Timestamp at = clock_.now();
  const auto known = known_.find(token);
  if (known != known_.end()) {
    const Known& found = known->second;
    if (!found.until || at < *found.until) return found.session;
    known_.erase(known);
  }
  auto found = api_token::is_one(token) ? of_api_token(token) : of_access_token(token, at);
  if (!found) return std::nullopt;
  if (known_.size() >= kMaxKnown) known_.clear();
  return known_.insert_or_assign(token, std::move(*found)).first->second.session;
}

std::optional<Session> Sessions::presented(const fcgi::Request& request) {
  const std::vector<std::string> headers = request.header_values("Authorization");
  const auto token = headers.size() == 1 ? bearer_token(headers.front()) : std::nullopt;
  return token ? find(*token) : std::nullopt;
}

Session Sessions::of(const fcgi::Request& request) {
  confirmed_ = false;
  use_unnoted_ = false;
  if (request.header_values("Authorization").empty()) {
    throw SignInRequired("An access token is required", false);
  }
  const auto session = presented(request);
  if (!session) throw SignInRequired("The access token is not valid or has expired", true);
  return *session;
}

std::optional<pg::Check> Sessions::check_due(const Session& session, const TenantId& tenant) {
  if (confirmed_ || session.tenant != tenant) return std::nullopt;
  return check_of(session);
}

pg::Check Sessions::check_of(const Session& session) {
  pg::Question question = session.token ? store::tokens::ask_rights(session.tenant, *session.token)
                                        : store::access::ask_rights(session.tenant, session.user,
                                                                    session.sign_in, session.key);
  return {std::move(question), [this, session](const pg::Rows& rows) { judge(session, rows); }};
}

void Sessions::judge(const Session& session, const pg::Rows& rows) {
  std::optional<Role> role;
  if (session.token) {
    if (const auto standing = store::tokens::read_rights(rows)) {
      role = standing->role;
      use_unnoted_ = standing->use_unnoted;
    }
  } else if (const auto standing = store::access::read_rights(rows)) {
    role = standing->role;
  }
  if (role == session.role) {
    confirmed_ = true;
    return;
  }
  forget(session);
  if (role && session.token) throw SessionChanged();
  throw SignInRequired("The access token is not valid or has expired", true);
}

void Sessions::confirm(const Session& session) {
  if (!confirmed_) {
    pg::Tx tx(connection_, pg::Access::ReadOnly, session.tenant);
    const pg::Check check = check_of(session);
    check.judge(tx.run(check.question));
  }
  if (std::exchange(use_unnoted_, false)) {
    pg::Tx tx(connection_, pg::Access::ReadWrite, session.tenant);
    store::tokens::note_use(tx, session.tenant, session.token.value());
    tx.commit();
  }
}

void Sessions::confirm_again(const Session& session) {
  confirmed_ = false;
  confirm(session);
}

void Sessions::forget(const Session& session) {
  std::erase_if(known_, [&session](const auto& entry) {
    const Session& known = entry.second.session;
    return known.user == session.user && known.sign_in == session.sign_in &&
           known.token == session.token;
  });
}

}  // namespace assay::handlers
