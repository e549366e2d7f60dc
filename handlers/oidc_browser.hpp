// SPDX-License-Identifier: Apache-2.0
// What a browser keeps while its person is away at the identity provider: one cookie per sign-in,
// out of whose secret everything else of that sign-in is made.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/config.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"

namespace assay::handlers::oidc_browser {

// secret: 32 random bytes. state, nonce and code verifier are hashes of it, each under a name of
// its own, so none of those that travel tells of the others.
class SignIn {
 public:
  [[nodiscard]] static SignIn fresh();
  // The sign-in that this browser began and the provider answers with that state; nullopt when
  // another browser began it, or nobody did.
  [[nodiscard]] static std::optional<SignIn> of(const fcgi::Request& request,
                                                std::string_view state);

  [[nodiscard]] const std::string& state() const noexcept { return state_; }
  // SHA-256 of the state, 32 bytes: what the database keeps.
  [[nodiscard]] std::string state_hash() const;
  [[nodiscard]] std::string nonce() const;
  // Of PKCE (RFC 7636), and its S256 challenge.
  [[nodiscard]] std::string code_verifier() const;
  [[nodiscard]] std::string code_challenge() const;

  // HttpOnly, for the OIDC routes only, and Lax: the way back from the provider begins there.
  void set_cookie(fcgi::Response& response, const Config& config) const;
  void clear_cookie(fcgi::Response& response, const Config& config) const;

 private:
  explicit SignIn(std::string secret);

  std::string secret_;
  std::string state_;
};

// Whether a path may be returned to after signing in: one of our two front ends on this very
// origin, however a browser reads it.
[[nodiscard]] bool may_return_to(std::string_view path);

}  // namespace assay::handlers::oidc_browser
