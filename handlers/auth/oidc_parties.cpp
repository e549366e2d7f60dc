// SPDX-License-Identifier: Apache-2.0
// The cookie of a sign-in in progress, and the user for an identity.
#include "handlers/auth/oidc_parties.hpp"

#include <algorithm>

#include "core/base/digest.hpp"
#include "db/store/access/accounts.hpp"
#include "fcgi/request.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers::oidc_browser {
namespace {

constexpr std::string_view kNamePrefix = "assay_oidc_";
constexpr std::size_t kNameLetters = 16;  // of the state, so that several sign-ins do not collide
constexpr std::size_t kStateSecretBytes = 32;
constexpr std::size_t kStateLength = 43;  // 32 bytes in base64url
constexpr std::int64_t kSeconds = 600;
constexpr std::size_t kMaxPath = 512;

std::string hash_of(std::string_view text) {
  const Sha256Bytes digest = sha256(text);
  return {digest.begin(), digest.end()};
}

std::string derived(std::string_view name, std::string_view secret) {
  return to_base64url(hash_of("assay oidc " + std::string(name) + ":" + std::string(secret)));
}

std::string cookie_name(std::string_view state) {
  return std::string(kNamePrefix) + std::string(state.substr(0, kNameLetters));
}

std::string header_of(std::string_view state, std::string_view value, std::int64_t max_age,
                      const Config& config) {
  std::string header = cookie_name(state);
  header.append("=").append(value);
  header.append("; Path=/api/auth/oidc; HttpOnly; SameSite=Lax; Max-Age=");
  header.append(std::to_string(max_age));
  if (config.cookie_secure) header.append("; Secure");
  return header;
}

// Characters of a reference within our origin: no blanks, quotes, backslashes or non-ASCII letters.
bool plain(char c) {
  constexpr std::string_view kMarks = "-._~/?&=%#:,+@!";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kMarks.find(c) != std::string_view::npos;
}

// "." and "..", also when percent-encoded.
bool climbs(std::string_view segment) {
  const auto text = fcgi::percent_decode(segment, fcgi::Plus::IsPlus);
  return !text || *text == "." || *text == ".." || text->find_first_of("/\\") != std::string::npos;
}

}  // namespace

SignIn::SignIn(std::string secret)
    : secret_(std::move(secret)), state_(derived("state", secret_)) {}

SignIn SignIn::fresh() {
  return SignIn(random_bytes(kStateSecretBytes));
}

std::optional<SignIn> SignIn::of(const fcgi::Request& request, std::string_view state) {
  if (state.size() != kStateLength) return std::nullopt;
  const auto cookie = cookie_of(request, cookie_name(state));
  const auto secret = cookie ? from_base64url(*cookie) : std::nullopt;
  if (!secret || secret->size() != kStateSecretBytes) return std::nullopt;
  SignIn sign_in(*secret);
  if (!equal_in_constant_time(sign_in.state(), state)) return std::nullopt;
  return sign_in;
}

std::string SignIn::state_hash() const {
  return hash_of(state_);
}

std::string SignIn::nonce() const {
  return derived("nonce", secret_);
}

std::string SignIn::code_verifier() const {
  return derived("code verifier", secret_);
}

std::string SignIn::code_challenge() const {
  return to_base64url(hash_of(code_verifier()));
}

void SignIn::set_cookie(fcgi::Response& response, const Config& config) const {
  response.add("Set-Cookie", header_of(state_, to_base64url(secret_), kSeconds, config));
}

void SignIn::clear_cookie(fcgi::Response& response, const Config& config) const {
  response.add("Set-Cookie", header_of(state_, "", 0, config));
}

bool may_return_to(std::string_view path) {
  if (path.size() > kMaxPath || !std::all_of(path.begin(), path.end(), plain)) return false;
  const std::string_view steps = path.substr(0, path.find_first_of("?#"));
  if (steps != "/cm" && steps != "/admin" && !steps.starts_with("/cm/") &&
      !steps.starts_with("/admin/")) {
    return false;
  }
  for (std::size_t at = 0; at < steps.size();) {
    const std::size_t end = std::min(steps.find('/', at + 1), steps.size());
    if (climbs(steps.substr(at + 1, end - at - 1))) return false;
    at = end;
  }
  return true;
}

}  // namespace assay::handlers::oidc_browser

