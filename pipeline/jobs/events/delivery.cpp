// SPDX-License-Identifier: Apache-2.0
// Makes requests of events, and sends them from a few threads. The schedule of tries, and the
// meaning of statuses.
#include "pipeline/jobs/events/delivery.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/crypto/request_signature.hpp"
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

using store::deliveries::Due;

WebhookSender::WebhookSender(const EventSettings& settings, std::string url,
                             std::vector<std::string> secrets, std::function<bool()> cancelled)
    : settings_(settings),
      url_(std::move(url)),
      secrets_(std::move(secrets)),
      cancelled_(std::move(cancelled)) {
  const http::AddressRule rule = settings_.receivers.address_rule(url_);
  for (std::size_t i = 0; i < kSendAtOnce; ++i) clients_.emplace_back(rule);
}

std::vector<Exchanged> WebhookSender::send(const std::vector<Due>& events,
                                           const pg::DatabaseClock& clock) {
  std::vector<std::optional<Exchanged>> results(events.size());
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr error;
  const auto work = [&](http::Client& client) {
    try {
      for (std::size_t at = next++; at < events.size(); at = next++) {
        results[at] = send_one(client, events[at], clock.now());
      }
    } catch (...) {  // rethrown below
      const std::lock_guard lock(mutex);
      error = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min(events.size(), clients_.size()); ++i) {
      threads.emplace_back([&work, &client = clients_[i]] { work(client); });
    }
    work(clients_.front());
  }
  if (error) std::rethrow_exception(error);
  std::vector<Exchanged> all;
  for (std::optional<Exchanged>& result : results) all.push_back(std::move(result.value()));
  return all;
}

http::Request WebhookSender::request_for(const Due& event, Timestamp at) const {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(at.time_since_epoch());
  http::Request request;
  request.method = "POST";
  request.url = url_;
  request.body = event.body;
  request.headers = {"Content-Type: application/json", "webhook-id: " + event.event.value,
                     "webhook-timestamp: " + std::to_string(seconds.count()),
                     "webhook-signature: " + webhook::signatures(secrets_, event.event.value,
                                                                 seconds.count(), event.body)};
  request.timeout = settings_.timeout;
  request.connect_timeout = std::min(request.connect_timeout, request.timeout);
  request.cancelled = cancelled_;
  return request;
}

Exchanged WebhookSender::send_one(http::Client& client, const Due& event, Timestamp at) const {
  std::string beginning;
  http::Request request = request_for(event, at);
  request.sink = [&beginning](std::span<const std::byte> bytes) {
    const std::size_t room = store::deliveries::kMaxResponse - beginning.size();
    beginning.append(reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), room));
    return true;
  };
  const auto begun = std::chrono::steady_clock::now();
  auto answer = client.exchange(request);
  const auto duration = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - begun);
  return {std::move(answer), std::move(beginning), duration};
}

}  // namespace assay::jobs
