// SPDX-License-Identifier: Apache-2.0
// Makes requests of events, and sends them from a few threads.
#include "pipeline/jobs/events/webhook_sender.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/crypto/webhook_signature.hpp"

namespace assay::jobs {

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

std::vector<Exchanged> WebhookSender::send(const std::vector<Due>& events) {
  std::vector<std::optional<Exchanged>> results(events.size());
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr error;
  const auto work = [&](http::Client& client) {
    try {
      for (std::size_t at = next++; at < events.size(); at = next++) {
        results[at] = send_one(client, events[at]);
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

http::Request WebhookSender::request_for(const Due& event) const {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now().time_since_epoch());
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

Exchanged WebhookSender::send_one(http::Client& client, const Due& event) const {
  std::string beginning;
  http::Request request = request_for(event);
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
