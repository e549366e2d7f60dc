// SPDX-License-Identifier: Apache-2.0
// Parses IP addresses and CIDR networks, and tests whether a network contains an address. Decides
// which addresses belong to the public internet. A user who chooses a URL must not make the service
// fetch what only the service can reach (SSRF), so resolved addresses are checked here.
#pragma once

#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay {

// Bytes in network order; an IPv4 address is the first four, the others are 0.
struct IpAddress {
  bool v6 = false;
  std::array<std::uint8_t, 16> bytes{};

  // nullopt for families other than AF_INET and AF_INET6. Drops the socket's port and scope.
  [[nodiscard]] static std::optional<IpAddress> of(const sockaddr& address);
  // Dotted IPv4 or RFC 4291 IPv6 text, without brackets, port or scope.
  [[nodiscard]] static std::optional<IpAddress> parse(std::string_view text);
  // Dotted IPv4, or IPv6 in the canonical form of RFC 5952.
  [[nodiscard]] std::string text() const;
  // The IPv4 address in four bytes of an IPv6 address. Precondition: v6, first <= 12.
  [[nodiscard]] IpAddress embedded_v4(std::size_t first) const;

  friend bool operator==(const IpAddress&, const IpAddress&) = default;
};

class IpNetwork {
 public:
  // "10.0.0.0/8", "fd00::/8", or a bare address, which is a network of one. nullopt for anything
  // else, and for bits set after the prefix ("10.1.2.3/8"), whose intent is unclear.
  [[nodiscard]] static std::optional<IpNetwork> parse(std::string_view text);

  // IPv4 networks contain only IPv4 addresses, never their IPv6-mapped forms.
  [[nodiscard]] bool contains(const IpAddress& address) const;

 private:
  IpNetwork(const IpAddress& base, int bits) : base_(base), bits_(bits) {}
  IpAddress base_;
  int bits_;
};

// Whether the address is globally reachable unicast, by IANA's special-purpose registries (RFC
// 6890). Judges the IPv4 address inside mapped, 6to4 and NAT64 forms, and refuses other forms that
// may contain one.
[[nodiscard]] bool is_public(const IpAddress& address);

// An IPv4-mapped address (::ffff:a.b.c.d) reaches the IPv4 address inside it, which this returns;
// any other address is returned as it is.
[[nodiscard]] IpAddress unmapped(const IpAddress& address);

[[nodiscard]] bool in_any_of(std::span<const IpNetwork> networks, const IpAddress& address);

}  // namespace assay
