// SPDX-License-Identifier: Apache-2.0
// Counting failed sign-ins.
#include "handlers/throttle.hpp"

#include <algorithm>
#include <chrono>

#include "core/error.hpp"
#include "db/store/access.hpp"

namespace assay::handlers::throttle {
namespace {

constexpr std::chrono::seconds kWindow = std::chrono::minutes(15);
constexpr std::int64_t kFreeFailures = 4;
constexpr std::int64_t kFirstDelay = 30;
constexpr std::int64_t kLongestDelay = 15 * 60;

std::string account(const Subjects& subjects) {
  return "account:" + subjects.email;
}

std::string address(const Subjects& subjects) {
  return "ip:" + subjects.address;
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
  check_one(tx, account(subjects));
  if (!subjects.address.empty()) check_one(tx, address(subjects));
}

void add_failure(pg::Tx& tx, const Subjects& subjects) {
  store::access::add_login_failure(tx, account(subjects));
  if (!subjects.address.empty()) store::access::add_login_failure(tx, address(subjects));
}

void forgive(pg::Tx& tx, const Subjects& subjects) {
  store::access::clear_login_failures(tx, account(subjects));
}

}  // namespace assay::handlers::throttle
