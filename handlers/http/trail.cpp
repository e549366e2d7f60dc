// SPDX-License-Identifier: Apache-2.0
// Fills in audit entries from the request.
#include "handlers/http/trail.hpp"

#include "core/json/utf8.hpp"
#include "db/store/access/credentials.hpp"

namespace assay::handlers {
namespace {

std::optional<std::string> unless_empty(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text;
}

// The session's current role and e-mail; nullopt when it has ended.
std::optional<store::access::Rights> standing_of(const Session& session, pg::Tx& tx) {
  if (!session.token) {
    return store::access::read_rights(tx.run(
        store::access::ask_rights(session.tenant, session.user, session.sign_in, session.key)));
  }
  const auto standing =
      store::tokens::read_rights(tx.run(store::tokens::ask_rights(session.tenant, *session.token)));
  if (!standing) return std::nullopt;
  return store::access::Rights{standing->role, standing->email};
}

std::optional<std::string> user_agent_of(const fcgi::Request& request) {
  constexpr std::size_t kMaxAgentBytes = 300;
  const auto sent = request.header("User-Agent");
  if (!sent || sent->empty()) return std::nullopt;
  const std::string text = utf8::repair(*sent);
  return std::string(utf8::prefix(text, kMaxAgentBytes));
}

}  // namespace

// The user is in the session's own tenant, which may not be the one acted on.
store::audit::Actor session_actor(const Context& context, pg::Tx& tx) {
  const Session& session = context.session;
  const bool elsewhere = session.tenant != context.tenant;
  if (elsewhere) tx.act_for(session.tenant);
  const auto standing = standing_of(session, tx);
  if (elsewhere) tx.act_for(context.tenant);
  if (!standing || standing->role < session.role) {
    context.services.sessions.forget(session);
    throw SignInRequired("The access token is not valid or has expired", true);
  }
  store::audit::Actor actor = actor_of(session.user, standing->email);
  actor.role = to_text(session.role);
  if (session.token) {
    actor.type = "token";
    actor.id = session.token->value;
  }
  return actor;
}

store::audit::Actor actor_of(const UserId& user, const std::string& email) {
  return {"user", user.value, email};
}

void record(const Context& context, pg::Tx& tx, const Act& act) {
  const store::audit::Actor actor = session_actor(context, tx);
  Act whole = act;
  if (act.auth_method.empty()) {
    const Session& session = context.session;
    whole.auth_method = session.scim ? "scim" : session.token ? "api_token" : "access_token";
  }
  if (context.session.tenant != context.tenant) {
    // Copied, because the act's detail may be shared with the response.
    whole.detail = Json::object();
    for (const std::string& name : act.detail.keys()) whole.detail.set(name, act.detail.get(name));
    whole.detail.set("actorTenantId", context.session.tenant.value);
  }
  record_as(context, tx, context.tenant, whole, actor);
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
  event.user_agent = user_agent_of(context.request);
  event.auth_method = unless_empty(std::string(act.auth_method));
  if (act.detail.is_object()) event.detail = act.detail.canonical();
  store::audit::append(tx, tenant, event);
}

}  // namespace assay::handlers
