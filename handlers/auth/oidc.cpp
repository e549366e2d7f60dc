// SPDX-License-Identifier: Apache-2.0
// Single sign-on: sends a browser to the identity provider, and handles its return.
#include <algorithm>
#include <array>

#include "core/base/digest.hpp"
#include "core/trace/log.hpp"
#include "db/store/access/accounts.hpp"
#include "handlers/auth/oidc_parties.hpp"
#include "handlers/auth/password_attempt.hpp"
#include "handlers/auth/sign_in.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/pipeline_client.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

using oidc_account::Denied;
using oidc_account::Identity;
using oidc_browser::SignIn;
using store::access::User;
using store::oidc::Attempt;

constexpr std::string_view kHome = "/cm/";
constexpr std::size_t kMaxCode = 4096;

void require_enabled(const Context& context) {
  if (context.services.config.oidc.enabled()) return;
  throw Failure(ErrorCode::NotFound, "Single sign-on is not configured here");
}

std::optional<Json> ask(const Context& context, const Json& question) {
  constexpr std::chrono::seconds kPatience{10};
  const auto slot = context.services.slots.providers.take_if_any();
  if (!slot) return std::nullopt;
  return ask_pipeline(context.services.config.pipeline_socket, question, kPatience);
}

Response redirect(std::string_view location) {
  Response response(302);
  response.set("Location", location);
  return response;
}

// Redirects to the sign-in form of the front end that return_to belongs to.
Response redirect_denied(std::string_view return_to, std::string_view code) {
  log::info("oidc_sign_in_denied", {{"code", code}});
  const std::string_view page = return_to.starts_with("/admin") ? "/admin/" : kHome;
  return redirect(std::string(page) + "#signin-error=" + std::string(code));
}

// The pipeline's code for why it has no identity. Any unknown code counts as an outage.
std::string_view known_code(const Json& error) {
  constexpr std::array<std::string_view, 2> kCodes{"PROVIDER_REFUSED", "TOKEN_INVALID"};
  const auto* const code = std::find(kCodes.begin(), kCodes.end(), error.as_string().value_or(""));
  return code == kCodes.end() ? "PROVIDER_UNAVAILABLE" : *code;
}

// Stores the sign-in attempt. Each address has a limit of attempts under way. A browser that signed
// in before has a limit of its own, so others at its address cannot exhaust it.
void begin(const Context& context, const SignIn& begun, const std::string& return_to) {
  constexpr RateLimit kAttempts{"sign-ins-under-way", 1000, 600};
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite);
  Attempt attempt{begun.state_hash(), return_to,
                  throttle::network_of(context.request.remote_address())};
  if (const auto browser = known_browser::of(context.request, tx)) {
    attempt.browser_secret_hash = browser->secret_hash;
    attempt.address = "browser:" + to_base64url(attempt.browser_secret_hash);
  }
  if (const auto earlier = sign_in::earlier_of(context, tx)) {
    attempt.replaced_tenant = earlier->tenant;
    attempt.replaced_family = earlier->family;
  }
  const bool added = store::oidc::add_attempt(tx, attempt, kAttempts.allowed);
  if (!added) {
    throw Failure(ErrorCode::RateLimited, "Too many sign-ins from this address are in progress",
                  kAttempts.reached(kAttempts.window_seconds));
  }
  tx.commit();
}

// nullopt unless the sign-in is under way. Each response of the provider counts once.
std::optional<Attempt> take(const Context& context, const SignIn& returned) {
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite);
  auto attempt = store::oidc::take_attempt(tx, returned.state_hash());
  tx.commit();
  return attempt;
}

// Ends the browser's previous sign-in: nobody has its cookie any longer.
void end_replaced(const Context& context, pg::Tx& tx, const Attempt& attempt) {
  if (!attempt.replaced_tenant) return;
  sign_in::end(context, tx, {*attempt.replaced_tenant, attempt.replaced_family}, "signed in again");
}

void record_denied(const Context& context, pg::Tx& tx, const TenantId& tenant,
                   const Identity& identity, const Denied& denied) {
  record_as(context, tx, tenant,
            {.action = "auth.login",
             .object_type = "user",
             .object_id = denied.user.empty() ? identity.subject.subject : denied.user,
             .outcome = store::audit::Outcome::Deny,
             .detail = oidc_account::subject_detail(identity.subject).set("code", denied.code),
             .auth_method = to_text(SignInWay::Oidc)},
            {"anonymous", std::nullopt, std::nullopt});
}

