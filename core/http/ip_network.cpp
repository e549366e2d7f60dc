// SPDX-License-Identifier: Apache-2.0
// Parses and compares addresses bit by bit.
#include "core/http/ip_network.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <stdexcept>

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

}  // namespace assay
