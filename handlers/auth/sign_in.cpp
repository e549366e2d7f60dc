// SPDX-License-Identifier: Apache-2.0
// Sign-ins in the database and in the trail.
#include "handlers/auth/sign_in.hpp"

#include <algorithm>

#include "handlers/http/trail.hpp"

namespace assay::handlers::sign_in {

std::chrono::seconds longest(const Config& config, SignInWay way) {
  return way == SignInWay::Oidc ? config.oidc_sign_in_max : config.sign_in_max;
}

std::chrono::seconds cookie_lifetime(const Config& config, std::chrono::seconds left) {
  return std::min(config.refresh_token_lifetime, left);
}

Open open(const Context& context, pg::Tx& tx, const store::access::User& user, SignInWay way) {
  const Config& config = context.services.config;
  Open opened{refresh_cookie::fresh(user.tenant), new_uuid(), longest(config, way)};
  store::access::add_refresh_token(tx, user.tenant, opened.cookie.hash(), opened.family, user.id,
                                   way, cookie_lifetime(config, opened.left));
  record_as(context, tx, user.tenant,
            {.action = "auth.login",
             .object_type = "user",
             .object_id = user.id.value,
             .auth_method = to_text(way)},
            actor_of(user.id, user.email));
  return opened;
}

std::optional<Earlier> earlier_of(const Context& context, pg::Tx& tx) {
  const auto cookie = refresh_cookie::of(context.request);
  if (!cookie || !refresh_cookie::same_origin(context.request, context.services.config)) {
    return std::nullopt;
  }
  tx.act_for(cookie->tenant);
  const auto token = store::access::lock_refresh_token(tx, cookie->tenant, cookie->hash());
  if (!token) return std::nullopt;
  return Earlier{cookie->tenant, token->family};
}

void end(const Context& context, pg::Tx& tx, const Earlier& earlier, std::string_view why) {
  tx.act_for(earlier.tenant);
  // As everywhere, locks the user before the cookies: see lock_user().
  store::access::lock_owner(tx, earlier.tenant, earlier.family);
  const auto id = store::access::revoke_family(tx, earlier.tenant, earlier.family);
  if (!id) return;
  const auto user = store::access::find_user(tx, earlier.tenant, *id);
  Act act{.action = "auth.logout",
          .object_type = "user",
          .object_id = id->value,
          .auth_method = "refresh_cookie"};
  if (!why.empty()) act.detail = Json::object().set("reason", why);
  record_as(context, tx, earlier.tenant, act,
            user ? actor_of(*id, user->email)
                 : store::audit::Actor{"anonymous", std::nullopt, std::nullopt});
}

}  // namespace assay::handlers::sign_in
