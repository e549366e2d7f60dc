// SPDX-License-Identifier: Apache-2.0
// Sends spans to an OTLP/HTTP collector from a thread of its own. The collector never delays the
// caller: the queue is bounded, and spans that do not fit are dropped and counted.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/http/http_client.hpp"
#include "core/trace/trace_scrub.hpp"

namespace assay::trace {

struct ExporterSettings {
  std::string endpoint;  // the whole URL; "off": nothing is sent
  std::size_t max_queued = 2048;
  std::size_t batch = 512;
  std::chrono::milliseconds batch_wait{5'000};  // until a batch is sent, even a small one
  std::chrono::milliseconds timeout{10'000};    // for one exchange
  std::chrono::milliseconds first_pause{1'000};
  std::chrono::milliseconds longest_pause{30'000};
  std::chrono::milliseconds give_up{300'000};     // a batch not taken for this long is dropped
  std::chrono::milliseconds patience{3'600'000};  // for a collector that takes nothing
};

class Exporter {
 public:
  // Starts the thread. instance_id: a UUID that identifies this process.
  Exporter(ExporterSettings settings, const std::string& instance_id);
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;
  // Drops what is still queued; call stop() first to send it.
  ~Exporter();

  // Returns at once. Drops the oldest spans beyond the bound. Safe from any thread.
  void take(std::vector<CleanSpan> spans);
  // The same for a span that may be lost: it is dropped at once where the queue is half full, so
  // that many of its kind never displace others.
  void offer(CleanSpan span);
  // How many more spans the queue can take without dropping any.
  [[nodiscard]] std::size_t room() const;
  // Whether the collector has taken none of the latest spans for at least this long.
  [[nodiscard]] bool failing(std::chrono::milliseconds time) const;
  // Whether it has been failing for settings.patience: spans are then no longer kept for it.
  [[nodiscard]] bool given_up() const { return failing(settings_.patience); }
  // Sends queued spans for at most this long, then ends the thread.
  void stop(std::chrono::milliseconds flush);

  // Counts spans since the start. rejected: those a collector accepted but did not want.
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
  void send_batch(std::vector<CleanSpan> batch);
  void send_spans(std::span<const CleanSpan> spans, const Json& resource);
  void send(const std::string& body, std::size_t spans);
  [[nodiscard]] bool past_flush() const;
  // Returns false if there is no time left.
  [[nodiscard]] bool pause(std::chrono::milliseconds time);
  [[nodiscard]] std::chrono::milliseconds pause_after(int attempt);
  void note(bool taken);
  void drop(std::size_t spans);
  // At most once a minute.
  void warn(std::string_view why, int status);

  const ExporterSettings settings_;
  const Json resource_;                      // of this process
  const Json api_resource_;                  // of the API's processes together
  http::Client client_;                      // used by the thread only
  std::minstd_rand dice_;                    // used by the thread only
  std::optional<Clock::time_point> warned_;  // used by the thread only
  std::atomic<std::int64_t> exported_{0};
  std::atomic<std::int64_t> dropped_{0};
  std::atomic<std::int64_t> rejected_{0};

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Queued> queue_;
  std::optional<Clock::time_point> failing_since_;
  std::optional<Clock::time_point> flush_until_;  // set: the thread must end
  std::jthread thread_;
};

}  // namespace assay::trace
