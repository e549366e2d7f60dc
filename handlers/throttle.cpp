// SPDX-License-Identifier: Apache-2.0
// Counting failed sign-ins.
#include "handlers/throttle.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "core/account.hpp"
#include "core/error.hpp"
#include "core/ip_network.hpp"
#include "db/store/access.hpp"

namespace assay::handlers::throttle {
namespace {

constexpr std::chrono::seconds kWindow = std::chrono::minutes(15);
constexpr std::int64_t kFreeFailures = 4;
constexpr std::int64_t kFirstDelay = 30;
constexpr std::int64_t kLongestDelay = 15 * 60;

std::string of_account(const Subjects& subjects) {
  return "account:" + account::folded_email(subjects.email);
}

std::string of_client(const Subjects& subjects) {
  return "ip:" + network_of(subjects.address);
}

void check_one(pg::Tx& tx, const std::string& subject) {
  const auto failures = store::access::login_failures(tx, subject, kWindow);
  const std::int64_t wait = delay_after(failures.count) - failures.seconds_since_newest;
  if (wait <= 0) return;
  throw Failure(ErrorCode::RateLimited, "Too many failed sign-ins; try again later",
                Json::object().set("retryAfterSeconds", wait));
}

}  // namespace

std::int64_t delay_after(std::int64_t failures) noexcept {
  std::int64_t delay = failures > kFreeFailures ? kFirstDelay : 0;
  for (std::int64_t i = kFreeFailures + 1; i < failures && delay < kLongestDelay; ++i) delay *= 2;
  return std::min(delay, kLongestDelay);
}

void check(pg::Tx& tx, const Subjects& subjects) {
  check_one(tx, of_account(subjects));
  if (!subjects.address.empty()) check_one(tx, of_client(subjects));
}

void add_failure(pg::Tx& tx, const Subjects& subjects) {
  store::access::add_login_failure(tx, of_account(subjects));
  if (!subjects.address.empty()) store::access::add_login_failure(tx, of_client(subjects));
}

void add_partial_failure(pg::Tx& tx, const Subjects& subjects) {
  store::access::add_login_failure(tx, of_account(subjects));
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
