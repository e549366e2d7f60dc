// SPDX-License-Identifier: Apache-2.0
// Checks ports and the operator's networks.
#include "pipeline/corpora/address_guard.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cstring>

#include "core/http/public_address.hpp"

namespace assay::corpora {
namespace {

int port_of(const sockaddr& address) {
  in_port_t port = 0;
  if (address.sa_family == AF_INET) {
    sockaddr_in in{};
    std::memcpy(&in, &address, sizeof in);
    port = in.sin_port;
  } else {
    sockaddr_in6 in{};
    std::memcpy(&in, &address, sizeof in);
    port = in.sin6_port;
  }
  return ntohs(port);
}

}  // namespace

bool AddressGuard::allows(const sockaddr& socket_address) const {
  const auto address = IpAddress::of(socket_address);
  if (!address) return false;
  if (in_any_of(allowed_, unmapped(*address)) || in_any_of(allowed_, *address)) return true;
  constexpr int kHttp = 80;
  constexpr int kHttps = 443;
  const int port = port_of(socket_address);
  return (port == kHttp || port == kHttps) && is_public(*address);
}

}  // namespace assay::corpora