// Returns the secret for a new cookie. A browser that was known at the start keeps its own.
std::optional<std::string> remember_browser(pg::Tx& tx, const User& user, const Attempt& attempt) {
  if (!attempt.browser_secret_hash.empty()) {
    known_browser::remember(tx, user, attempt.browser_secret_hash);
    return std::nullopt;
  }
  std::string secret = known_browser::fresh_secret();
  known_browser::remember(tx, user, known_browser::hash_of(secret));
  return secret;
}

// Opens the session. The page returned to exchanges the refresh cookie for an access token.
Response open_session(const Context& context, const Identity& identity, const Attempt& attempt) {
  const std::string& return_to = attempt.return_to;
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite);
  const auto tenant = store::tenants::named(tx, identity.tenant);
  if (!tenant) return redirect_denied(return_to, "NO_TENANT");
  tx.act_for(*tenant);
  const auto settled = oidc_account::settle(context, tx, *tenant, identity);
  if (const auto* const denied = std::get_if<Denied>(&settled)) {
    record_denied(context, tx, *tenant, identity, *denied);
    tx.commit();
    return redirect_denied(return_to, denied->code);
  }
  const User& user = std::get<User>(settled);
  end_replaced(context, tx, attempt);
  tx.act_for(*tenant);
  const sign_in::Open opened = sign_in::open(context, tx, user, SignInWay::Oidc);
  const auto secret = remember_browser(tx, user, attempt);
  tx.commit();
  Response response = redirect(return_to);
  const Config& config = context.services.config;
  refresh_cookie::set(response, opened.cookie, sign_in::cookie_lifetime(config, opened.left),
                      config);
  if (secret) known_browser::set_cookie(response, *secret, config);
  return response;
}

// Handles the provider's response, once it is known to belong to this browser's sign-in.
Response finish(const Context& context, const SignIn& returned, const Attempt& attempt) {
  const std::string& return_to = attempt.return_to;
  if (const auto error = context.query.get("error")) {
    return redirect_denied(return_to,
                           *error == "access_denied" ? "ACCESS_DENIED" : "PROVIDER_REFUSED");
  }
  const auto code = context.query.get("code");
  if (!code || code->empty() || code->size() > kMaxCode) {
    return redirect_denied(return_to, "PROVIDER_REFUSED");
  }
  const auto answer = ask(context, Json::object()
                                       .set("op", "oidc.exchange")
                                       .set("code", *code)
                                       .set("codeVerifier", returned.code_verifier())
                                       .set("nonce", returned.nonce())
                                       .set("iss", context.query.get("iss")));
  const auto identity = oidc_account::read_identity(answer ? answer->get("identity") : Json());
  if (identity) return open_session(context, *identity, attempt);
  return redirect_denied(return_to, known_code(answer ? answer->get("error") : Json()));
}

}  // namespace

Response auth_oidc_start(Context& context) {
  require_enabled(context);
  const std::string return_to = context.query.get("returnTo").value_or(std::string(kHome));
  if (!oidc_browser::may_return_to(return_to)) {
    refuse_field("returnTo", "must be a path under /cm or /admin");
  }
  const SignIn begun = SignIn::fresh();
  const auto answer = ask(context, Json::object()
                                       .set("op", "oidc.start")
                                       .set("state", begun.state())
                                       .set("nonce", begun.nonce())
                                       .set("codeChallenge", begun.code_challenge()));
  const auto location = answer ? answer->get("location").as_string() : std::nullopt;
  if (!location) return redirect_denied(return_to, "PROVIDER_UNAVAILABLE");
  begin(context, begun, return_to);
  Response response = redirect(*location);
  begun.set_cookie(response, context.services.config);
  return response;
}

Response auth_oidc_callback(Context& context) {
  require_enabled(context);
  const auto returned = SignIn::of(context.request, context.query.get("state").value_or(""));
  if (!returned) return redirect_denied(kHome, "STATE_INVALID");
  const auto attempt = take(context, *returned);
  Response response =
      attempt ? finish(context, *returned, *attempt) : redirect_denied(kHome, "STATE_INVALID");
  returned->clear_cookie(response, context.services.config);
  return response;
}

}  // namespace assay::handlers
