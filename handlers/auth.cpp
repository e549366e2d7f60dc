// SPDX-License-Identifier: Apache-2.0
// Signing in and out: password, access token, refresh cookie.
#include "core/ascii.hpp"
#include "core/jwt.hpp"
#include "core/password.hpp"
#include "db/store/access.hpp"
#include "handlers/access.hpp"
#include "handlers/body.hpp"
#include "handlers/handlers.hpp"
#include "handlers/refresh_cookie.hpp"
#include "handlers/throttle.hpp"
#include "handlers/trail.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {
namespace {

using store::access::User;

constexpr std::size_t kMostEmail = 320;
constexpr std::size_t kMostPassword = 1024;
const char* const kNotSignedIn = "The e-mail address or the password is wrong";
const char* const kCookieRefused = "The refresh cookie is missing, spent or expired";

Json render_user(const User& user) {
  return Json::object()
      .set("id", user.id.value)
      .set("email", user.email)
      .set("displayName", user.display_name)
      .set("role", to_text(user.role))
      .set("tenantId", user.tenant.value)
      .set("tenantName", user.tenant_name);
}

Response session_response(const Context& context, const User& user,
                          const refresh_cookie::Value& cookie, const std::string& family) {
  const Config& config = context.services.config;
  const auto& key = context.services.keys.signing_key();
  const Timestamp issued = now();
  const jwt::Claims claims{user.id,   user.tenant, user.role,
                           family,    issued,      issued + config.access_token_lifetime,
                           new_uuid()};
  Json body = Json::object();
  body.set("accessToken", jwt::sign(claims, key.kid, key.private_key))
      .set("tokenType", "Bearer")
      .set("expiresIn", config.access_token_lifetime.count())
      .set("user", render_user(user));
  Response response = Response::json(200, body);
  refresh_cookie::set(response, cookie, config);
  return response;
}

// Does the same work whether or not the address is known.
std::vector<User> users_with_password(const std::vector<User>& users, const std::string& password) {
  std::vector<User> matching;
  for (const User& user : users) {
    const bool good = user.password_hash.empty() ? password::verify_nobody(password)
                                                 : password::verify(password, user.password_hash);
    if (good) matching.push_back(user);
  }
  if (users.empty()) static_cast<void>(password::verify_nobody(password));
  return matching;
}

[[noreturn]] void refuse_ambiguous(const std::vector<User>& users) {
  Json tenants = Json::array();
  std::string names;
  for (const User& user : users) {
    tenants.push(Json::object().set("id", user.tenant.value).set("name", user.tenant_name));
    names.append(names.empty() ? "" : ", ").append(user.tenant_name);
  }
  Error error = invalid_field("tenantId", "choose one of the tenants of this address: " + names);
  error.details.set("tenants", tenants);
  throw Failure(std::move(error));
}

// Counts the failure, and leaves a mark in the trail of each tenant that has the address.
void record_failed_sign_in(const Context& context, const std::vector<User>& users,
                           const throttle::Subjects& subjects) {
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite);
  throttle::add_failure(tx, subjects);
  for (const User& user : users) {
    tx.act_for(user.tenant);
    record_as(context, tx, user.tenant,
              {.action = "auth.login",
               .object_type = "user",
               .object_id = user.id.value,
               .outcome = store::audit::Outcome::Deny,
               .detail = Json::object().set("reason", "wrong password"),
               .auth_method = "password"},
              {"anonymous", std::nullopt, std::nullopt});
  }
  tx.commit();
}

Response sign_in(const Context& context, const User& user, const throttle::Subjects& subjects) {
  const auto cookie = refresh_cookie::fresh(user.tenant);
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite, user.tenant);
  throttle::forgive(tx, subjects);
  const std::string family = new_uuid();
  store::access::add_refresh_token(tx, user.tenant, cookie.hash(), family, user.id,
                                   context.services.config.refresh_token_lifetime);
  record_as(context, tx, user.tenant,
            {.action = "auth.login",
             .object_type = "user",
             .object_id = user.id.value,
             .auth_method = "password"},
            actor_of(user.id, user.email));
  tx.commit();
  return session_response(context, user, cookie, family);
}

[[noreturn]] void refuse_cookie() {
  throw SignInRequired(kCookieRefused, false);
}

void require_same_origin(const Context& context) {
  if (refresh_cookie::same_origin(context.request, context.services.config)) return;
  throw Failure(ErrorCode::Forbidden, "Requests of other sites are not taken here");
}

