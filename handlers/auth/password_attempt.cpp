// SPDX-License-Identifier: Apache-2.0
// Tries passwords, and recognises browsers that signed in before. Counts failed sign-ins.
#include "handlers/auth/password_attempt.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "core/base/digest.hpp"
#include "core/base/error.hpp"
#include "core/crypto/account.hpp"
#include "core/http/ip_network.hpp"
#include "db/store/access/sign_in.hpp"
#include "fcgi/request.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers::throttle {

std::int64_t delay_after(const Rule& rule, std::int64_t failures) noexcept {
  if (failures < rule.limit) return 0;
  std::int64_t delay = rule.first_delay;
  for (std::int64_t i = rule.limit; i < failures && delay < rule.longest_delay; ++i) delay *= 2;
  return std::min(delay, rule.longest_delay);
}

namespace {

// account: the e-mail address, for all its accounts or followed by one tenant.
Counters of_pair(const std::string& account, const std::string& address) {
  return {{"pair:" + network_of(address) + " " + account, kPair}, {"account:" + account, kAccount}};
}

std::string one_account(const std::string& email, const std::string& tenant) {
  return account::folded_email(email) + " " + tenant;
}

}  // namespace

Counters of_account(const std::string& email, const std::string& tenant,
                    const std::string& address) {
  return of_pair(one_account(email, tenant), address);
}

Counters of_account_in_browser(const std::string& email, const std::string& tenant,
                               const std::string& secret_hash) {
  return {{"browser:" + to_base64url(secret_hash) + " " + one_account(email, tenant), kPair}};
}

Counters of_stranger(const std::string& email, const std::string& address) {
  Counters counters = of_pair(account::folded_email(email), address);
  if (!address.empty()) counters.push_back({"ip:" + network_of(address), kAddress});
  return counters;
}

Counters of_browser(const std::string& email, const std::string& secret_hash) {
  return {{"browser:" + to_base64url(secret_hash) + " " + account::folded_email(email), kPair}};
}

Counters of_sign_in(const std::string& family) {
  return {{"sign-in:" + family, kPair}};
}

namespace {

store::access::Failures failures_of(pg::Tx& tx, const Counter& counter) {
  return store::access::login_failures(tx, counter.subject,
                                       std::chrono::seconds(counter.rule.window));
}

RateLimit limit_of(const Rule& rule) {
  return {.name = rule.name, .allowed = rule.limit, .window_seconds = rule.window};
}

}  // namespace

Wait wait_of(pg::Tx& tx, const Counters& counters) {
  Wait longest{0, kPair};
  for (const Counter& counter : counters) {
    const auto failures = failures_of(tx, counter);
    const std::int64_t seconds =
        delay_after(counter.rule, failures.count) - failures.seconds_since_newest;
    if (seconds > longest.seconds) longest = {seconds, counter.rule};
  }
  return longest;
}

void check(pg::Tx& tx, const Counters& counters) {
  const Wait wait = wait_of(tx, counters);
  if (wait.seconds > 0) refuse(wait);
}

void refuse(const Wait& wait) {
  throw Failure(ErrorCode::RateLimited, "Too many failed sign-ins; try again later",
                limit_of(wait.rule).reached(wait.seconds));
}

void add_failure(pg::Tx& tx, const Counters& counters) {
  for (const Counter& counter : counters) store::access::add_login_failure(tx, counter.subject);
}

RateLimit limit_of(const Counters& counters) {
  return limit_of(counters.front().rule);
}

std::int64_t remaining(pg::Tx& tx, const Counters& counters) {
  const Counter& own = counters.front();
  return std::max<std::int64_t>(0, own.rule.limit - failures_of(tx, own).count);
}

std::string network_of(const std::string& address) {
  constexpr std::array<std::uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  constexpr std::size_t kNetworkBytes = 8;
  auto parsed = IpAddress::parse(address);
  if (!parsed || !parsed->v6) return address;
  if (std::equal(kMapped.begin(), kMapped.end(), parsed->bytes.begin())) {
    return parsed->embedded_v4(kMapped.size()).text();
  }
  std::fill(parsed->bytes.begin() + kNetworkBytes, parsed->bytes.end(), std::uint8_t{0});
  return parsed->text() + "/64";
}

}  // namespace assay::handlers::throttle