namespace assay::handlers::oidc_account {
namespace {

using store::access::User;
using store::oidc::Account;

const store::audit::Actor kProvider{"system", "oidc", std::nullopt};

void record_change(const Context& context, pg::Tx& tx, const User& user, std::string_view action,
                   const Json& detail = {}) {
  record_as(context, tx, user.tenant,
            {.action = action,
             .object_type = "user",
             .object_id = user.id.value,
             .detail = detail,
             .auth_method = to_text(SignInWay::Oidc)},
            kProvider);
}

Denied denied(std::string_view code, const User& user) {
  return {code, user.id.value};
}

// Denies the sign-in when the provider no longer gives the user a role, and ends all earlier
// sign-ins.
Denied no_role(const Context& context, pg::Tx& tx, const std::optional<Account>& known) {
  constexpr std::string_view kCode = "NO_ROLE";
  if (!known) return {kCode, ""};
  if (store::access::revoke_other_families(tx, known->user.tenant, known->user.id, "")) {
    record_change(context, tx, known->user, "user.end_sign_ins");
  }
  return denied(kCode, known->user);
}

// A name to show: the provider's, else the part of the e-mail address before the @.
std::string display_name(const Identity& identity) {
  return identity.name.empty() ? identity.email.substr(0, identity.email.find('@')) : identity.name;
}

std::variant<User, Denied> add(const Context& context, pg::Tx& tx,
                               const store::tenants::Tenant& tenant, const Identity& identity) {
  User user;
  user.id = UserId::fresh();
  user.tenant = tenant.id;
  user.tenant_name = tenant.name;
  user.email = identity.email;
  user.display_name = display_name(identity);
  user.role = identity.role.value_or(Role::Viewer);
  if (!store::oidc::add_user(tx, tenant.id, user)) return Denied{"IDENTITY_CONFLICT", ""};
  record_change(context, tx, user, "user.create",
                Json::object().set("email", user.email).set("role", to_text(user.role)));
  return user;
}

std::variant<User, Denied> match_email(const Context& context, pg::Tx& tx, const TenantId& tenant,
                                       const Identity& identity) {
  if (identity.email.empty()) return Denied{"EMAIL_UNVERIFIED", ""};
  const auto account =
      store::oidc::account_with_email(tx, tenant, identity.email, identity.subject.issuer);
  if (account && account->disabled) return denied("ACCOUNT_DISABLED", account->user);
  if (account && account->linked) return denied("IDENTITY_CONFLICT", account->user);
  if (account) return account->user;
  if (!context.services.config.oidc.provision) return Denied{"NO_ACCOUNT", ""};
  const auto owner = store::tenants::find(tx, tenant);
  if (!owner) return Denied{"NO_TENANT", ""};
  return add(context, tx, *owner, identity);
}

}  // namespace

std::optional<Identity> read_identity(const Json& json) {
  const auto issuer = json.get("issuer").as_string();
  const auto subject = json.get("subject").as_string();
  if (!issuer || issuer->empty() || !subject || subject->empty()) return std::nullopt;
  Identity identity;
  identity.subject = {*issuer, *subject};
  identity.email = json.get("email").as_string().value_or("");
  identity.name = json.get("name").as_string().value_or("");
  identity.tenant = json.get("tenant").as_string().value_or("");
  identity.role_governed = !json.get("role").is_null();
  identity.role = from_text<Role>(json.get("role").as_string().value_or(""));
  return identity;
}

Json subject_detail(const store::oidc::Subject& subject) {
  return Json::object().set("issuer", subject.issuer).set("subject", subject.subject);
}

std::variant<User, Denied> settle(const Context& context, pg::Tx& tx, const TenantId& tenant,
                                  const Identity& identity) {
  store::oidc::lock_subject(tx, tenant, identity.subject);
  const auto known = store::oidc::account_of(tx, tenant, identity.subject);
  if (identity.role_governed && !identity.role) return no_role(context, tx, known);
  if (known && known->disabled) return denied("ACCOUNT_DISABLED", known->user);
  auto matched =
      known ? std::variant<User, Denied>(known->user) : match_email(context, tx, tenant, identity);
  if (std::holds_alternative<Denied>(matched)) return matched;
  User user = std::get<User>(std::move(matched));
  if (!known) {
    if (!store::oidc::link(tx, tenant, user.id, identity.subject)) {
      return denied("IDENTITY_CONFLICT", user);
    }
    record_change(context, tx, user, "user.link_identity", subject_detail(identity.subject));
  }
  if (identity.role && *identity.role != user.role) {
    const Json before = Json::object().set("role", to_text(user.role));
    user.role = *identity.role;
    store::oidc::set_role(tx, tenant, user.id, user.role);
    record_change(context, tx, user, "user.role",
                  changed(before, Json::object().set("role", to_text(user.role)), {"role"}));
  }
  return user;
}

}  // namespace assay::handlers::oidc_account
