// SPDX-License-Identifier: Apache-2.0
// The refresh cookie, and the sign-ins that it continues.
#include "handlers/auth/sign_in.hpp"

#include <algorithm>

#include "core/base/digest.hpp"
#include "fcgi/request.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers::refresh_cookie {
namespace {

constexpr std::string_view kRefreshCookie = "assay_refresh";
constexpr std::size_t kUuidLength = 36;
constexpr std::size_t kRefreshSecretBytes = 32;

// The name has no __Host- prefix. Such a cookie must have Path=/ and would go with every request;
// this one goes to /api/auth only.
std::string header_of(std::string_view value, std::int64_t max_age, const Config& config) {
  std::string header(kRefreshCookie);
  header.append("=").append(value);
  header.append("; Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age=");
  header.append(std::to_string(max_age));
  if (config.cookie_secure) header.append("; Secure");
  return header;
}

std::optional<Value> parse(std::string_view text) {
  if (text.size() <= kUuidLength || text[kUuidLength] != '.') return std::nullopt;
  const auto tenant = TenantId::parse(text.substr(0, kUuidLength));
  const auto secret = from_base64url(text.substr(kUuidLength + 1));
  if (!tenant || !secret || secret->size() != kRefreshSecretBytes) return std::nullopt;
  return Value{*tenant, std::string(text)};
}

}  // namespace

std::string Value::hash() const {
  const Sha256Bytes digest = sha256(text);
  return {digest.begin(), digest.end()};
}

Value fresh(const TenantId& tenant) {
  return {tenant, tenant.value + "." + to_base64url(random_bytes(kRefreshSecretBytes))};
}

std::optional<Value> of(const fcgi::Request& request) {
  const auto text = cookie_of(request, kRefreshCookie);
  return text ? parse(*text) : std::nullopt;
}

void set(fcgi::Response& response, const Value& value, std::chrono::seconds lifetime,
         const Config& config) {
  response.add("Set-Cookie", header_of(value.text, lifetime.count(), config));
}

void clear(fcgi::Response& response, const Config& config) {
  response.add("Set-Cookie", header_of("", 0, config));
}

bool same_origin(const fcgi::Request& request, const Config& config) {
  const auto origin = request.header("Origin");
  if (!origin) return true;
  const auto& allowed = config.cors_origins;
  if (std::find(allowed.begin(), allowed.end(), *origin) != allowed.end()) return true;
  const std::size_t host = origin->find("://");
  return host != std::string::npos &&
         origin->substr(host + std::string_view("://").size()) == request.header("Host");
}

}  // namespace assay::handlers::refresh_cookie

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

std::optional<Earlier> of_access_token(const Context& context) {
  const auto session = context.services.sessions.presented(context.request);
  if (!session || session->sign_in.empty()) return std::nullopt;
  return Earlier{session->tenant, session->sign_in, "access_token"};
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
          .auth_method = earlier.auth_method};
  if (!why.empty()) act.detail = Json::object().set("reason", why);
  record_as(context, tx, earlier.tenant, act,
            user ? actor_of(*id, user->email)
                 : store::audit::Actor{"anonymous", std::nullopt, std::nullopt});
}

}  // namespace assay::handlers::sign_in
