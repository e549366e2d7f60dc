// SPDX-License-Identifier: Apache-2.0
// Sends events to one webhook by the Standard Webhooks specification, several at once. Decides what
// the answer to a delivery means, and when to try again.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/http/http_client.hpp"
#include "core/settings/event_settings.hpp"
#include "db/pg/database_clock.hpp"
#include "db/store/events/outbox.hpp"

namespace assay::jobs {

// One exchange with a receiver.
struct Exchanged {
  Result<http::Response, http::Problem> answer;
  std::string body;  // the beginning of what it answered
  std::chrono::milliseconds duration{};
};

struct Outcome {
  store::deliveries::Attempt attempt;
  bool gone = false;  // the receiver wants no events any more
};

// A try beyond these fails for good. The last one comes some three days after the first.
inline constexpr int kMaxDeliveryAttempts = 10;

// How long to wait after that many tries, before any jitter: 5 s, 5 min, 30 min, 2 h ... 24 h.
// nullopt after the last.
[[nodiscard]] std::optional<std::chrono::seconds> delivery_delay(int attempts);

// Adds up to a tenth, so that deliveries that failed together are not all retried together. jitter:
// from 0 to 1.
[[nodiscard]] std::chrono::milliseconds with_jitter(std::chrono::seconds delay, double jitter);

class Dice {
 public:
  [[nodiscard]] double roll() { return std::uniform_real_distribution<double>(0, 1)(engine_); }

 private:
  std::minstd_rand engine_{std::random_device{}()};
};

// earlier: tries before this one. jitter: from 0 to 1. A receiver's Retry-After counts if it is
// longer than the usual delay, up to a day.
[[nodiscard]] Outcome outcome_of(const Exchanged& exchanged, int earlier, double jitter,
                                 Timestamp at);

// The outcome of a try that could not be made, with the reason as a sentence.
[[nodiscard]] Outcome outcome_without_exchange(std::string reason, int earlier, double jitter);

// Maximum number of events on their way to one webhook at once.
inline constexpr std::size_t kSendAtOnce = 4;

class WebhookSender {
 public:
  // secrets: in clear; each signs. cancelled: ends exchanges early; called several times a second
  // by several threads.
  WebhookSender(const EventSettings& settings, std::string url, std::vector<std::string> secrets,
                std::function<bool()> cancelled);

  // Sends each once, stamped with that clock's time. The results are in the order of the events.
  [[nodiscard]] std::vector<Exchanged> send(const std::vector<store::deliveries::Due>& events,
                                            const pg::DatabaseClock& clock);

 private:
  [[nodiscard]] http::Request request_for(const store::deliveries::Due& event, Timestamp at) const;
  [[nodiscard]] Exchanged send_one(http::Client& client, const store::deliveries::Due& event,
                                   Timestamp at) const;

  const EventSettings& settings_;
  std::string url_;
  std::vector<std::string> secrets_;
  std::function<bool()> cancelled_;
  std::vector<http::Client> clients_;  // one for each thread
};

}  // namespace assay::jobs
