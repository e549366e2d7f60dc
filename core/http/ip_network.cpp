// SPDX-License-Identifier: Apache-2.0
// Parses and compares addresses bit by bit. The special-purpose networks, and addresses checked
// against them.
#include "core/http/ip_network.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace assay {
namespace {

constexpr std::size_t kV4Bytes = 4;

// Whether the first `bits` bits are the same.
bool same_prefix(const IpAddress& a, const IpAddress& b, int bits) {
  for (std::size_t i = 0; bits > 0; ++i, bits -= 8) {
    const int shift = bits >= 8 ? 0 : 8 - bits;
    if (a.bytes.at(i) >> shift != b.bytes.at(i) >> shift) return false;
  }
  return true;
}

// Whether every bit after the first `bits` is 0.
bool zero_behind(const IpAddress& address, int bits) {
  for (std::size_t i = 0; i < address.bytes.size(); ++i, bits -= 8) {
    const int kept = std::clamp(bits, 0, 8);
    if ((address.bytes.at(i) & (0xffU >> static_cast<unsigned>(kept))) != 0) return false;
  }
  return true;
}

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

std::optional<IpAddress> IpAddress::of(const sockaddr& address) {
  IpAddress made;
  if (address.sa_family == AF_INET) {
    sockaddr_in in{};
    std::memcpy(&in, &address, sizeof in);
    std::memcpy(made.bytes.data(), &in.sin_addr, kV4Bytes);
    return made;
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 in{};
    std::memcpy(&in, &address, sizeof in);
    made.v6 = true;
    std::memcpy(made.bytes.data(), &in.sin6_addr, made.bytes.size());
    return made;
  }
  return std::nullopt;
}

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  const std::string terminated(text);
  IpAddress made;
  made.v6 = text.find(':') != std::string_view::npos;
  if (terminated.find('\0') != std::string::npos ||
      ::inet_pton(made.v6 ? AF_INET6 : AF_INET, terminated.c_str(), made.bytes.data()) != 1) {
    return std::nullopt;
  }
  return made;
}

std::string IpAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> written{};
  const char* const text =
      ::inet_ntop(v6 ? AF_INET6 : AF_INET, bytes.data(), written.data(), written.size());
  if (text == nullptr) throw std::logic_error("an address has no text");
  return text;
}

IpAddress IpAddress::embedded_v4(std::size_t first) const {
  IpAddress inner;
  std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(first), kV4Bytes, inner.bytes.begin());
  return inner;
}

std::optional<IpNetwork> IpNetwork::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto base = IpAddress::parse(text.substr(0, slash));
  if (!base) return std::nullopt;
  const int most = base->v6 ? 128 : 32;
  if (slash == std::string_view::npos) return IpNetwork(*base, most);
  const std::string_view digits = text.substr(slash + 1);
  int bits = 0;
  const auto done = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  if (done.ec != std::errc() || done.ptr != digits.data() + digits.size() || bits < 0 ||
      bits > most || !zero_behind(*base, bits)) {
    return std::nullopt;
  }
  return IpNetwork(*base, bits);
}

bool IpNetwork::contains(const IpAddress& address) const {
  return address.v6 == base_.v6 && same_prefix(address, base_, bits_);
}

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
