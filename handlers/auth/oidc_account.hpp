// SPDX-License-Identifier: Apache-2.0
// Finds, links or creates the user that an identity of the provider stands for.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "core/json/json.hpp"
#include "db/store/oidc_sign_in.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers::oidc_account {

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
