// SPDX-License-Identifier: Apache-2.0
// The schedule of tries, and the meaning of statuses.
#include "pipeline/jobs/events/delivery_outcome.hpp"

#include <algorithm>
#include <array>

#include "core/json/utf8.hpp"

namespace assay::jobs {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::array<seconds, kMaxDeliveryAttempts - 1> kDelays{
    seconds(5), minutes(5), minutes(30), hours(2),  hours(5),
    hours(10),  hours(14),  hours(20),   hours(24),
};

constexpr int kGone = 410;

bool is_success(int status) {
  constexpr int kFirst = 200;
  constexpr int kLast = 299;
  return status >= kFirst && status <= kLast;
}

bool is_redirect(int status) {
  constexpr int kFirst = 300;
  constexpr int kLast = 399;
  return status >= kFirst && status <= kLast;
}

std::string sentence_of(int status) {
  std::string text = "The receiver answered with status " + std::to_string(status);
  if (is_redirect(status)) return text + ". Redirects are not followed: change the URL.";
  if (status == kGone) return text + ": it wants no more events.";
  return text + ".";
}

void fail_or_wait(store::deliveries::Attempt& attempt, int earlier, double jitter,
                  seconds at_least) {
  const auto delay = delivery_delay(earlier + 1);
  if (!delay) {
    attempt.status = DeliveryStatus::Failed;
    return;
  }
  attempt.status = DeliveryStatus::Pending;
  attempt.next_in = with_jitter(std::max(*delay, at_least), jitter);
}

seconds asked_to_wait(const http::Response& response, Timestamp at) {
  const auto header = response.headers.find("retry-after");
  if (header == response.headers.end()) return seconds(0);
  return http::parse_retry_after(header->second, at, hours(24)).value_or(seconds(0));
}

// What may be stored as text and shown: bytes that are not UTF-8 and control characters are
// replaced.
std::string shown(const std::string& body) {
  std::string text = utf8::storable(body);
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t'; }, ' ');
  return text;
}

}  // namespace

milliseconds with_jitter(seconds delay, double jitter) {
  constexpr double kMaxJitter = 0.1;
  const auto whole = std::chrono::duration_cast<milliseconds>(delay);
  const double more =
      static_cast<double>(whole.count()) * kMaxJitter * std::clamp(jitter, 0.0, 1.0);
  return whole + milliseconds(static_cast<std::int64_t>(more));
}

std::optional<seconds> delivery_delay(int attempts) {
  if (attempts < 1 || attempts >= kMaxDeliveryAttempts) return std::nullopt;
  return kDelays.at(static_cast<std::size_t>(attempts) - 1);
}

Outcome outcome_of(const Exchanged& exchanged, int earlier, double jitter, Timestamp at) {
  if (!exchanged.answer) {
    Outcome outcome = outcome_without_exchange(
        "Nothing was delivered: " + std::string(http::to_text(exchanged.answer.error())) + ".",
        earlier, jitter);
    outcome.attempt.duration = exchanged.duration;
    return outcome;
  }
  const http::Response& response = *exchanged.answer;
  Outcome outcome;
  store::deliveries::Attempt& attempt = outcome.attempt;
  attempt.duration = exchanged.duration;
  attempt.response_status = response.status;
  attempt.response_body = shown(exchanged.body);
  if (is_success(response.status)) {
    attempt.status = DeliveryStatus::Delivered;
    return outcome;
  }
  attempt.error = sentence_of(response.status);
  outcome.gone = response.status == kGone;
  fail_or_wait(attempt, earlier, jitter, asked_to_wait(response, at));
  return outcome;
}

Outcome outcome_without_exchange(std::string reason, int earlier, double jitter) {
  Outcome outcome;
  outcome.attempt.error = std::move(reason);
  fail_or_wait(outcome.attempt, earlier, jitter, seconds(0));
  return outcome;
}

}  // namespace assay::jobs
