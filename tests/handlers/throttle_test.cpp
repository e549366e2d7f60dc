// SPDX-License-Identifier: Apache-2.0
// Waiting times after failed sign-ins, and the format of API tokens.
#include "handlers/auth/password_attempt.hpp"

#include <gtest/gtest.h>

#include <set>

#include "handlers/http/session.hpp"

namespace assay::handlers {
namespace {

TEST(Throttle, DelaysGrowFromTheLimitAndAreCapped) {
  const std::array<std::int64_t, 12> expected{0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900};
  for (std::size_t failures = 0; failures < expected.size(); ++failures) {
    EXPECT_EQ(throttle::delay_after(throttle::kPair, static_cast<std::int64_t>(failures)),
              expected.at(failures));
  }
  for (const throttle::Rule& rule : {throttle::kPair, throttle::kAccount, throttle::kAddress}) {
    EXPECT_EQ(throttle::delay_after(rule, rule.limit - 1), 0);
    EXPECT_EQ(throttle::delay_after(rule, rule.limit), rule.first_delay);
    EXPECT_EQ(throttle::delay_after(rule, 1'000'000'000'000), rule.longest_delay);
    EXPECT_LE(rule.longest_delay, rule.window) << "nobody is locked out for good";
  }
}

TEST(Throttle, AllAddressesOfOneCustomerCountAlike) {
  const auto subjects = [](const std::string& address) {
    std::vector<std::string> names;
    for (const auto& counter : throttle::of_stranger("Kim@Example.com", address)) {
      names.push_back(counter.subject);
    }
    return names;
  };
  EXPECT_EQ(subjects("2001:db8:1:2::1"), subjects("2001:db8:1:2:ffff::9"));
  EXPECT_NE(subjects("2001:db8:1:2::1"), subjects("2001:db8:1:3::1"));
  EXPECT_EQ(subjects("192.0.2.7"),
            (std::vector<std::string>{"pair:192.0.2.7 kim@example.com", "account:kim@example.com",
                                      "ip:192.0.2.7"}));
  EXPECT_EQ(subjects("").size(), 2U) << "an address that is not known is nobody's";
}

TEST(Throttle, AClientIsAnAddressOrTheNetworkOfOneCustomer) {
  using throttle::network_of;
  EXPECT_EQ(network_of("192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(network_of("2001:db8:1:2::"), network_of("2001:0db8:0001:0002:ffff:ffff:ffff:ffff"));
  EXPECT_NE(network_of("2001:db8:1:2::1"), network_of("2001:db8:1:3::1"));
  EXPECT_EQ(network_of("::ffff:192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(network_of("::1"), "::/64");
  EXPECT_EQ(network_of(""), "");
  EXPECT_EQ(network_of("unix:"), "unix:");
}

TEST(ApiToken, TellsItsIdAndIsKnownByItsHash) {
  std::set<std::string> hashes;
  for (int i = 0; i < 100; ++i) {
    const api_token::Fresh fresh = api_token::fresh();
    EXPECT_EQ(fresh.text.size(), 91U);
    EXPECT_EQ(fresh.text.substr(6, 36), fresh.id.value);
    const auto hash = api_token::hash_of(fresh.text);
    ASSERT_TRUE(hash);
    EXPECT_EQ(hash->size(), 32U);
    EXPECT_TRUE(hashes.insert(*hash).second);
  }
}

TEST(ApiToken, EveryChangedCharacterIsNoticedWithoutTheDatabase) {
  const std::string good = api_token::fresh().text;
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = bad[i] == 'a' ? 'b' : 'a';
    EXPECT_FALSE(api_token::hash_of(bad)) << i;
    EXPECT_FALSE(api_token::hash_of(good.substr(0, i))) << i;
  }
  EXPECT_FALSE(api_token::hash_of(good + "A"));
  EXPECT_FALSE(api_token::hash_of(good + "="));
}

TEST(ApiToken, HalvesOfTwoMakeNoThird) {
  const std::string one = api_token::fresh().text;
  const std::string other = api_token::fresh().text;
  EXPECT_FALSE(api_token::hash_of(one.substr(0, 43) + other.substr(43)));
}

TEST(ApiToken, AccessTokensAreNone) {
  EXPECT_FALSE(api_token::is_one("eyJhbGciOiJFZERTQSJ9.e30.c2ln"));
  EXPECT_FALSE(api_token::is_one("assay"));
  EXPECT_TRUE(api_token::is_one("assay_"));
}

}  // namespace
}  // namespace assay::handlers
