// SPDX-License-Identifier: Apache-2.0
// Checks URLs of webhooks, and the addresses that they resolve to.
#include "core/http/receiver_rule.hpp"

#include <array>

#include "core/http/ip_network.hpp"

namespace assay {
namespace {

bool is_loopback(const IpAddress& given) {
  static const std::array networks{IpNetwork::parse("127.0.0.0/8").value(),
                                   IpNetwork::parse("::1").value()};
  return in_any_of(networks, unmapped(given));
}

bool names_loopback(const std::string& host) {
  const auto address = IpAddress::parse(host);
  return address ? is_loopback(*address) : host == "localhost";
}

}  // namespace

std::optional<UrlIssue> ReceiverRule::issue_of(const std::string& url) const {
  const auto parsed = parse_http_url(url);
  if (!parsed) return parsed.error();
  if (url.find('#') != std::string::npos) return UrlIssue{"must not have a fragment"};
  if (parsed->scheme == "http") {
    if (http_on_loopback_ && names_loopback(parsed->host)) return std::nullopt;
    return UrlIssue{"must begin with https://"};
  }
  const auto address = IpAddress::parse(parsed->host);
  if (address && !allows(*address)) {
    return UrlIssue{"must not be an address in a private, local or reserved network"};
  }
  return std::nullopt;
}

http::AddressRule ReceiverRule::address_rule(const std::string& url) const {
  const auto parsed = parse_http_url(url);
  const bool secure = parsed && parsed->scheme == "https";
  return [rule = *this, secure](const sockaddr& socket_address) {
    const auto address = IpAddress::of(socket_address);
    if (!address) return false;
    return secure ? rule.allows(*address) : rule.http_on_loopback_ && is_loopback(*address);
  };
}

bool ReceiverRule::allows(const IpAddress& address) const {
  return in_any_of(allowed_, unmapped(address)) || in_any_of(allowed_, address) ||
         is_public(address);
}

}  // namespace assay
