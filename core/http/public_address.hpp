// SPDX-License-Identifier: Apache-2.0
// Decides which addresses belong to the public internet. Whoever chooses a URL must not make the
// service fetch what only it can reach (SSRF), so resolved addresses are checked by this.
#pragma once

#include <span>

#include "core/http/ip_network.hpp"

namespace assay {

// Whether the address is globally reachable unicast, by IANA's special-purpose registries (RFC
// 6890). Judges the IPv4 address inside mapped, 6to4 and NAT64 forms, and refuses other forms that
// may contain one.
[[nodiscard]] bool is_public(const IpAddress& address);

// An IPv4-mapped address (::ffff:a.b.c.d) reaches the IPv4 address inside it, which this returns;
// any other address is returned as it is.
[[nodiscard]] IpAddress unmapped(const IpAddress& address);

[[nodiscard]] bool in_any_of(std::span<const IpNetwork> networks, const IpAddress& address);

}  // namespace assay
