// SPDX-License-Identifier: Apache-2.0
// Derives an identity from a person's claims: who it is, of which tenant, in which role.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json/json.hpp"
#include "core/settings/service_settings.hpp"

namespace assay::oidc {

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
