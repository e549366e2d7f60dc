// SPDX-License-Identifier: Apache-2.0
// Computes how long to wait before a retry. The delay grows, with jitter, so that many daemons do
// not return to a recovering database at the same instant.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>

namespace assay::jobs {

// For one thread only.
class Jitter {
 public:
  Jitter() : engine_(std::random_device{}()) {}
  // Returns time x (0.5 .. 1.5).
  [[nodiscard]] std::chrono::milliseconds around(std::chrono::milliseconds time) {
    std::uniform_real_distribution<double> factor(0.5, 1.5);
    return std::chrono::milliseconds(
        static_cast<std::int64_t>(static_cast<double>(time.count()) * factor(engine_)));
  }

 private:
  std::minstd_rand engine_;
};

class Backoff {
 public:
  [[nodiscard]] std::chrono::milliseconds next() {
    const auto wait = jitter_.around(wait_);
    wait_ = std::min(wait_ * 2, kMax);
    return wait;
  }
  void reset() { wait_ = kLeast; }

 private:
  static constexpr std::chrono::milliseconds kLeast{250};
  static constexpr std::chrono::milliseconds kMax{5'000};
  std::chrono::milliseconds wait_ = kLeast;
  Jitter jitter_;
};

// Delay before attempt number attempts + 1 of a job: 2, 4, 8 s ... at most 300 s, with jitter.
[[nodiscard]] inline std::chrono::milliseconds retry_delay(int attempts, Jitter& jitter) {
  constexpr int kMaxSeconds = 300;
  const int seconds = attempts >= 9 ? kMaxSeconds : std::min(kMaxSeconds, 1 << attempts);
  return jitter.around(std::chrono::seconds(seconds));
}

}  // namespace assay::jobs
