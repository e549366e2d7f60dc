// SPDX-License-Identifier: Apache-2.0
// Who a person is: checks the claims of an ID token (OpenID Connect Core 1.0 section 3.1.3.7), and
// derives identity, tenant and role from them.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.hpp"
#include "core/json/json.hpp"
#include "core/settings/service_settings.hpp"

namespace assay::oidc {

// What the claims of an ID token are checked against.
struct Expected {
  std::string_view issuer;
  std::string_view client_id;
  std::string_view nonce;
  std::string_view access_token;  // "" when there is none
  std::string_view algorithm;     // of the token's signature: "RS256", "ES256", "EdDSA"
  Timestamp now;
  std::chrono::seconds leeway;
};

// Why these claims prove nothing to us, in fixed words; nullopt when they are valid: issued by that
// issuer, for this client and no other, for this very sign-in (nonce), within their time, and with
// the access token that came along (at_hash, if present).
[[nodiscard]] std::optional<std::string_view> claims_problem(const Json& claims,
                                                             const Expected& expected);

// base64url of the left half of the access token's digest, hashed as the algorithm prescribes.
[[nodiscard]] std::string at_hash(std::string_view access_token, std::string_view algorithm);

struct Identity {
  std::string issuer;
  std::string subject;
  std::string email;           // in lower case; "": none, or the provider does not vouch for it
  std::string name;            // "": none
  std::string tenant;          // name or id; "": neither the claim nor the settings name one
  std::optional<Role> role;    // the highest that the role claim gives
  bool role_governed = false;  // a role claim is set up: whoever it gives no role is denied
};

// The provider's claims about a person.
struct Claims {
  Json token;     // of the ID token
  Json userinfo;  // of the userinfo endpoint; JSON null when not requested
};

// Each claim that the settings name comes from the token, else from the userinfo. The two are never
// mixed within one claim, and neither can hide the other's under another spelling of its path. An
// address and its verification come from the same source.
[[nodiscard]] Identity identity_of(const Claims& claims, const OidcSettings& settings);

// The claim at a path of names separated by dots. A name that itself contains dots, such as an
// address, is found too. JSON null when there is none.
[[nodiscard]] Json claim_at(const Json& claims, std::string_view path);

// Whether these claims contain everything we need to know about a person beyond the subject.
[[nodiscard]] bool tells_enough(const Json& claims, const OidcSettings& settings);

// The form sent to the API: {"issuer", "subject", "email", "name", "tenant", "role"}, where role is
// null when there is no role claim and "" when it gives none.
[[nodiscard]] Json to_json(const Identity& identity);

}  // namespace assay::oidc