// Two tabs of a browser that renew at the same moment send the same cookie. The later one gets
// nothing but the advice to try again, as the browser has the successor by then; the family stays.
// Only browsers have tabs, and they alone send Origin. A thief who sends it too gains nothing but
// ten seconds in which the theft is not noticed.
void spare_second_tab(const Context& context, const store::access::RefreshToken& token) {
  if (!token.just_spent || !context.request.header("Origin")) return;
  throw Failure(ErrorCode::Conflict,
                "The cookie was used a moment ago, by another tab: send its successor");
}

// A spent cookie that comes back was copied: whoever holds its successors is signed out too.
void revoke_stolen(const Context& context, pg::Tx& tx, const TenantId& tenant,
                   const store::access::RefreshToken& token) {
  store::access::revoke_family(tx, tenant, token.family);
  record_as(context, tx, tenant,
            {.action = "auth.refresh_reuse",
             .object_type = "user",
             .object_id = token.user.value,
             .outcome = store::audit::Outcome::Deny,
             .auth_method = "refresh_cookie"},
            {"anonymous", std::nullopt, std::nullopt});
  tx.commit();
}

}  // namespace

Response auth_login(Context& context) {
  const Body body(context.request, "email password tenantId");
  const std::string email = ascii_lower(body.text("email", kMostEmail));
  const std::string password = body.text("password", kMostPassword);
  const auto tenant = body.optional_text("tenantId", kMostEmail);
  const throttle::Subjects subjects{email, context.request.remote_address()};
  const HashSlots::Slot slot = context.services.hash_slots.take();
  std::vector<User> users;
  {
    pg::Tx tx(context.services.connection, pg::Access::ReadOnly);
    throttle::check(tx, subjects);
    users = store::access::users_by_email_any_tenant(tx, email);
  }
  if (tenant) std::erase_if(users, [&](const User& user) { return user.tenant.value != *tenant; });
  const std::vector<User> matching = users_with_password(users, password);
  if (matching.empty()) {
    record_failed_sign_in(context, users, subjects);
    throw SignInRequired(kNotSignedIn, false);
  }
  if (matching.size() > 1) refuse_ambiguous(matching);
  return sign_in(context, matching.front(), subjects);
}

Response auth_refresh(Context& context) {
  require_no_body(context.request);
  require_same_origin(context);
  const auto cookie = refresh_cookie::of(context.request);
  if (!cookie) refuse_cookie();
  const auto next = refresh_cookie::fresh(cookie->tenant);
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite, cookie->tenant);
  const auto token = store::access::lock_refresh_token(tx, cookie->tenant, cookie->hash());
  if (!token) refuse_cookie();
  if (token->spent) {
    spare_second_tab(context, *token);
    revoke_stolen(context, tx, cookie->tenant, *token);
    refuse_cookie();
  }
  const auto user = store::access::find_user(tx, cookie->tenant, token->user);
  if (!token->live || !user) refuse_cookie();
  store::access::spend_refresh_token(tx, cookie->tenant, cookie->hash());
  store::access::add_refresh_token(tx, cookie->tenant, next.hash(), token->family, user->id,
                                   context.services.config.refresh_token_lifetime);
  tx.commit();
  return session_response(context, *user, next, token->family);
}

Response auth_logout(Context& context) {
  require_no_body(context.request);
  require_same_origin(context);
  Response response(204);
  refresh_cookie::clear(response, context.services.config);
  const auto cookie = refresh_cookie::of(context.request);
  if (!cookie) return response;
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite, cookie->tenant);
  const auto token = store::access::lock_refresh_token(tx, cookie->tenant, cookie->hash());
  const auto user =
      token ? store::access::find_user(tx, cookie->tenant, token->user) : std::nullopt;
  if (!token || !user) return response;
  store::access::revoke_family(tx, cookie->tenant, token->family);
  record_as(context, tx, cookie->tenant,
            {.action = "auth.logout",
             .object_type = "user",
             .object_id = user->id.value,
             .auth_method = "refresh_cookie"},
            actor_of(user->id, user->email));
  tx.commit();
  return response;
}

Response auth_me(Context& context) {
  pg::Tx tx(context.services.connection, pg::Access::ReadOnly, context.session.tenant);
  const auto user = store::access::find_user(tx, context.session.tenant, context.session.user);
  if (!user) throw SignInRequired("The access token is not valid or has expired", true);
  return Response::json(200, render_user(*user));
}

Response auth_config(Context& context) {
  const bool oidc = context.services.config.oidc.enabled();
  return Response::json(200,
                        Json::object()
                            .set("password", true)
                            .set("oidc", oidc)
                            .set("oidcStartUrl", oidc ? Json("/api/auth/oidc/start") : Json()));
}

}  // namespace assay::handlers
