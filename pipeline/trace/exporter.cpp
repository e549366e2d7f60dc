// SPDX-License-Identifier: Apache-2.0
// Runs the queue, the batches and the retries.
#include "pipeline/trace/exporter.hpp"

#include <algorithm>

#include "core/trace/log.hpp"
#include "pipeline/trace/otlp.hpp"

namespace assay::trace {
namespace {

using std::chrono::milliseconds;

constexpr std::chrono::minutes kWarnEvery{1};

Json resource_of(std::string_view service, const std::string& instance_id) {
  return scrub_resource(
      Json::object().set("service.name", service).set("service.instance.id", instance_id));
}

// Only requests are answered as a server, and only by the API.
bool of_api(const CleanSpan& span) {
  return span->kind == Kind::Server;
}

}  // namespace

Exporter::Exporter(ExporterSettings settings, const std::string& instance_id)
    : settings_(std::move(settings)),
      resource_(resource_of(kPipelineService, instance_id)),
      api_resource_(resource_of(kApiService, "")),
      dice_(std::random_device{}()) {
  if (settings_.endpoint != "off") thread_ = std::jthread([this] { run(); });
}

Exporter::~Exporter() {
  stop(milliseconds(0));
}

void Exporter::take(std::vector<CleanSpan> spans) {
  if (settings_.endpoint == "off") return;
  std::int64_t too_many = 0;
  {
    const std::lock_guard lock(mutex_);
    for (CleanSpan& span : spans) queue_.push_back({std::move(span), Clock::now()});
    for (; queue_.size() > settings_.max_queued; ++too_many) queue_.pop_front();
  }
  dropped_ += too_many;
  changed_.notify_all();
}

void Exporter::offer(CleanSpan span) {
  if (settings_.endpoint == "off") return;
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() >= settings_.max_queued / 2) {
      ++dropped_;
      return;
    }
    queue_.push_back({std::move(span), Clock::now()});
  }
  changed_.notify_all();
}

std::size_t Exporter::room() const {
  if (settings_.endpoint == "off") return settings_.max_queued;
  const std::lock_guard lock(mutex_);
  return settings_.max_queued - queue_.size();
}

bool Exporter::failing(milliseconds time) const {
  const std::lock_guard lock(mutex_);
  return failing_since_ && Clock::now() >= *failing_since_ + time;
}

void Exporter::stop(milliseconds flush) {
  {
    const std::lock_guard lock(mutex_);
    if (!flush_until_) flush_until_ = Clock::now() + flush;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

Exporter::Counts Exporter::counts() const {
  return {exported_, dropped_, rejected_};
}

void Exporter::run() {
  for (auto batch = next_batch(); !batch.empty(); batch = next_batch()) {
    send_batch(std::move(batch));
  }
}

// Waits for a batch; returns an empty one once the thread must end and the queue is empty.
std::vector<CleanSpan> Exporter::next_batch() {
  std::unique_lock lock(mutex_);
  // Nothing waits any more: start over for later spans.
  if (queue_.empty()) failing_since_.reset();
  const auto due = [this] {
    return flush_until_ || queue_.size() >= settings_.batch ||
           (!queue_.empty() && Clock::now() >= queue_.front().since + settings_.batch_wait);
  };
  while (!due()) {
    if (queue_.empty()) {
      changed_.wait(lock);
    } else {
      changed_.wait_until(lock, queue_.front().since + settings_.batch_wait);
    }
  }
  std::vector<CleanSpan> batch;
  for (; !queue_.empty() && batch.size() < settings_.batch; queue_.pop_front()) {
    batch.push_back(std::move(queue_.front().span));
  }
  return batch;
}

void Exporter::send_batch(std::vector<CleanSpan> batch) {
  const auto first_of_api = std::stable_partition(batch.begin(), batch.end(),
                                                  [](const CleanSpan& s) { return !of_api(s); });
  send_spans({batch.begin(), first_of_api}, resource_);
  send_spans({first_of_api, batch.end()}, api_resource_);
}

void Exporter::send_spans(std::span<const CleanSpan> spans, const Json& resource) {
  while (!spans.empty()) {
    const OtlpBody body = otlp_body(spans, resource);
    send(body.json, body.spans);
    spans = spans.subspan(body.spans);
  }
}

void Exporter::send(const std::string& body, std::size_t spans) {
  http::Request request;
  request.method = "POST";
  request.url = settings_.endpoint;
  request.headers = {"Content-Type: application/json", "Expect:"};
  request.body = body;
  request.connect_timeout = std::min(settings_.timeout, milliseconds(5'000));
  request.timeout = settings_.timeout;
  request.cancelled = [this] { return past_flush(); };
  const auto begun = Clock::now();
  for (int attempt = 1;; ++attempt) {
    if (past_flush()) return drop(spans);
    const auto answer = client_.exchange(request);
    const Verdict verdict = judge(answer, spans, now());
    note(verdict.next == Verdict::Next::Taken);
    if (verdict.next == Verdict::Next::Taken) {
      rejected_ += verdict.rejected;
      exported_ += static_cast<std::int64_t>(spans) - verdict.rejected;
      return;
    }
    warn(answer ? "the collector refuses" : http::to_text(answer.error()),
         answer ? answer->status : 0);
    if (verdict.next == Verdict::Next::Refused) return drop(spans);
    const auto wait = std::max<milliseconds>(verdict.wait_least.value_or(std::chrono::seconds(0)),
                                             pause_after(attempt));
    if (Clock::now() + wait > begun + settings_.give_up || !pause(wait)) {
      return drop(spans);
    }
  }
}

bool Exporter::past_flush() const {
  const std::lock_guard lock(mutex_);
  return flush_until_ && Clock::now() >= *flush_until_;
}

bool Exporter::pause(milliseconds time) {
  const auto end = Clock::now() + time;
  std::unique_lock lock(mutex_);
  while (Clock::now() < end) {
    if (flush_until_ && end > *flush_until_) return false;
    changed_.wait_until(lock, end);
  }
  return true;
}

// Doubles with each attempt; jitter from half to one and a half of it, so that processes spread.
milliseconds Exporter::pause_after(int attempt) {
  constexpr int kMaxDoublings = 10;
  const auto plain = std::min(settings_.longest_pause,
                              settings_.first_pause * (1 << std::min(attempt - 1, kMaxDoublings)));
  std::uniform_real_distribution<double> spread(0.5, 1.5);
  return std::chrono::duration_cast<milliseconds>(plain * spread(dice_));
}

void Exporter::note(bool taken) {
  const std::lock_guard lock(mutex_);
  if (taken) {
    failing_since_.reset();
  } else if (!failing_since_) {
    failing_since_ = Clock::now();
  }
}

void Exporter::drop(std::size_t spans) {
  dropped_ += static_cast<std::int64_t>(spans);
}

void Exporter::warn(std::string_view why, int status) {
  if (warned_ && Clock::now() < *warned_ + kWarnEvery) return;
  warned_ = Clock::now();
  log::warning("spans_not_sent", {{"why", why}, {"status", status}, {"dropped", dropped_.load()}});
}

}  // namespace assay::trace
