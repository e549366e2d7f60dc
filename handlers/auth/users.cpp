// SPDX-License-Identifier: Apache-2.0
// Users of a tenant, as its administrators manage them. API tokens may at most rename.
#include "handlers/auth/users.hpp"

#include "core/crypto/account.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/events/emails.hpp"
#include "db/wire/render.hpp"
#include "handlers/auth/user_changes.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

namespace users = store::users;

constexpr std::string_view kUserList = "users";

users::Filter filter_of(const fcgi::Query& query) {
  users::Filter filter;
  filter.role = state_if_given<Role>(query, "role");
  filter.contains = text_of(query, "q");
  filter.disabled = flag_if_given(query, "disabled");
  return filter;
}

// The change that the body asks for.
users::Change change_of(const Body& body, const Slots& slots) {
  users::Change change;
  if (body.has("displayName")) change.display_name = body.text("displayName", account::kMaxName);
  if (body.has("role")) {
    change.role = state_of<Role>("role", body.text("role", account::kMaxName));
  }
  if (body.has("disabled")) change.disabled = body.optional_flag("disabled");
  if (body.has("password")) change.password_hash = password_hash_of(body, slots);
  if (!change.display_name && !change.role && !change.disabled && !change.password_hash) {
    refuse_field("body", "must have displayName, role, disabled or password");
  }
  return change;
}

// Also checks If-Match.
ChangedUser lock_target(const Context& context, pg::Tx& tx) {
  ChangedUser target = lock_changed_user(context, tx, path_id<UserId>(context, kUser));
  require_match(context.request, store::render::account(target.user));
  return target;
}

}  // namespace

store::users::NewUser new_user_of(const Body& body, const Slots& slots, std::optional<Role> role) {
  store::users::NewUser user;
  user.email = body.text("email", account::kMaxEmail);
  const std::string_view issue = account::email_issue(user.email);
  if (!issue.empty()) refuse_field(body.full_name("email"), issue);
  user.display_name = body.text("displayName", account::kMaxName);
  user.role = role ? *role : state_of<Role>("role", body.text("role", account::kMaxName));
  if (body.has("password")) user.password_hash = password_hash_of(body, slots);
  return user;
}

std::string password_hash_of(const Body& body, const Slots& slots) {
  const std::string password = body.secret("password", account::kMaxPassword);
  const std::string_view issue = account::password_issue(password);
  if (!issue.empty()) refuse_field(body.full_name("password"), issue);
  const Slots::Slot slot = slots.take();
  return password::hash(password);
}

Response admin_users_list(Context& context) {
  const Page page(context, kUserList, users::kOrders);
  const users::Filter filter = filter_of(context.query);
  pg::Tx tx = context.read();
  const auto items = users::list(tx, context.tenant, filter, page.part());
  const std::int64_t total = users::count(tx, context.tenant, filter);
  return Response::json(200,
                        Json::object()
                            .set("users", store::render::list(items.rows, store::render::account))
                            .set("total", total)
                            .set("nextCursor", page.next(items)));
}

Response admin_users_create(Context& context) {
  const Body body(context.request, kAccountFields);
  require_person(context.session);
  const users::NewUser wanted = new_user_of(body, context.services.slots.passwords, std::nullopt);
  require_role(context.session, wanted.role);
  pg::Tx tx = context.write();
  const auto user = users::insert(tx, context.tenant, wanted);
  if (!user) {
    throw Failure(ErrorCode::Conflict, "The tenant already has a user with this e-mail address",
                  Json::object().set("email", wanted.email));
  }
  store::emails::tell_invited(tx, context.tenant, user->id, context.session.user);
  record(context, tx,
         {.action = "user.create",
          .object_type = kUser.name,
          .object_id = user->id.value,
          .detail = Json::object().set("email", user->email).set("role", to_text(user->role))});
  tx.commit();
  return Response::json(201, Json::object().set("user", store::render::account(*user)));
}

Response admin_users_get(Context& context) {
  const auto id = path_id<UserId>(context, kUser);
  pg::Tx tx = context.read();
  return Response::json(200, store::render::account(found(users::find(tx, context.tenant, id),
                                                          context, tx, kUser, id.value)));
}

Response admin_users_patch(Context& context) {
  const Body body(context.request, "displayName role disabled password");
  if (body.has("role") || body.has("disabled") || body.has("password")) {
    require_person(context.session);
  }
  const users::Change change = change_of(body, context.services.slots.passwords);
  pg::Tx tx = context.write();
  const ChangedUser target = lock_target(context, tx);
  require_allowed(context, target, change);
  const Json after = store::render::account(change_user(context, tx, target, change));
  tx.commit();
  return Response::json(200, Json::object().set("user", after));
}

Response admin_users_delete(Context& context) {
  require_person(context.session);
  pg::Tx tx = context.write();
  delete_user(context, tx, lock_target(context, tx));
  tx.commit();
  return Response(204);
}

}  // namespace assay::handlers
