// SPDX-License-Identifier: Apache-2.0
// Signs users in and out: password, access token, refresh cookie.
#include <algorithm>

#include "core/crypto/account.hpp"
#include "core/crypto/jwt.hpp"
#include "db/store/access/credentials.hpp"
#include "db/store/access/sign_in.hpp"
#include "handlers/auth/password_attempt.hpp"
#include "handlers/auth/sign_in.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

using store::access::User;

constexpr std::size_t kMaxEmail = 320;
constexpr std::size_t kMaxPassword = 1024;
const char* const kNotSignedIn = "The e-mail address or the password is wrong";
const char* const kCookieRefused = "The refresh cookie is missing, spent or expired";

// may_cross: whether the session may act on other tenants.
Json render_user(const User& user, bool may_cross) {
  return Json::object()
      .set("id", user.id.value)
      .set("email", user.email)
      .set("displayName", user.display_name)
      .set("role", to_text(user.role))
      .set("tenantId", user.tenant.value)
      .set("tenantName", user.tenant_name)
      .set("mayCrossTenants", may_cross);
}

// No token outlives its sign-in.
Response session_response(const Context& context, const User& user, const sign_in::Open& opened) {
  const Config& config = context.services.config;
  const auto& key = context.services.keys.signing_key();
  context.services.clock.keep_right(context.services.connection);
  const Timestamp issued = context.services.clock.now();
  const auto lifetime = std::min(config.access_token_lifetime, opened.left);
  const jwt::Claims claims{user.id, user.tenant,       user.role, opened.family,
                           issued,  issued + lifetime, new_uuid()};
  Json body = Json::object();
  body.set("accessToken", jwt::sign(claims, key.kid, key.private_key))
      .set("tokenType", "Bearer")
      .set("expiresIn", lifetime.count())
      .set("user", render_user(user, may_cross_tenants(config.super_admin_mode, user.role)));
  Response response = Response::json(200, body);
  refresh_cookie::set(response, opened.cookie, sign_in::cookie_lifetime(config, opened.left),
                      config);
  return response;
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

// verified: the user as read when the password was found right; checking it takes a while. If the
// password was changed or the user disabled since then, nothing is opened. The browser's previous
// sign-in ends, because nobody has its cookie any longer.
Response open_session(const Context& context, const User& verified,
                      const std::optional<known_browser::Browser>& browser) {
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite, verified.tenant);
  // Before the earlier sign-in, which may be the same user's: see lock_user().
  const auto user = store::access::lock_user(tx, verified.tenant, verified.id);
  if (!user || user->password_hash != verified.password_hash) {
    throw SignInRequired(kNotSignedIn, false);
  }
  if (const auto earlier = sign_in::earlier_of(context, tx)) {
    sign_in::end(context, tx, *earlier, "signed in again");
  }
  tx.act_for(user->tenant);
  const sign_in::Open opened = sign_in::open(context, tx, *user, SignInWay::Password);
  const std::string secret = browser ? browser->secret : known_browser::fresh_secret();
  known_browser::remember(tx, *user, known_browser::hash_of(secret));
  tx.commit();
  Response response = session_response(context, *user, opened);
  known_browser::set_cookie(response, secret, context.services.config);
  return response;
}

[[noreturn]] void refuse_cookie() {
  throw SignInRequired(kCookieRefused, false);
}

void require_same_origin(const Context& context) {
  if (refresh_cookie::same_origin(context.request, context.services.config)) return;
  refuse_whatever_role("Requests from other sites are not allowed here");
}

// Two tabs of a browser that renew at the same moment send the same cookie. The later one is only
// told to try again, because the browser has the successor by then; the family stays valid. Only
// browsers have tabs, and only browsers send Origin. A thief who sends it too gains only ten
// seconds in which the theft goes unnoticed.
void spare_second_tab(const Context& context, const store::access::RefreshToken& token) {
  if (!token.just_spent || !context.request.header("Origin")) return;
  throw Failure(ErrorCode::Conflict, "Another tab used this cookie a moment ago: send the new one");
}

// A spent cookie that comes back was copied, so the holder of its successors is signed out too.
void revoke_stolen(const Context& context, pg::Tx& tx, const TenantId& tenant,
                   const store::access::RefreshToken& token) {
  static_cast<void>(store::access::revoke_family(tx, tenant, token.family));
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
  const std::string email = account::folded_email(body.secret("email", kMaxEmail));
  const std::string password = body.secret("password", kMaxPassword);
  const auto tenant = body.optional_text("tenantId", kMaxEmail);
  const Slots::Slot slot = context.services.slots.passwords.take();
  const auto attempt = password_attempt::begin(context, email, tenant);
  const std::vector<User> matching =
      password_attempt::users_with_password(attempt.users, password, tenant.has_value());
  if (matching.empty()) {
    const std::int64_t left = password_attempt::record_failure(context, attempt);
    throw SignInRequired(kNotSignedIn, false, throttle::limit_of(attempt.counters).used(left));
  }
  if (matching.size() < attempt.users.size()) {
    password_attempt::count_unopened(context, attempt, matching);
  }
  if (matching.size() > 1) refuse_ambiguous(matching);
  Response response = open_session(context, matching.front(), attempt.browser);
  throttle::limit_of(attempt.counters).tell(response);
  return response;
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
  const Config& config = context.services.config;
  const auto left = sign_in::longest(config, token->way) - token->age;
  if (!token->live || !user || left <= left.zero()) refuse_cookie();
  store::access::renew_refresh_token(tx, cookie->tenant, cookie->hash(), next.hash(),
                                     sign_in::cookie_lifetime(config, left));
  tx.commit();
  return session_response(context, *user, {next, token->family, left});
}

