// SPDX-License-Identifier: Apache-2.0
// The special-purpose networks, and addresses checked against them.
#include "core/http/public_address.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace assay {
namespace {

constexpr std::array<std::string_view, 18> kNotPublicV4{
    "0.0.0.0/8",         // this network
    "10.0.0.0/8",        // private
    "100.64.0.0/10",     // behind carrier-grade NAT; also metadata of some clouds
    "127.0.0.0/8",       // loopback
    "168.63.129.16/32",  // metadata and control of Azure; public only by its number
    "169.254.0.0/16",    // link-local; metadata of most clouds
    "172.16.0.0/12",     // private
    "192.0.0.0/24",      // protocol assignments
    "192.0.2.0/24",      // documentation
    "192.31.196.0/24",   // AS112, a sink
    "192.52.193.0/24",   // AMT relays
    "192.88.99.0/24",    // 6to4 relays
    "192.168.0.0/16",    // private
    "198.18.0.0/15",     // benchmarks
    "198.51.100.0/24",   // documentation
    "203.0.113.0/24",    // documentation
    "224.0.0.0/4",       // multicast
    "240.0.0.0/4",       // reserved; broadcast
};

// Non-public parts of 2000::/3, which is all public unicast of IPv6. 6to4 is judged by the IPv4
// address inside.
constexpr std::array<std::string_view, 4> kNotPublicV6{
    "2001::/23",          // protocol assignments: Teredo, ORCHID, benchmarks
    "2001:db8::/32",      // documentation
    "2620:4f:8000::/48",  // AS112, a sink
    "3fff::/20",          // documentation
};

template <std::size_t N>
std::vector<IpNetwork> parsed(const std::array<std::string_view, N>& texts) {
  std::vector<IpNetwork> networks;
  networks.reserve(N);
  for (const std::string_view text : texts) networks.push_back(IpNetwork::parse(text).value());
  return networks;
}

bool in(std::string_view network, const IpAddress& address) {
  return IpNetwork::parse(network).value().contains(address);
}

bool is_public_v4(const IpAddress& address) {
  static const std::vector<IpNetwork> special = parsed(kNotPublicV4);
  return !in_any_of(special, address);
}

}  // namespace

bool in_any_of(std::span<const IpNetwork> networks, const IpAddress& address) {
  return std::any_of(networks.begin(), networks.end(),
                     [&address](const IpNetwork& network) { return network.contains(address); });
}

IpAddress unmapped(const IpAddress& address) {
  constexpr std::size_t kMappedAt = 12;
  if (address.v6 && in("::ffff:0:0/96", address)) return address.embedded_v4(kMappedAt);
  return address;
}

bool is_public(const IpAddress& given) {
  static const std::vector<IpNetwork> special = parsed(kNotPublicV6);
  const IpAddress address = unmapped(given);
  if (!address.v6) return is_public_v4(address);
  constexpr std::size_t kNat64At = 12;
  if (in("64:ff9b::/96", address)) return is_public_v4(address.embedded_v4(kNat64At));
  constexpr std::size_t k6to4At = 2;
  if (in("2002::/16", address)) return is_public_v4(address.embedded_v4(k6to4At));
  return in("2000::/3", address) && !in_any_of(special, address);
}

}  // namespace assay
