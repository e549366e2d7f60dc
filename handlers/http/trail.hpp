// SPDX-License-Identifier: Apache-2.0
// Writes the audit trail entries of requests.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "db/store/audit/entries.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

struct Act {
  std::string_view action;       // "document.upload"
  std::string_view object_type;  // "document"
  std::string object_id;
  std::optional<RunId> run = std::nullopt;
  store::audit::Outcome outcome = store::audit::Outcome::Allow;
  // The subject of the act, and what changed from and to: an object, or null. No secrets, no
  // evidence.
  Json detail = {};
  // How the actor authenticated; by default, with the session's token.
  std::string_view auth_method = {};
};

// Appends to the trail of the tenant acted on, in the caller's transaction; the entry goes to the
// database with the commit. Also checks the session again in the transaction that writes: throws
// SignInRequired when its user is gone or disabled or has a lesser role than the request was judged
// by, or when its sign-in or API token was ended. So everything that writes calls record() before
// its commit.
void record(const Context& context, pg::Tx& tx, const Act& act);
// The same for a request without a session (sign-in, refused requests). The actor is anonymous
// unless known by now.
void record_as(const Context& context, pg::Tx& tx, const TenantId& tenant, const Act& act,
               const store::audit::Actor& actor);

// The actor of the session, checked as in record().
[[nodiscard]] store::audit::Actor session_actor(const Context& context, pg::Tx& tx);

using store::render::changed;

// The actor that represents a user.
[[nodiscard]] store::audit::Actor actor_of(const UserId& user, const std::string& email);

}  // namespace assay::handlers
