// SPDX-License-Identifier: Apache-2.0
// The address guard: special-purpose addresses one by one, ports, and the operator's networks.
#include "pipeline/corpora/fetch.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <array>
#include <string>

namespace assay::corpora {
namespace {

struct Socket {
  sockaddr_storage storage{};
  [[nodiscard]] const sockaddr& address() const {
    return *reinterpret_cast<const sockaddr*>(&storage);
  }
};

Socket socket_of(const std::string& text, std::uint16_t port) {
  Socket made;
  if (text.find(':') == std::string::npos) {
    auto* in = reinterpret_cast<sockaddr_in*>(&made.storage);
    in->sin_family = AF_INET;
    in->sin_port = htons(port);
    EXPECT_EQ(::inet_pton(AF_INET, text.c_str(), &in->sin_addr), 1) << text;
  } else {
    auto* in = reinterpret_cast<sockaddr_in6*>(&made.storage);
    in->sin6_family = AF_INET6;
    in->sin6_port = htons(port);
    EXPECT_EQ(::inet_pton(AF_INET6, text.c_str(), &in->sin6_addr), 1) << text;
  }
  return made;
}

AddressGuard guard(const std::vector<std::string>& networks = {}) {
  std::vector<IpNetwork> allowed;
  allowed.reserve(networks.size());
  for (const std::string& text : networks) allowed.push_back(IpNetwork::parse(text).value());
  return AddressGuard(allowed);
}

bool allows(const AddressGuard& rule, const std::string& text, std::uint16_t port = 443) {
  return rule.allows(socket_of(text, port).address());
}

constexpr std::array kRefused{
    "0.0.0.0",                 // this host
    "0.1.2.3",                 // this network
    "10.0.0.0",                // private, both ends and inside
    "10.255.255.255",          //
    "10.1.2.3",                //
    "100.64.0.0",              // carrier-grade NAT
    "100.100.100.200",         // Alibaba metadata
    "100.127.255.255",         //
    "127.0.0.1",               // loopback
    "127.1.2.3",               //
    "127.255.255.255",         //
    "168.63.129.16",           // Azure control
    "169.254.0.1",             // link-local
    "169.254.169.254",         // metadata of AWS, Azure, Google and others
    "169.254.170.2",           // AWS container credentials
    "172.16.0.0",              // private
    "172.31.255.255",          //
    "192.0.0.1",               // protocol assignments
    "192.0.0.192",             // Oracle metadata
    "192.0.2.1",               // documentation
    "192.88.99.1",             // 6to4 relays
    "192.168.0.1",             // private
    "192.168.255.255",         //
    "198.18.0.1",              // benchmarks
    "198.19.255.255",          //
    "198.51.100.7",            // documentation
    "203.0.113.255",           // documentation
    "224.0.0.1",               // multicast
    "239.255.255.250",         //
    "240.0.0.1",               // reserved
    "255.255.255.255",         // broadcast
    "::",                      // unspecified
    "::1",                     // loopback
    "::127.0.0.1",             // IPv4-compatible
    "::8.8.8.8",               // the same form, whatever is inside
    "::ffff:127.0.0.1",        // IPv4-mapped
    "::ffff:10.0.0.1",         //
    "::ffff:169.254.169.254",  //
    "::ffff:0:127.0.0.1",      // IPv4-translated
    "64:ff9b::7f00:1",         // NAT64 of 127.0.0.1
    "64:ff9b::a9fe:a9fe",      // NAT64 of 169.254.169.254
    "64:ff9b:1::808:808",      // NAT64 for local use
    "100::1",                  // discard
    "2001::1",                 // Teredo
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:2::1",          // benchmarks
    "2001:10::1",         // ORCHID
    "2001:db8::1",        // documentation
    "2002:7f00:1::",      // 6to4 of 127.0.0.1
    "2002:a9fe:a9fe::1",  // 6to4 of 169.254.169.254
    "2002:c0a8:101::1",   // 6to4 of 192.168.1.1
    "2620:4f:8000::1",    // AS112
    "3fff::1",            // documentation
    "4000::1",            // not assigned
    "5f00::1",            // segment routing
    "fc00::1",            // unique local
    "fd00:ec2::254",      // AWS metadata
    "fd20:ce::254",       // Google metadata
    "fdff:ffff::1",       //
    "fe80::1",            // link-local
    "febf::1",            //
    "fec0::1",            // site-local
    "ff02::1",            // multicast
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
};

constexpr std::array kAllowed{
    "1.1.1.1",          "8.8.8.8",           "9.255.255.255",   "11.0.0.0",
    "100.63.255.255",   "100.128.0.0",       "126.255.255.255", "128.0.0.1",
    "168.63.129.15",    "169.253.255.255",   "169.255.0.0",     "172.15.255.255",
    "172.32.0.0",       "192.0.1.0",         "192.167.255.255", "192.169.0.0",
    "198.17.255.255",   "198.20.0.0",        "223.255.255.255", "::ffff:8.8.8.8",
    "64:ff9b::808:808", "2002:808:808::1",   "2001:200::1",     "2001:4860:4860::8888",
    "2606:4700::1111",  "2a00:1450:4001::1", "3ffe::1",
};

TEST(AddressGuard, RefusesWhatIsNotPublic) {
  const AddressGuard rule = guard();
  for (const char* text : kRefused) EXPECT_FALSE(allows(rule, text)) << text;
}

TEST(AddressGuard, AllowsPublicWebServers) {
  const AddressGuard rule = guard();
  for (const char* text : kAllowed) {
    EXPECT_TRUE(allows(rule, text, 80)) << text;
    EXPECT_TRUE(allows(rule, text, 443)) << text;
  }
}

TEST(AddressGuard, AllowsThemOnTheirUsualPortsOnly) {
  const AddressGuard rule = guard();
  for (const int number : {0, 22, 25, 79, 81, 442, 444, 5432, 6379, 8080, 65535}) {
    const auto port = static_cast<std::uint16_t>(number);
    EXPECT_FALSE(allows(rule, "8.8.8.8", port)) << port;
    EXPECT_FALSE(allows(rule, "2001:4860:4860::8888", port)) << port;
  }
}

TEST(AddressGuard, ANetworkThatTheOperatorNamesIsAllowedOnAnyPort) {
  const AddressGuard rule = guard({"127.0.0.0/8", "fd12:3456::/32"});
  EXPECT_TRUE(allows(rule, "127.0.0.1", 8080));
  EXPECT_TRUE(allows(rule, "127.9.9.9", 80));
  EXPECT_TRUE(allows(rule, "::ffff:127.0.0.1", 8080)) << "the same address in another dress";
  EXPECT_TRUE(allows(rule, "fd12:3456::1", 1));
  EXPECT_FALSE(allows(rule, "::1", 80));
  EXPECT_FALSE(allows(rule, "10.0.0.1", 80));
  EXPECT_FALSE(allows(rule, "2002:7f00:1::", 80)) << "a tunnel is another way to it";
  EXPECT_FALSE(allows(rule, "64:ff9b::7f00:1", 80));
  EXPECT_FALSE(allows(rule, "fd12:3457::1", 80));
  EXPECT_TRUE(allows(rule, "8.8.8.8", 443)) << "public ones stay allowed";
  EXPECT_FALSE(allows(rule, "8.8.8.8", 8080));
}

TEST(AddressGuard, OneAddressIsANetworkOfOne) {
  const AddressGuard rule = guard({"10.1.2.3"});
  EXPECT_TRUE(allows(rule, "10.1.2.3", 9000));
  EXPECT_FALSE(allows(rule, "10.1.2.2", 80));
  EXPECT_FALSE(allows(rule, "10.1.2.4", 80));
}

TEST(AddressGuard, OtherFamiliesAreNeverAllowed) {
  Socket made;
  reinterpret_cast<sockaddr_un*>(&made.storage)->sun_family = AF_UNIX;
  EXPECT_FALSE(guard({"0.0.0.0/0", "::/0"}).allows(made.address()));
}

TEST(IpNetwork, ReadsNetworksAndNothingElse) {
  for (const char* text : {"0.0.0.0/0", "10.0.0.0/8", "10.1.2.3/32", "10.1.2.3", "::/0", "fd00::/8",
                           "::1/128", "2001:db8:8000::/33"}) {
    EXPECT_TRUE(IpNetwork::parse(text)) << text;
  }
  for (const char* text :
       {"", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8x", "10.0.0.0/ 8",
        "10.0.0/8", "10.1.2.3/8", "256.0.0.0/8", "localhost", "fd00::1/8", "::/129", "[::1]/128",
        "fe80::1%eth0", "10.0.0.0/8,", "010.0.0.0/8", "2001:db8:8000::/32"}) {
    EXPECT_FALSE(IpNetwork::parse(text)) << text;
  }
}

TEST(IpNetwork, HoldsExactlyItsOwn) {
  const auto holds = [](const char* network, const char* address) {
    return IpNetwork::parse(network).value().contains(IpAddress::parse(address).value());
  };
  EXPECT_TRUE(holds("10.32.0.0/11", "10.63.255.255"));
  EXPECT_FALSE(holds("10.32.0.0/11", "10.64.0.0"));
  EXPECT_FALSE(holds("10.32.0.0/11", "10.31.255.255"));
  EXPECT_TRUE(holds("0.0.0.0/0", "255.1.2.3"));
  EXPECT_FALSE(holds("0.0.0.0/0", "::ffff:1.2.3.4"));
  EXPECT_FALSE(holds("::/0", "1.2.3.4"));
  EXPECT_TRUE(holds("fe80::/10", "febf:ffff::1"));
  EXPECT_FALSE(holds("fe80::/10", "fec0::1"));
}

}  // namespace
}  // namespace assay::corpora
