// SPDX-License-Identifier: Apache-2.0
// Who is asking: the bearer token of a request, checked, and the keys that check it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/config.hpp"
#include "core/error.hpp"
#include "core/jwt.hpp"
#include "db/pg/tx.hpp"
#include "db/store/access.hpp"
#include "fcgi/request.hpp"

namespace assay::handlers {

struct Session {
  UserId user;
  TenantId tenant;
  Role role = Role::Viewer;
  std::string sign_in = {};                        // the family of refresh cookies; "" of a token
  std::string key = {};                            // kid of what signed the access token
  std::optional<ApiTokenId> token = std::nullopt;  // the API token that acts for the user
};

// 401. token_presented decides what WWW-Authenticate says (RFC 6750 section 3).
class SignInRequired : public Failure {
 public:
  SignInRequired(std::string message, bool token_presented)
      : Failure(ErrorCode::Unauthorized, std::move(message)), token_presented_(token_presented) {}
  [[nodiscard]] bool token_presented() const noexcept { return token_presented_; }

 private:
  bool token_presented_;
};

// What a session stands for has changed since this process looked: what was found out with it
// counts no more, and the request is to be judged anew. Another time in the same request it is 401.
class SessionChanged : public SignInRequired {
 public:
  SessionChanged() : SignInRequired("The access token is not valid or has expired", true) {}
};

// The signing keys. Those that check are read for a kid not seen before; but only every five
// seconds, or made-up kids would cost the database much. Whether a key is still accepted is asked
// with each request (store::access::ask_standing).
class KeyRing {
 public:
  explicit KeyRing(pg::Connection& connection) : connection_(connection) {}

  // nullptr for a kid we do not know; valid until the next call.
  [[nodiscard]] const jws::PublicKey* public_key(std::string_view kid);
  // The newest key that signs, as of now, unless it is younger than those five seconds: then
  // another process could refuse what it signs, and the one before goes on signing. Throws
  // std::runtime_error where there is none: assayctl migrate makes the first.
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

// Sessions of bearer tokens: access tokens and API tokens. What a token says is remembered; whether
// it still stands (its user is enabled and has its role; its sign-in, the token itself or the key
// that signed it was not ended) is asked of the database in every request, before anything is
// answered. The question goes along with the first statement of the request's first transaction.
class Sessions {
 public:
  // All must outlive this.
  Sessions(pg::Connection& connection, KeyRing& keys, const Config& config)
      : connection_(connection), keys_(keys), config_(config) {}

  // Begins a request. Throws SignInRequired for a token that is missing, malformed, expired or not
  // ours; all of the latter alike.
  [[nodiscard]] Session of(const fcgi::Request& request);
  // The question of the request at hand, for a transaction of that tenant; nullopt where it has
  // been answered, or where the session's user is of another tenant. Throws, when judged,
  // SignInRequired where the session has ended and SessionChanged where an API token's role has
  // changed.
  [[nodiscard]] std::optional<pg::Check> check_due(const Session& session, const TenantId& tenant);
  // Asks now, in a transaction of its own, unless the question has been answered; also notes the
  // use of an API token, once a minute.
  void confirm(const Session& session);
  // No longer remembers what was found out about the session's token.
  void forget(const Session& session);

 private:
  // What a token says, and until when.
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
  KeyRing& keys_;
  const Config& config_;
  std::unordered_map<std::string, Known> known_;
  // Of the request at hand:
  bool confirmed_ = false;
  bool use_unnoted_ = false;
};

}  // namespace assay::handlers
