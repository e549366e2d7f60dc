// SPDX-License-Identifier: Apache-2.0
// What the answer to a delivery means, and when to try again.
#pragma once

#include <chrono>
#include <optional>
#include <random>
#include <string>

#include "core/base/error.hpp"
#include "core/http/http_client.hpp"
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

// Many that failed together must not come back together: up to a tenth longer. jitter: from 0 to 1.
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

}  // namespace assay::jobs
