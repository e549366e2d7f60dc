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

// The signing keys, read from the database when first needed and then again when they are old, or
// sooner for a kid not seen before; but only every five seconds, or made-up kids would cost the
// database much.
class KeyRing {
 public:
  // most_age: how old what is known of the keys may get; at most a minute.
  KeyRing(pg::Connection& connection, std::chrono::seconds most_age)
      : connection_(connection), most_age_(most_age) {}

  // nullptr for a kid we do not know; valid until the next call.
  [[nodiscard]] const jws::PublicKey* public_key(std::string_view kid);
  // Whether a key that was known has been retired since this was last asked: what was found with it
  // counts no more. Reads the keys anew where they are too old.
  [[nodiscard]] bool lost_one();
  // The newest key that signs, unless it is younger than those five seconds: then another process
  // could refuse what it signs, and the one before goes on signing. Throws std::runtime_error where
  // there is none: assayctl migrate makes the first.
  [[nodiscard]] const store::access::SigningKey& signing_key();

 private:
  using Clock = std::chrono::steady_clock;
  struct Key {
    store::access::SigningKey stored;
    jws::PublicKey verifier;
  };
  void load_if_older(Clock::duration age);
  [[nodiscard]] const Key* find(std::string_view kid) const;
  [[nodiscard]] const store::access::SigningKey* best_signer() const;

  pg::Connection& connection_;
  std::chrono::seconds most_age_;
  std::vector<Key> keys_;
  bool lost_ = false;
  std::optional<Clock::time_point> loaded_;
};

// Sessions of bearer tokens: access tokens and API tokens. A token alone does not make one: the
// database is asked whether its user is enabled and has its role, and whether its sign-in or token
// was ended. Sessions found are remembered for as long as config.session_recheck says, which is how
// late a process may notice that somebody signed out, or that a key was retired.
class Sessions {
 public:
  // All must outlive this.
  Sessions(pg::Connection& connection, KeyRing& keys, const Config& config)
      : connection_(connection), keys_(keys), config_(config) {}

  // Throws SignInRequired for a token that is missing, malformed, expired or not ours; all of the
  // latter alike.
  [[nodiscard]] Session of(const fcgi::Request& request);
  // No longer remembers the session, so that its next request asks the database again.
  void forget(const Session& session);

 private:
  struct Known {
    Session session;
    Timestamp until;
  };
  [[nodiscard]] std::optional<Session> check(const std::string& token);
  [[nodiscard]] std::optional<Known> of_access_token(const std::string& token, Timestamp at);
  [[nodiscard]] std::optional<Known> of_api_token(const std::string& token, Timestamp at);

  pg::Connection& connection_;
  KeyRing& keys_;
  const Config& config_;
  std::unordered_map<std::string, Known> known_;
};

}  // namespace assay::handlers
