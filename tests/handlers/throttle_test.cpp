// SPDX-License-Identifier: Apache-2.0
// How long failed sign-ins make one wait, and the shape of API tokens.
#include "handlers/throttle.hpp"

#include <gtest/gtest.h>

#include <set>

#include "handlers/api_token.hpp"

namespace assay::handlers {
namespace {

TEST(Throttle, DelaysGrowFromTheFifthFailureAndAreCapped) {
  const std::array<std::int64_t, 12> expected{0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900};
  for (std::size_t failures = 0; failures < expected.size(); ++failures) {
    EXPECT_EQ(throttle::delay_after(static_cast<std::int64_t>(failures)), expected.at(failures));
  }
  EXPECT_EQ(throttle::delay_after(1'000'000'000'000), 900);
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
