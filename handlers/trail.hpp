// SPDX-License-Identifier: Apache-2.0
// Entries of the audit trail that requests make.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "db/store/audit.hpp"
#include "db/store/changed.hpp"
#include "handlers/context.hpp"

namespace assay::handlers {

struct Act {
  std::string_view action;       // "document.upload"
  std::string_view object_type;  // "document"
  std::string object_id;
  std::optional<RunId> run = std::nullopt;
  store::audit::Outcome outcome = store::audit::Outcome::Allow;
  // What it was about, and what it changed from and to: an object, or null. No secrets, no
  // evidence.
  Json detail = {};
  // How the actor showed who it is; by default the session's access token.
  std::string_view auth_method = {};
};

// Appends to the trail of the tenant acted on, in the caller's transaction; the entry goes to the
// database with the commit. The session is checked once more here, in the transaction that writes:
// throws SignInRequired when its user is gone or disabled by now or has a lesser role than the
// request was judged by, or when its sign-in or API token was ended. So record() stands before the
// commit of everything that writes.
void record(const Context& context, pg::Tx& tx, const Act& act);
// The same for a request without a session (sign-in, refused requests): the actor is anonymous
// unless known by now.
void record_as(const Context& context, pg::Tx& tx, const TenantId& tenant, const Act& act,
               const store::audit::Actor& actor);

// Who acts in the session, checked as record() does.
[[nodiscard]] store::audit::Actor session_actor(const Context& context, pg::Tx& tx);

using store::audit::changed;

// The actor that a user is.
[[nodiscard]] store::audit::Actor actor_of(const UserId& user, const std::string& email);

}  // namespace assay::handlers
