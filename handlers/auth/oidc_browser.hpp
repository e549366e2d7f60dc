// SPDX-License-Identifier: Apache-2.0
// The state that a browser keeps while its user is at the identity provider: one cookie per
// sign-in, whose secret yields every other value of that sign-in.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/settings/config.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"

namespace assay::handlers::oidc_browser {

// secret: 32 random bytes. state, nonce and code verifier are hashes of it, each under its own
// name, so the values that travel reveal nothing about the others.
class SignIn {
 public:
  [[nodiscard]] static SignIn fresh();
  // The sign-in that this browser started and that has this state; nullopt when another browser
  // started it, or nobody did.
  [[nodiscard]] static std::optional<SignIn> of(const fcgi::Request& request,
                                                std::string_view state);

  [[nodiscard]] const std::string& state() const noexcept { return state_; }
  // SHA-256 of the state, 32 bytes: what the database stores.
  [[nodiscard]] std::string state_hash() const;
  [[nodiscard]] std::string nonce() const;
  // The PKCE code verifier (RFC 7636) and its S256 challenge.
  [[nodiscard]] std::string code_verifier() const;
  [[nodiscard]] std::string code_challenge() const;

  // HttpOnly, for the OIDC routes only, and Lax: the navigation back starts at the provider.
  void set_cookie(fcgi::Response& response, const Config& config) const;
  void clear_cookie(fcgi::Response& response, const Config& config) const;

 private:
  explicit SignIn(std::string secret);

  std::string secret_;
  std::string state_;
};

// Whether the path may be returned to after sign-in. It must be in one of our two front ends on
// this origin, however a browser reads it.
[[nodiscard]] bool may_return_to(std::string_view path);

}  // namespace assay::handlers::oidc_browser
