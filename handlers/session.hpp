// SPDX-License-Identifier: Apache-2.0
// Who is asking: the bearer token of a request, checked, and the keys that check it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

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

// The signing keys, read from the database when first needed, then at most once a minute, or
// sooner for a kid not seen before (but not so often that made-up kids cost the database much).
class KeyRing {
 public:
  explicit KeyRing(pg::Connection& connection) : connection_(connection) {}

  [[nodiscard]] std::optional<std::string> public_key(std::string_view kid);
  // The newest key that still signs. Throws std::runtime_error where there is none: assayctl
  // migrate makes the first.
  [[nodiscard]] const store::access::SigningKey& signing_key();

 private:
  using Clock = std::chrono::steady_clock;
  void load_if_older(Clock::duration age);
  [[nodiscard]] const store::access::SigningKey* find(std::string_view kid) const;

  pg::Connection& connection_;
  std::vector<store::access::SigningKey> keys_;
  std::optional<Clock::time_point> loaded_;
};

// Sessions of bearer tokens. Checking a signature costs more than all else of a small request, so
// the outcome is remembered for a minute at most: as long as keys are.
class Sessions {
 public:
  Sessions(KeyRing& keys, std::chrono::seconds leeway) : keys_(keys), leeway_(leeway) {}

  // Throws SignInRequired for a token that is missing, malformed, expired or not ours; all of the
  // latter alike.
  [[nodiscard]] Session of(const fcgi::Request& request);

 private:
  struct Known {
    Session session;
    Timestamp until;
  };
  [[nodiscard]] std::optional<Session> check(const std::string& token);

  KeyRing& keys_;
  std::chrono::seconds leeway_;
  std::unordered_map<std::string, Known> known_;
};

}  // namespace assay::handlers
