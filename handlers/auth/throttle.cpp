// SPDX-License-Identifier: Apache-2.0
// Counts failed sign-ins.
#include "handlers/auth/throttle.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "core/base/digest.hpp"
#include "core/base/error.hpp"
#include "core/crypto/account.hpp"
#include "core/http/ip_network.hpp"
#include "db/store/access.hpp"

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

std::int64_t wait_of(pg::Tx& tx, const Counters& counters) {
  std::int64_t longest = 0;
  for (const Counter& counter : counters) {
    const auto failures = store::access::login_failures(tx, counter.subject,
                                                        std::chrono::seconds(counter.rule.window));
    longest = std::max(longest,
                       delay_after(counter.rule, failures.count) - failures.seconds_since_newest);
  }
  return longest;
}

void check(pg::Tx& tx, const Counters& counters) {
  const std::int64_t wait = wait_of(tx, counters);
  if (wait > 0) refuse(wait);
}

void refuse(std::int64_t wait) {
  throw Failure(ErrorCode::RateLimited, "Too many failed sign-ins; try again later",
                Json::object().set("retryAfterSeconds", wait));
}

void add_failure(pg::Tx& tx, const Counters& counters) {
  for (const Counter& counter : counters) store::access::add_login_failure(tx, counter.subject);
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
