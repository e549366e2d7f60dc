// SPDX-License-Identifier: Apache-2.0
// The users of a tenant as its identity provider keeps them by SCIM (RFC 7644). New ones are VIEWER
// and have no password. Nobody is erased: a deleted user is disabled for good, and the account
// stays for the records that name it.
#include <optional>

#include "db/store/access/accounts.hpp"
#include "db/store/access/scim.hpp"
#include "db/wire/render.hpp"
#include "handlers/auth/user_changes.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/scim/user_resource.hpp"

namespace assay::handlers {
namespace {

store::scim::Filter user_filter(const std::vector<scim::Comparison>& comparisons) {
  store::scim::Filter filter;
  for (const scim::Comparison& comparison : comparisons) {
    const std::string name = comparison.path.dotted();
    const auto text = comparison.value.as_string();
    if (name == "active") {
      filter.active = scim::truth_of(comparison.value);
      if (filter.active) continue;
    }
    if (!text) scim::refuse("invalidFilter", "filter: " + name + " has a value of the wrong type");
    if (name == "username") {
      filter.user_name = text;
    } else if (name == "externalid") {
      filter.external_id = text;
    } else if (name == "id") {
      filter.id = text;
    } else if (name == "emails" || name == "emails.value") {
      filter.email = text;
    } else {
      scim::refuse("invalidFilter", "filter: users cannot be filtered by " + name);
    }
  }
  return filter;
}

store::scim::User user_named(const Context& context, pg::Tx& tx, const UserId& id) {
  return found(store::scim::find(tx, context.tenant, id), context, tx, kUser, id.value);
}

void require_free_name(const Context& context, pg::Tx& tx, const scim::WantedUser& wanted,
                       const std::optional<UserId>& of) {
  if (store::scim::name_taken(tx, context.tenant, wanted.user_name(), of)) {
    scim::refuse_taken("The tenant already has a user with this userName");
  }
}

[[noreturn]] void refuse_taken_email() {
  scim::refuse_taken("The tenant already has a user with this e-mail address");
}

Json profile_for_trail(const store::scim::User& user) {
  return Json::object()
      .set("email", user.account.email)
      .set("userName", user.user_name())
      .set("externalId", user.profile.external_id)
      .set("givenName", user.profile.given_name)
      .set("familyName", user.profile.family_name);
}

void record_profile(const Context& context, pg::Tx& tx, const store::scim::User& before,
                    const store::scim::User& after) {
  const Json detail =
      store::render::changed(profile_for_trail(before), profile_for_trail(after),
                             {"email", "userName", "externalId", "givenName", "familyName"});
  if (!detail.is_object() || detail.size() == 0) return;
  record(context, tx,
         {.action = "user.provision",
          .object_type = kUser.name,
          .object_id = after.account.id.value,
          .detail = detail});
}

// Changes the user to what is wanted. Values that stay the same are not recorded.
void bring_to(const Context& context, pg::Tx& tx, const ChangedUser& target,
              const store::scim::User& before, const scim::WantedUser& wanted) {
  const UserId& id = target.user.id;
  store::users::Change change;
  if (wanted.display_name != target.user.display_name) change.display_name = wanted.display_name;
  if (wanted.active == target.user.disabled_at.has_value()) change.disabled = !wanted.active;
  if (change.display_name || change.disabled) {
    require_allowed(context, target, change);
    static_cast<void>(change_user(context, tx, target, change));
  }
  if (wanted.email != target.user.email &&
      !store::users::set_email(tx, context.tenant, id, wanted.email)) {
    refuse_taken_email();
  }
  if (wanted.profile != before.profile) {
    store::scim::put(tx, context.tenant, id, wanted.profile);
  }
}

// Commits first, because only then does the trail have the entry of this request.
store::scim::User committed(const Context& context, pg::Tx& tx, store::scim::User user) {
  tx.commit();
  pg::Tx later = context.read();
  const auto now = store::scim::find(later, context.tenant, user.account.id);
  if (now) user.changed_at = now->changed_at;
  return user;
}

Response change(Context& context, const scim::AskedOfUser& asked) {
  const auto id = path_id<UserId>(context, kUser);
  pg::Tx tx = context.write();
  const ChangedUser target = lock_changed_user(context, tx, id);
  const store::scim::User before = user_named(context, tx, id);
  scim::require_version(context, scim::user_resource(before));
  const scim::WantedUser wanted = scim::wanted_user(asked, before);
  if (wanted.user_name() != before.user_name()) require_free_name(context, tx, wanted, id);
  bring_to(context, tx, target, before, wanted);
  const store::scim::User after = user_named(context, tx, id);
  record_profile(context, tx, before, after);
  return scim::answer(context, 200, scim::user_resource(committed(context, tx, after)));
}

store::users::User insert_user(const Context& context, pg::Tx& tx, const scim::WantedUser& wanted) {
  auto account = store::users::insert(
      tx, context.tenant, {wanted.email, wanted.display_name, Role::Viewer, std::nullopt});
  if (!account) refuse_taken_email();
  store::scim::put(tx, context.tenant, account->id, wanted.profile);
  record(context, tx,
         {.action = "user.create",
          .object_type = kUser.name,
          .object_id = account->id.value,
          .detail = Json::object()
                        .set("email", account->email)
                        .set("role", to_text(account->role))
                        .set("userName", wanted.user_name())
                        .set("externalId", wanted.profile.external_id)});
  return *account;
}

}  // namespace

Response scim_users_list(Context& context) {
  const store::scim::Filter filter = user_filter(scim::filter_of(context.query));
  const scim::Window window = scim::window_of(context.query);
  pg::Tx tx = context.read();
  std::vector<Json> resources;
  for (const auto& user :
       store::scim::list(tx, context.tenant, filter, window.start - 1, window.count)) {
    resources.push_back(scim::user_resource(user));
  }
  const std::int64_t total = store::scim::count(tx, context.tenant, filter);
  return scim::list_answer(context, resources, total, window);
}

Response scim_users_create(Context& context) {
  const auto asked = scim::asked_of_user(scim::replacements_of(scim::read_body(context.request)));
  const scim::WantedUser wanted = scim::wanted_user(asked, std::nullopt);
  pg::Tx tx = context.write();
  auto administrators = store::users::lock_administrators(tx, context.tenant);
  require_free_name(context, tx, wanted, std::nullopt);
  const store::users::User account = insert_user(context, tx, wanted);
  if (!wanted.active) {
    store::users::Change disable;
    disable.disabled = true;
    static_cast<void>(change_user(context, tx, {std::move(administrators), account}, disable));
  }
  const store::scim::User user = user_named(context, tx, account.id);
  return scim::answer(context, 201, scim::user_resource(committed(context, tx, user)));
}

Response scim_users_get(Context& context) {
  const auto id = path_id<UserId>(context, kUser);
  pg::Tx tx = context.read();
  return scim::answer(context, 200, scim::user_resource(user_named(context, tx, id)));
}

Response scim_users_put(Context& context) {
  const auto asked = scim::asked_of_user(scim::replacements_of(scim::read_body(context.request)));
  if (!asked.user_name) scim::refuse("invalidValue", "userName: is required");
  return change(context, asked);
}

Response scim_users_patch(Context& context) {
  return change(context,
                scim::asked_of_user(scim::operations_of(scim::read_body(context.request))));
}

Response scim_users_delete(Context& context) {
  const auto id = path_id<UserId>(context, kUser);
  pg::Tx tx = context.write();
  const ChangedUser target = lock_changed_user(context, tx, id);
  scim::require_version(context, scim::user_resource(user_named(context, tx, id)));
  delete_user(context, tx, target);
  tx.commit();
  return Response(204);
}

}  // namespace assay::handlers
