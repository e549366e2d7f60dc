// SPDX-License-Identifier: Apache-2.0
// Checks and makes changes to users.
#include "handlers/auth/user_changes.hpp"

#include <algorithm>

#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

// Called when the user would lose its role or its access.
void require_dispensable(const Context& context, const ChangedUser& target, Role role_left) {
  const UserId& id = target.user.id;
  const Json details = Json::object().set(kUser.id_name, id.value);
  if (id == context.session.user && !context.session.scim) {
    throw Failure(ErrorCode::Conflict, "You cannot disable, demote or delete yourself", details);
  }
  const auto& all = target.administrators;
  const bool administrates = std::find(all.begin(), all.end(), id) != all.end();
  if (administrates && all.size() == 1 && role_left < Role::Admin) {
    throw Failure(ErrorCode::Conflict, "This is the last administrator of the tenant", details);
  }
}

// Users change their own password where the current one is asked for. Somebody who only holds an
// administrator's token must not gain lasting access.
void refuse_own_password(const Context& context, const ChangedUser& target) {
  if (target.user.id != context.session.user) return;
  throw Failure(ErrorCode::Conflict, "Change your own password at /api/auth/password",
                Json::object().set(kUser.id_name, target.user.id.value));
}

void record_change(const Context& context, pg::Tx& tx, const Json& before, const Json& after,
                   const store::users::Change& change) {
  const auto note = [&](std::string_view action, std::string_view field) {
    record(context, tx,
           {.action = action,
            .object_type = kUser.name,
            .object_id = after.get("id").as_string().value_or(""),
            .detail = changed(before, after, {field})});
  };
  if (change.display_name) note("user.rename", "displayName");
  if (change.role) note("user.role", "role");
  if (change.password_hash) note("user.password", "hasPassword");
  if (change.disabled) note(*change.disabled ? "user.disable" : "user.enable", "disabled");
}

}  // namespace

ChangedUser lock_changed_user(const Context& context, pg::Tx& tx, const UserId& id) {
  ChangedUser target;
  target.administrators = store::users::lock_administrators(tx, context.tenant);
  target.user = found(store::users::lock(tx, context.tenant, id), context, tx, kUser, id.value);
  if (target.user.deleted_at) throw_absent(context, tx, kUser, id.value);
  require_role(context.session, target.user.role);
  return target;
}

void require_allowed(const Context& context, const ChangedUser& target,
                     const store::users::Change& change) {
  if (change.password_hash) refuse_own_password(context, target);
  if (change.role) require_role(context.session, *change.role);
  if (change.disabled == true) {
    require_dispensable(context, target, Role::Viewer);
  } else if (change.role && *change.role < target.user.role) {
    require_dispensable(context, target, *change.role);
  }
}

store::users::User change_user(const Context& context, pg::Tx& tx, const ChangedUser& target,
                               const store::users::Change& change) {
  const UserId& id = target.user.id;
  store::users::update(tx, context.tenant, id, change);
  if (change.disabled == true || change.password_hash) {
    store::users::revoke_refresh_tokens(tx, context.tenant, id);
  }
  auto after = found(store::users::find(tx, context.tenant, id), context, tx, kUser, id.value);
  record_change(context, tx, store::render::account(target.user), store::render::account(after),
                change);
  return after;
}

void delete_user(const Context& context, pg::Tx& tx, const ChangedUser& target) {
  require_dispensable(context, target, Role::Viewer);
  store::users::remove(tx, context.tenant, target.user.id);
  store::users::revoke_refresh_tokens(tx, context.tenant, target.user.id);
  record(context, tx,
         {.action = "user.delete",
          .object_type = kUser.name,
          .object_id = target.user.id.value,
          .detail = Json::object().set("email", target.user.email)});
}

}  // namespace assay::handlers
