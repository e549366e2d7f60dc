// SPDX-License-Identifier: Apache-2.0
// What webhooks rest on: sealed secrets, signatures, and the rule where events may be sent.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <cstring>
#include <numeric>

#include "core/base/digest.hpp"
#include "core/crypto/request_signature.hpp"
#include "core/crypto/sealed_box.hpp"
#include "core/http/receiver_rule.hpp"

namespace assay {
namespace {

TEST(SealedBox, OnlyThePrivateKeyOpensIt) {
  const std::string key = random_bytes(32);
  const std::string sealed = sealed_box::seal("secret", sealed_box::public_key_of(key), "webhook");
  EXPECT_EQ(sealed_box::open(sealed, key, "webhook"), "secret");
  EXPECT_EQ(sealed.find("secret"), std::string::npos);
  EXPECT_FALSE(sealed_box::open(sealed, random_bytes(32), "webhook"));
  EXPECT_FALSE(sealed_box::open(sealed, key, "another webhook"));
  EXPECT_NE(sealed_box::seal("secret", sealed_box::public_key_of(key), "webhook"), sealed);
}

TEST(SealedBox, StaysClosedWhenItWasAltered) {
  const std::string key = random_bytes(32);
  const std::string sealed = sealed_box::seal("secret", sealed_box::public_key_of(key), "");
  for (std::size_t at = 0; at < sealed.size(); ++at) {
    std::string altered = sealed;
    altered[at] = altered[at] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(sealed_box::open(altered, key, "")) << at;
    EXPECT_FALSE(sealed_box::open(sealed.substr(0, at), key, "")) << at;
  }
}

// As `openssl pkey -pubout` computes it.
TEST(SealedBox, HasThePublicKeyOfX25519) {
  std::string key(32, '\0');
  std::iota(key.begin(), key.end(), '\0');
  const std::string made = sealed_box::public_key_of(key);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(made.data());
  EXPECT_EQ(to_hex({bytes, made.size()}),
            "8f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f");
}

// The example of the specification's own libraries.
TEST(WebhookSignature, IsThatOfStandardWebhooks) {
  const std::string secret = from_base64url("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").value();
  EXPECT_EQ(webhook::secret_text(secret), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  const char* id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  const std::string one = webhook::signatures({secret}, id, 1614265330, R"({"test": 2432232314})");
  EXPECT_EQ(one, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  const std::string both =
      webhook::signatures({"other", secret}, id, 1614265330, R"({"test": 2432232314})");
  EXPECT_TRUE(both.ends_with(" " + one));
  EXPECT_EQ(both.size(), 2 * one.size() + 1);
}

std::vector<IpNetwork> networks_of(const std::vector<std::string>& texts) {
  std::vector<IpNetwork> networks;
  for (const std::string& text : texts) networks.push_back(IpNetwork::parse(text).value());
  return networks;
}

bool connects(const ReceiverRule& rule, const std::string& url, const std::string& address) {
  sockaddr_storage storage{};
  if (address.find(':') == std::string::npos) {
    auto* in = reinterpret_cast<sockaddr_in*>(&storage);
    in->sin_family = AF_INET;
    EXPECT_EQ(::inet_pton(AF_INET, address.c_str(), &in->sin_addr), 1);
  } else {
    auto* in = reinterpret_cast<sockaddr_in6*>(&storage);
    in->sin6_family = AF_INET6;
    EXPECT_EQ(::inet_pton(AF_INET6, address.c_str(), &in->sin6_addr), 1);
  }
  return rule.address_rule(url)(*reinterpret_cast<const sockaddr*>(&storage));
}

constexpr const char* kHook = "https://hooks.example:8443/a?b=c";

TEST(ReceiverRule, AcceptsHttpsToPublicAddresses) {
  const ReceiverRule rule;
  for (const char* url :
       {kHook, "https://8.8.8.8/", "https://[2606:4700::1]/", "HTTPS://a.example"}) {
    EXPECT_FALSE(rule.issue_of(url)) << url;
  }
  for (const char* address : {"8.8.8.8", "2606:4700::1", "::ffff:8.8.8.8"}) {
    EXPECT_TRUE(connects(rule, kHook, address)) << address;
  }
}

TEST(ReceiverRule, RefusesTheRest) {
  const ReceiverRule rule;
  for (const char* url : {"http://hooks.example/", "http://127.0.0.1/", "https://u@hooks.example/",
                          "https://hooks.example/#x", "https://127.0.0.1/", "https://0177.0.0.1/",
                          "https://2130706433/", "https://[::1]/", "https://[::ffff:a00:1]/",
                          "https://10.0.0.1/", "https://169.254.169.254/", "https://[fd00::1]/",
                          "https://[fe80::1]/", "file:///etc/passwd", ""}) {
    EXPECT_TRUE(rule.issue_of(url)) << url;
  }
  for (const char* address :
       {"127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "224.0.0.1", "0.0.0.0", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1",
        "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"}) {
    EXPECT_FALSE(connects(rule, kHook, address)) << address;
  }
}

TEST(ReceiverRule, OpensTheNetworksOfTheOperator) {
  const ReceiverRule rule(networks_of({"10.20.0.0/16", "fd00::/8"}), false);
  EXPECT_FALSE(rule.issue_of("https://10.20.1.2/"));
  EXPECT_TRUE(rule.issue_of("https://10.21.1.2/"));
  EXPECT_TRUE(rule.issue_of("http://10.20.1.2/"));
  for (const char* address : {"10.20.1.2", "::ffff:10.20.1.2", "fd12::1"}) {
    EXPECT_TRUE(connects(rule, kHook, address)) << address;
  }
  EXPECT_FALSE(connects(rule, kHook, "10.21.1.2"));
}

TEST(ReceiverRule, HttpReachesThisMachineAlone) {
  const ReceiverRule rule({}, true);
  for (const char* url : {"http://127.0.0.1:8080/", "http://localhost/", "http://[::1]/"}) {
    EXPECT_FALSE(rule.issue_of(url)) << url;
  }
  EXPECT_TRUE(rule.issue_of("http://8.8.8.8/"));
  EXPECT_TRUE(rule.issue_of("http://localhost.example/"));
  EXPECT_TRUE(connects(rule, "http://localhost/", "127.0.0.1"));
  EXPECT_TRUE(connects(rule, "http://localhost/", "::1"));
  EXPECT_FALSE(connects(rule, "http://localhost/", "8.8.8.8"));
  EXPECT_FALSE(connects(rule, kHook, "127.0.0.1"));
}

}  // namespace
}  // namespace assay
