// SPDX-License-Identifier: Apache-2.0
// Which user of which tenant an identity of the provider is: found, linked or made.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "core/json.hpp"
#include "db/store/oidc_sign_in.hpp"
#include "handlers/context.hpp"

namespace assay::handlers::oidc_account {

// Who the provider says it is, as the pipeline hands it on.
struct Identity {
  store::oidc::Subject subject;
  std::string email;  // verified and in lower case, or ""
  std::string name;
  std::string tenant;          // name or id, or ""
  bool role_governed = false;  // the provider decides on roles
  std::optional<Role> role;
};
// nullopt for an answer that is none.
[[nodiscard]] std::optional<Identity> read_identity(const Json& json);

// Who it was at the provider, for the detail of an audit entry.
[[nodiscard]] Json subject_detail(const store::oidc::Subject& subject);

// Why nobody is signed in, in the fixed words that the sign-in page knows.
struct Denied {
  std::string_view code;
  std::string user;  // whose account it would have been, or ""
};
// By subject, else by verified e-mail where that user has no subject of the issuer yet (then they
// are linked), else a new user where the settings say so. Gives the role that the provider decides
// on; a known user whom it gives none any more is signed out everywhere. What is changed is
// recorded in the tenant's trail; the transaction acts for that tenant.
[[nodiscard]] std::variant<store::access::User, Denied> settle(const Context& context, pg::Tx& tx,
                                                               const TenantId& tenant,
                                                               const Identity& identity);

}  // namespace assay::handlers::oidc_account
