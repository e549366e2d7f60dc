// SPDX-License-Identifier: Apache-2.0
// Which addresses a corpus may be fetched from: the public internet's web servers, and networks the
// operator names. An administrator of one tenant chooses the URL, so without this rule the pipeline
// would fetch for him whatever it alone can reach (SSRF).
#pragma once

#include <span>
#include <vector>

#include "core/ip_network.hpp"

namespace assay::corpora {

// Globally reachable unicast, by the special-purpose registries of IANA (RFC 6890); also judges the
// IPv4 address inside mapped, 6to4 and NAT64 forms, and refuses other forms that may hold one.
[[nodiscard]] bool is_public(const IpAddress& address);

class AddressGuard {
 public:
  // allowed: networks that may be reached although they are not public, on any port.
  explicit AddressGuard(std::vector<IpNetwork> allowed) : allowed_(std::move(allowed)) {}

  // Public addresses may be reached on ports 80 and 443 only. Of other families nothing may.
  [[nodiscard]] bool allows(const sockaddr& address) const;

 private:
  std::vector<IpNetwork> allowed_;
};

}  // namespace assay::corpora
