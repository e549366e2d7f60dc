// SPDX-License-Identifier: Apache-2.0
// Filling in audit entries from the request.
#include "handlers/trail.hpp"

#include "db/store/access.hpp"

namespace assay::handlers {
namespace {

std::optional<std::string> unless_empty(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text;
}

// The user is a row of the session's own tenant, which may not be the one acted on.
store::audit::Actor session_actor(const Context& context, pg::Tx& tx) {
  const bool elsewhere = context.session.tenant != context.tenant;
  if (elsewhere) tx.act_for(context.session.tenant);
  const auto user = store::access::find_user(tx, context.session.tenant, context.session.user);
  if (elsewhere) tx.act_for(context.tenant);
  if (!user) throw SignInRequired("The access token is not valid or has expired", true);
  return actor_of(user->id, user->email);
}

}  // namespace

store::audit::Actor actor_of(const UserId& user, const std::string& email) {
  return {"user", user.value, email};
}

void record(const Context& context, pg::Tx& tx, const Act& act) {
  record_as(context, tx, context.tenant, act, session_actor(context, tx));
}

void record_as(const Context& context, pg::Tx& tx, const TenantId& tenant, const Act& act,
               const store::audit::Actor& actor) {
  store::audit::Event event;
  event.action = act.action;
  event.object_type = act.object_type;
  event.object_id = act.object_id;
  event.actor = actor;
  event.outcome = act.outcome;
  event.request_id = context.request_id;
  event.run_id = act.run;
  event.ip = unless_empty(context.request.remote_address());
  store::audit::append(tx, tenant, event);
}

}  // namespace assay::handlers
