// SPDX-License-Identifier: Apache-2.0
// Entries of the audit trail that requests make.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "db/store/audit.hpp"
#include "handlers/context.hpp"

namespace assay::handlers {

struct Act {
  std::string_view action;       // "document.upload"
  std::string_view object_type;  // "document"
  std::string object_id;
  std::optional<RunId> run = std::nullopt;
  store::audit::Outcome outcome = store::audit::Outcome::Allow;
};

// Appends to the trail of the tenant acted on, in the caller's transaction: the last statement
// before commit. Throws SignInRequired when the user is gone or disabled by now, so that nothing
// is changed in the name of somebody whose token merely has not expired yet.
void record(const Context& context, pg::Tx& tx, const Act& act);
// The same for a request without a session (sign-in, refused requests): the actor is anonymous
// unless known by now.
void record_as(const Context& context, pg::Tx& tx, const TenantId& tenant, const Act& act,
               const store::audit::Actor& actor);

// The actor that a user is.
[[nodiscard]] store::audit::Actor actor_of(const UserId& user, const std::string& email);

}  // namespace assay::handlers
