// SPDX-License-Identifier: Apache-2.0
// The two parties to a single sign-on: the browser that started it, and the account that it opens.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/json/json.hpp"
#include "core/settings/config.hpp"
#include "db/store/access/sign_in.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers::oidc_browser {

// The state that a browser keeps while its user is at the identity provider: one cookie per
// sign-in, whose secret yields every other value of that sign-in.

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

namespace assay::handlers::oidc_account {

// Finds, links or creates the user for an identity of the provider.

// The person as the provider describes them, passed on by the pipeline.
struct Identity {
  store::oidc::Subject subject;
  std::string email;  // verified and in lower case, or ""
  std::string name;
  std::string tenant;          // name or id, or ""
  bool role_governed = false;  // the provider decides on the role
  std::optional<Role> role;
};
// nullopt when the JSON is not an identity.
[[nodiscard]] std::optional<Identity> read_identity(const Json& json);

// The issuer and subject, for the detail of an audit entry.
[[nodiscard]] Json subject_detail(const store::oidc::Subject& subject);

// Why the sign-in is denied, as one of the fixed codes that the sign-in page knows.
struct Denied {
  std::string_view code;
  std::string user;  // the account it would have been, or ""
};
// Finds the user by subject, else by verified e-mail if that user has no subject of the issuer yet
// (then links them), else creates a user if the settings allow it. Sets the role that the provider
// decides on. A known user without a role at the provider any more is signed out everywhere.
// Changes are recorded in the tenant's trail; the transaction acts for that tenant.
[[nodiscard]] std::variant<store::access::User, Denied> settle(const Context& context, pg::Tx& tx,
                                                               const TenantId& tenant,
                                                               const Identity& identity);

}  // namespace assay::handlers::oidc_account
