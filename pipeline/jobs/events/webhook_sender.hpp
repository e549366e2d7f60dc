// SPDX-License-Identifier: Apache-2.0
// Sends events to one webhook as the Standard Webhooks specification has it, several at once.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/http/http_client.hpp"
#include "core/settings/event_settings.hpp"
#include "db/store/events/outbox.hpp"
#include "pipeline/jobs/events/delivery_outcome.hpp"

namespace assay::jobs {

// Maximum number of events on their way to one webhook at once.
inline constexpr std::size_t kSendAtOnce = 4;

class WebhookSender {
 public:
  // secrets: in clear; each signs. cancelled: ends exchanges early; called several times a second
  // by several threads.
  WebhookSender(const EventSettings& settings, std::string url, std::vector<std::string> secrets,
                std::function<bool()> cancelled);

  // Sends each once. The results are in the order of the events.
  [[nodiscard]] std::vector<Exchanged> send(const std::vector<store::deliveries::Due>& events);

 private:
  [[nodiscard]] http::Request request_for(const store::deliveries::Due& event) const;
  [[nodiscard]] Exchanged send_one(http::Client& client, const store::deliveries::Due& event) const;

  const EventSettings& settings_;
  std::string url_;
  std::vector<std::string> secrets_;
  std::function<bool()> cancelled_;
  std::vector<http::Client> clients_;  // one for each thread
};

}  // namespace assay::jobs
