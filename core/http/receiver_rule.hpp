// SPDX-License-Identifier: Apache-2.0
// Decides where events may be sent. A tenant's administrator chooses the URL and sees the answer.
// Without this rule, they could reach through the service what only the service can reach.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/http/http_client.hpp"
#include "core/http/ip_network.hpp"

namespace assay {

class ReceiverRule {
 public:
  ReceiverRule() = default;
  // allowed: networks that may be reached although they are not public. http_on_loopback: also
  // http, to this machine only.
  ReceiverRule(std::vector<IpNetwork> allowed, bool http_on_loopback)
      : allowed_(std::move(allowed)), http_on_loopback_(http_on_loopback) {}

  // Why events cannot be sent to this URL, worded to follow its field's name; nullopt if they can.
  // Names are resolved only when a connection is opened: see address_rule().
  [[nodiscard]] std::optional<UrlIssue> issue_of(const std::string& url) const;
  // For each connection that is opened for this URL: asked with the address that is connected to.
  [[nodiscard]] http::AddressRule address_rule(const std::string& url) const;

 private:
  [[nodiscard]] bool allows(const IpAddress& address) const;

  std::vector<IpNetwork> allowed_;
  bool http_on_loopback_ = false;
};

}  // namespace assay
