// SPDX-License-Identifier: Apache-2.0
// Decides which addresses a corpus may be fetched from: the public internet's web servers, and
// networks the operator names. An administrator of one tenant chooses the URL, so without this rule
// the pipeline would fetch for him whatever only it can reach (SSRF).
#pragma once

#include <vector>

#include "core/http/ip_network.hpp"

namespace assay::corpora {

class AddressGuard {
 public:
  // allowed: networks that may be reached on any port although they are not public.
  explicit AddressGuard(std::vector<IpNetwork> allowed) : allowed_(std::move(allowed)) {}

  // Allows public addresses on ports 80 and 443 only, and no address of other families.
  [[nodiscard]] bool allows(const sockaddr& address) const;

 private:
  std::vector<IpNetwork> allowed_;
};

}  // namespace assay::corpora
