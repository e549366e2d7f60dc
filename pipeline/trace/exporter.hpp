// SPDX-License-Identifier: Apache-2.0
// Sends spans to an OTLP/HTTP collector from a thread of its own. Whatever the collector does, the
// caller is never held up: the queue is bounded, and what does not fit is dropped and counted.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "core/http_client.hpp"
#include "core/trace_scrub.hpp"

namespace assay::trace {

struct ExporterSettings {
  std::string endpoint;  // the whole URL; "off": nothing is sent
  std::size_t max_queued = 2048;
  std::size_t batch = 512;
  std::chrono::milliseconds batch_wait{5'000};  // until what there is goes, however little
  std::chrono::milliseconds timeout{10'000};    // of one exchange
  std::chrono::milliseconds first_pause{1'000};
  std::chrono::milliseconds longest_pause{30'000};
  std::chrono::milliseconds give_up{300'000};     // a batch that nobody took for so long is dropped
  std::chrono::milliseconds patience{3'600'000};  // with a collector that takes nothing
};

class Exporter {
 public:
  // Starts the thread. instance_id: a UUID that tells this process from others.
  Exporter(ExporterSettings settings, const std::string& instance_id);
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;
  // What is still queued is dropped; stop() first is kinder.
  ~Exporter();

  // Returns at once. Beyond the bound the oldest are dropped. Safe from any thread.
  void take(std::vector<CleanSpan> spans);
  // How many more spans the queue takes without dropping any.
  [[nodiscard]] std::size_t room() const;
  // Has the collector taken nothing of what was sent last, at least for so long?
  [[nodiscard]] bool failing(std::chrono::milliseconds time) const;
  // The same for the patience of the settings: nobody is to keep spans for it any longer.
  [[nodiscard]] bool given_up() const { return failing(settings_.patience); }
  // Sends what is queued for at most so long, then ends the thread.
  void stop(std::chrono::milliseconds flush);

  // Of spans, since the start. rejected: those a collector took note of but did not want.
  struct Counts {
    std::int64_t exported = 0;
    std::int64_t dropped = 0;
    std::int64_t rejected = 0;
  };
  [[nodiscard]] Counts counts() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Queued {
    CleanSpan span;
    Clock::time_point since;
  };

  void run();
  [[nodiscard]] std::vector<CleanSpan> next_batch();
  void send_batch(const std::vector<CleanSpan>& batch);
  void send(const std::string& body, std::size_t spans);
  [[nodiscard]] bool past_flush() const;
  // false when there is no time left for it.
  [[nodiscard]] bool pause(std::chrono::milliseconds time);
  [[nodiscard]] std::chrono::milliseconds pause_after(int attempt);
  void note(bool taken);
  void drop(std::size_t spans);
  // Once a minute at most.
  void warn(std::string_view why, int status);

  const ExporterSettings settings_;
  const Json resource_;
  http::Client client_;                      // of the thread
  std::minstd_rand dice_;                    // of the thread
  std::optional<Clock::time_point> warned_;  // of the thread
  std::atomic<std::int64_t> exported_{0};
  std::atomic<std::int64_t> dropped_{0};
  std::atomic<std::int64_t> rejected_{0};

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Queued> queue_;
  std::optional<Clock::time_point> failing_since_;
  std::optional<Clock::time_point> flush_until_;  // set: the thread is to end
  std::jthread thread_;
};

}  // namespace assay::trace
