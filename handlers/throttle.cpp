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
constexpr std::int64_t kMostFailures = 5;

std::string account(const Subjects& subjects) {
  return "account:" + subjects.email;
}

std::string address(const Subjects& subjects) {
  return "ip:" + subjects.address;
}

void check_one(pg::Tx& tx, const std::string& subject) {
  const auto failures = store::access::login_failures(tx, subject, kWindow);
  if (failures.count < kMostFailures) return;
  const std::int64_t wait = std::max<std::int64_t>(failures.seconds_until_oldest_leaves, 1);
  throw Failure(ErrorCode::RateLimited, "Too many failed sign-ins; try again later",
                Json::object().set("retryAfterSeconds", wait));
}

}  // namespace

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