Response auth_logout(Context& context) {
  require_no_body(context.request);
  require_same_origin(context);
  Response response(204);
  refresh_cookie::clear(response, context.services.config);
  // Looked up first: it may read keys in a transaction of its own.
  const auto of_token = sign_in::of_access_token(context);
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite);
  const auto of_cookie = sign_in::earlier_of(context, tx);
  const auto& earlier = of_cookie ? of_cookie : of_token;
  if (!earlier) return response;
  sign_in::end(context, tx, *earlier, "");
  tx.commit();
  return response;
}

Response auth_me(Context& context) {
  pg::Tx tx(context.services.connection, pg::Access::ReadOnly, context.session.tenant);
  const auto user = store::access::find_user(tx, context.session.tenant, context.session.user);
  if (!user) throw SignInRequired("The access token is not valid or has expired", true);
  return Response::json(200, render_user(*user, may_cross(context)));
}

Response auth_config(Context& context) {
  const bool oidc = context.services.config.oidc.enabled();
  return Response::json(200,
                        Json::object()
                            .set("password", true)
                            .set("oidc", oidc)
                            .set("oidcStartUrl", oidc ? Json("/api/auth/oidc/start") : Json()));
}

namespace {

struct PasswordChange {
  std::string current;
  std::string fresh;
};

PasswordChange read_password_change(const Context& context) {
  const Body body(context.request, "currentPassword newPassword");
  PasswordChange change{body.secret("currentPassword", account::kMaxPassword),
                        body.secret("newPassword", account::kMaxPassword)};
  const std::string_view issue = account::password_issue(change.fresh);
  if (!issue.empty()) refuse_field("newPassword", issue);
  if (change.fresh == change.current)
    refuse_field("newPassword", "must differ from the current one");
  return change;
}

// Others' failed sign-ins do not count here, because the user is already signed in.
throttle::Counters counters_of(const Context& context) {
  return throttle::of_sign_in(context.session.sign_in);
}

store::access::User user_of_session(const Context& context) {
  pg::Tx tx(context.services.connection, pg::Access::ReadOnly, context.session.tenant);
  auto user = store::access::find_user(tx, context.session.tenant, context.session.user);
  if (!user) throw SignInRequired("The access token is not valid or has expired", true);
  throttle::check(tx, counters_of(context));
  return *user;
}

// A stolen access token must not allow guessing the password faster than signing in does. It blocks
// nobody else: a person who signs in again has a counter of that sign-in.
[[noreturn]] void refuse_current(const Context& context, const store::access::User& user) {
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite, user.tenant);
  throttle::add_failure(tx, counters_of(context));
  record(context, tx,
         {.action = "auth.password",
          .object_type = "user",
          .object_id = user.id.value,
          .outcome = store::audit::Outcome::Deny});
  tx.commit();
  refuse_field("currentPassword", "is wrong");
}

}  // namespace

Response auth_password(Context& context) {
  const PasswordChange change = read_password_change(context);
  require_own_account(context);
  const Slots::Slot slot = context.services.slots.passwords.take();
  const store::access::User user = user_of_session(context);
  if (user.password_hash.empty()) {
    throw Failure(ErrorCode::Conflict, "This account has no password: it signs in another way");
  }
  if (!password::verify(change.current, user.password_hash)) refuse_current(context, user);
  const std::string hash = password::hash(change.fresh);

  pg::Tx tx(context.services.connection, pg::Access::ReadWrite, user.tenant);
  // The current password was checked against a hash that may have changed since.
  const auto present = store::access::lock_user(tx, user.tenant, user.id);
  if (!present || present->password_hash != user.password_hash) {
    refuse_field("currentPassword", "is wrong");
  }
  store::access::set_password(tx, user.tenant, user.id, hash);
  // Another sign-in may be the reason for the change, so all others end. This one continues.
  static_cast<void>(
      store::access::revoke_other_families(tx, user.tenant, user.id, context.session.sign_in));
  record(context, tx,
         {.action = "auth.password", .object_type = "user", .object_id = user.id.value});
  tx.commit();
  return Response(204);
}

}  // namespace assay::handlers
