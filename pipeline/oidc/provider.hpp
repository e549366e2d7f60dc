// SPDX-License-Identifier: Apache-2.0
// The OpenID provider: where to send a person, and who comes back with a code.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "core/base/error.hpp"
#include "core/settings/service_settings.hpp"
#include "pipeline/oidc/discovery.hpp"
#include "pipeline/oidc/identity.hpp"

namespace assay::oidc {

// The values that the API created for one sign-in.
struct Start {
  std::string state;
  std::string nonce;
  std::string code_challenge;  // PKCE, S256
};

// The browser's response from the provider, and the values that belong to it.
struct Answer {
  std::string code;
  std::optional<std::string> issuer;  // the parameter iss of RFC 9207
  std::string code_verifier;
  std::string nonce;
};

// Thread-safe.
class Provider {
 public:
  // leeway: how far the provider's clock may be from `clock`, which tells the time. cancelled:
  // returns true once the process is to stop.
  Provider(OidcSettings settings, std::chrono::seconds leeway, std::function<Timestamp()> clock,
           std::function<bool()> cancelled, const Freshness& freshness = {});

  // The provider's URL that the browser is sent to.
  [[nodiscard]] Result<std::string, Problem> authorization_url(const Start& start);
  // Takes at most 9 s. After the provider has kept one exchange waiting in vain, others are refused
  // at once for a while, because the caller has only a few processes to wait with.
  [[nodiscard]] Result<Identity, Problem> exchange(const Answer& answer);

  // Fetches documents that are about to expire, until asked to stop.
  void keep_fresh(const std::stop_token& stop);

 private:
  struct Tokens {
    std::string id_token;
    std::string access_token;  // "" when there is none
  };
  struct Visit {  // the state of one exchange
    Web web;
    Deadline deadline;
    const Metadata& metadata;
  };

  [[nodiscard]] Result<Identity, Problem> exchange_within(const Answer& answer,
                                                          const Deadline& deadline);
  [[nodiscard]] Result<Tokens, Problem> redeem(Visit& visit, const Answer& answer);
  [[nodiscard]] Result<Json, Problem> verify(const Tokens& tokens, const std::string& nonce);
  // The userinfo of the same person; JSON null when it is not needed.
  [[nodiscard]] Result<Json, Problem> userinfo(Visit& visit, const Tokens& tokens,
                                               const Json& claims);
  [[nodiscard]] bool paused();
  void pause();

  const OidcSettings settings_;
  const std::chrono::seconds leeway_;
  const std::function<Timestamp()> clock_;
  const std::function<bool()> cancelled_;
  Cached<Metadata> metadata_;
  Keys keys_;
  std::mutex mutex_;  // guards paused_until_
  std::chrono::steady_clock::time_point paused_until_{};
};

}  // namespace assay::oidc