namespace assay::handlers::known_browser {
namespace {

constexpr std::string_view kBrowserCookie = "assay_browser";
constexpr std::size_t kBrowserSecretBytes = 32;
constexpr std::int64_t kLifetimeSeconds = 180LL * 24 * 3600;  // as users_of_browser() counts

}  // namespace

bool Browser::knows(const store::access::User& user) const {
  return std::ranges::any_of(accounts, [&user](const store::known_browsers::Account& account) {
    return account.tenant == user.tenant && account.user == user.id;
  });
}

std::optional<Browser> of(const fcgi::Request& request, pg::Tx& tx) {
  const auto secret = cookie_of(request, kBrowserCookie);
  const auto bytes = secret ? from_base64url(*secret) : std::nullopt;
  if (!bytes || bytes->size() != kBrowserSecretBytes) return std::nullopt;
  Browser browser{*secret, hash_of(*secret), {}};
  browser.accounts = store::known_browsers::accounts_of(tx, browser.secret_hash);
  if (browser.accounts.empty()) return std::nullopt;
  return browser;
}

std::string fresh_secret() {
  return to_base64url(random_bytes(kBrowserSecretBytes));
}

std::string hash_of(const std::string& secret) {
  const Sha256Bytes digest = sha256(secret);
  return {digest.begin(), digest.end()};
}

void remember(pg::Tx& tx, const store::access::User& user, const std::string& secret_hash) {
  store::known_browsers::remember(tx, {user.tenant, user.id}, secret_hash);
}

void set_cookie(fcgi::Response& response, const std::string& secret, const Config& config) {
  std::string header(kBrowserCookie);
  header.append("=").append(secret);
  header.append("; Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age=");
  header.append(std::to_string(kLifetimeSeconds));
  if (config.cookie_secure) header.append("; Secure");
  response.add("Set-Cookie", header);
}

}  // namespace assay::handlers::known_browser

namespace assay::handlers::password_attempt {

using store::access::User;

namespace {

// The counters for a password that is wrong for this account and opens another of the same address.
throttle::Counters counters_of(const Context& context, const Attempt& attempt, const User& user) {
  if (attempt.browser && attempt.browser->knows(user)) {
    return throttle::of_account_in_browser(user.email, user.tenant.value,
                                           attempt.browser->secret_hash);
  }
  return throttle::of_account(user.email, user.tenant.value, context.request.remote_address());
}

// Leaves out, for a while, an account that was guessed at with passwords that opened another
// account of the same address. The other accounts stay: whoever created an account with somebody's
// address must neither get guesses at theirs nor block them.
void leave_out_guessed(const Context& context, pg::Tx& tx, Attempt& attempt) {
  std::vector<User> tried;
  std::optional<throttle::Wait> shortest;
  for (const User& user : attempt.users) {
    const throttle::Wait own = throttle::wait_of(tx, counters_of(context, attempt, user));
    if (own.seconds == 0) tried.push_back(user);
    if (!shortest || own.seconds < shortest->seconds) shortest = own;
  }
  if (tried.empty() && shortest) throttle::refuse(*shortest);
  attempt.users = std::move(tried);
}

}  // namespace

Attempt begin(const Context& context, const std::string& email,
              const std::optional<std::string>& tenant) {
  const std::string& address = context.request.remote_address();
  pg::Tx tx(context.services.connection, pg::Access::ReadOnly);
  Attempt attempt{store::access::users_by_email_any_tenant(tx, email),
                  throttle::of_stranger(email, address), known_browser::of(context.request, tx)};
  if (tenant) {
    std::erase_if(attempt.users, [&](const User& user) { return user.tenant.value != *tenant; });
  }
  if (attempt.browser) {
    std::vector<User> known;
    std::ranges::copy_if(attempt.users, std::back_inserter(known),
                         [&](const User& user) { return attempt.browser->knows(user); });
    const bool all = known.size() == attempt.users.size();
    if (!known.empty() && (all || throttle::wait_of(tx, attempt.counters).seconds > 0)) {
      attempt.users = std::move(known);
      attempt.counters = throttle::of_browser(email, attempt.browser->secret_hash);
    }
  }
  throttle::check(tx, attempt.counters);
  leave_out_guessed(context, tx, attempt);
  return attempt;
}

std::vector<User> users_with_password(const std::vector<User>& users, const std::string& password,
                                      bool tenant_named) {
  const std::size_t step = tenant_named ? 1 : 2;
  std::vector<User> matching;
  for (const User& user : users) {
    const bool good = user.password_hash.empty() ? password::verify_nobody(password)
                                                 : password::verify(password, user.password_hash);
    if (good) matching.push_back(user);
  }
  const std::size_t wanted = std::max<std::size_t>(1, (users.size() + step - 1) / step) * step;
  for (std::size_t i = users.size(); i < wanted; ++i) {
    static_cast<void>(password::verify_nobody(password));
  }
  return matching;
}

std::int64_t record_failure(const Context& context, const Attempt& attempt) {
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite);
  throttle::add_failure(tx, attempt.counters);
  for (const User& user : attempt.users) {
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
  const std::int64_t left = throttle::remaining(tx, attempt.counters);
  tx.commit();
  return left;
}

void count_unopened(const Context& context, const Attempt& attempt,
                    const std::vector<User>& opened) {
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite);
  for (const User& user : attempt.users) {
    const bool counts =
        !user.password_hash.empty() && std::ranges::none_of(opened, [&user](const User& one) {
          return one.tenant == user.tenant && one.id == user.id;
        });
    if (counts) throttle::add_failure(tx, counters_of(context, attempt, user));
  }
  tx.commit();
}

}  // namespace assay::handlers::password_attempt
