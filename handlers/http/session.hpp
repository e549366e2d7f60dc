// SPDX-License-Identifier: Apache-2.0
// Who the caller is: the session of an access token or an API token, and the text of an API token.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/ids.hpp"
#include "core/crypto/jwt.hpp"
#include "core/settings/config.hpp"
#include "db/pg/database_clock.hpp"
#include "db/pg/tx.hpp"
#include "db/store/access/credentials.hpp"
#include "db/store/access/sign_in.hpp"
#include "fcgi/request.hpp"

namespace assay::handlers::api_token {

// The text of an API token: assay_<id>_<secret>, where the secret is 32 random bytes and a 4-byte
// checksum in base64url. A mistyped token is detected without the database, and scanners for leaked
// secrets recognise tokens by their shape.
struct Fresh {
  ApiTokenId id;
  std::string text;  // shown once, never stored
};
[[nodiscard]] Fresh fresh();

// Whether the text claims to be an API token. Other bearer tokens never start this way.
[[nodiscard]] bool is_one(std::string_view bearer) noexcept;
// What the database stores: SHA-256 of the whole text, 32 bytes. nullopt when the text is malformed
// or its checksum does not match. (The secret is random, so a slow hash would protect nothing.)
[[nodiscard]] std::optional<std::string> hash_of(std::string_view text);

}  // namespace assay::handlers::api_token

namespace assay::handlers {

// Authenticates requests: checks the bearer token, and holds the keys for that.
struct Session {
  UserId user;
  TenantId tenant;
  Role role = Role::Viewer;
  std::string sign_in = {};                        // the family of refresh cookies; "" for a token
  std::string key = {};                            // kid of the access token's signing key
  std::optional<ApiTokenId> token = std::nullopt;  // the API token that acts for the user
  bool scim = false;  // the token belongs to the tenant and is for SCIM alone; user made it
};

// 401. token_presented decides what WWW-Authenticate says (RFC 6750 section 3).
class SignInRequired : public Failure {
 public:
  SignInRequired(std::string message, bool token_presented, Json details = {})
      : Failure(ErrorCode::Unauthorized, std::move(message), std::move(details)),
        token_presented_(token_presented) {}
  [[nodiscard]] bool token_presented() const noexcept { return token_presented_; }

 private:
  bool token_presented_;
};

// The role behind a session has changed since this process looked. Results found with the old one
// no longer count, and the request is judged again. A second time in the same request it is 401.
class SessionChanged : public SignInRequired {
 public:
  SessionChanged() : SignInRequired("The access token is not valid or has expired", true) {}
};

// The signing keys. An unknown kid makes it read them again, but at most every five seconds, or
// forged kids would cost the database much. Whether a key is still accepted is asked with each
// request (store::access::ask_rights).
class KeyRing {
 public:
  explicit KeyRing(pg::Connection& connection) : connection_(connection) {}

  // nullptr for an unknown kid. Valid until the next call.
  [[nodiscard]] const jws::PublicKey* public_key(std::string_view kid);
  // The newest key that signs now, unless it is younger than those five seconds: then another
  // process could refuse what it signs, so the previous key continues to sign. Throws
  // std::runtime_error when there is none: assayctl migrate creates the first.
  [[nodiscard]] const store::access::SigningKey& signing_key();

 private:
  using Clock = std::chrono::steady_clock;
  struct Key {
    store::access::SigningKey stored;
    jws::PublicKey verifier;
  };
  void load();
  [[nodiscard]] const Key* find(std::string_view kid) const;
  [[nodiscard]] const store::access::SigningKey* best_signer() const;

  pg::Connection& connection_;
  std::vector<Key> keys_;
  std::optional<Clock::time_point> loaded_;
};

// Sessions of bearer tokens: access tokens and API tokens. The content of a token is remembered.
// Whether it is still valid (its user is enabled and has its role; its sign-in, the token itself or
// the key that signed it was not ended) is asked of the database in every request, before anything
// is answered. The question goes along with the first statement of the request's first transaction.
class Sessions {
 public:
  // All must outlive this.
  Sessions(pg::Connection& connection, pg::DatabaseClock& clock, KeyRing& keys,
           const Config& config)
      : connection_(connection), clock_(clock), keys_(keys), config_(config) {}

  // Starts a request. Throws SignInRequired for a token that is missing, malformed, expired or not
  // ours. The last three look alike.
  [[nodiscard]] Session of(const fcgi::Request& request);
  // The same of a route that needs no token: nullopt where of() would throw.
  [[nodiscard]] std::optional<Session> presented(const fcgi::Request& request);
  // The validity question of the current request, for a transaction of that tenant. nullopt when it
  // has been answered, or when the session's user is of another tenant. Judging the answer throws
  // SignInRequired when the session has ended and SessionChanged when an API token's role has
  // changed.
  [[nodiscard]] std::optional<pg::Check> check_due(const Session& session, const TenantId& tenant);
  // Asks now, in its own transaction, unless the question has been answered. Also records the use
  // of an API token, once a minute.
  void confirm(const Session& session);
  // Asks once more, after work during which the session may have ended.
  void confirm_again(const Session& session);
  // Forgets what is remembered about the session's token.
  void forget(const Session& session);

 private:
  // The session that a token stands for, and until when.
  struct Known {
    Session session;
    std::optional<Timestamp> until;
  };
  [[nodiscard]] std::optional<Session> find(const std::string& token);
  [[nodiscard]] std::optional<Known> of_access_token(const std::string& token, Timestamp at);
  [[nodiscard]] std::optional<Known> of_api_token(const std::string& token);
  [[nodiscard]] pg::Check check_of(const Session& session);
  void judge(const Session& session, const pg::Rows& rows);

  pg::Connection& connection_;
  pg::DatabaseClock& clock_;
  KeyRing& keys_;
  const Config& config_;
  std::unordered_map<std::string, Known> known_;
  // State of the current request:
  bool confirmed_ = false;
  bool use_unnoted_ = false;
};

}  // namespace assay::handlers
