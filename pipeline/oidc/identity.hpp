// SPDX-License-Identifier: Apache-2.0
// What a person's claims mean here: who it is, of which tenant, in which role.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "core/oidc_settings.hpp"

namespace assay::oidc {

struct Identity {
  std::string issuer;
  std::string subject;
  std::string email;           // in lower case; "": none, or the provider does not vouch for it
  std::string name;            // "": none
  std::string tenant;          // name or id; "": neither the claim nor the settings name one
  std::optional<Role> role;    // the highest that the role claim gives
  bool role_governed = false;  // there is a role claim: whoever gets no role by it has no business
                               // here
};

// What the provider says of a person.
struct Claims {
  Json token;     // of the ID token
  Json userinfo;  // of the userinfo endpoint; JSON null where it was not asked
};
// Each claim that the settings name is that of the token, else that of the userinfo: the two are
// never mixed within one claim, and neither can hide the other's under another spelling of its
// path. An address and its being verified come from the same side.
[[nodiscard]] Identity identity_of(const Claims& claims, const OidcSettings& settings);

// The claim at a path of names with dots between. A name that itself holds dots, such as an
// address, is found too. JSON null where there is none.
[[nodiscard]] Json claim_at(const Json& claims, std::string_view path);

// Whether what we need to know of a person beyond the subject stands in these claims.
[[nodiscard]] bool tells_enough(const Json& claims, const OidcSettings& settings);

// For the way to the API: {"issuer", "subject", "email", "name", "tenant", "role"}, where role is
// null when there is no role claim and "" when it gives none.
[[nodiscard]] Json to_json(const Identity& identity);

}  // namespace assay::oidc
