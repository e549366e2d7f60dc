// SPDX-License-Identifier: Apache-2.0
// The provider's keys: when they are fetched, when not, and what is served meanwhile. Uses the
// test's clock.
#include "pipeline/oidc/discovery.hpp"

#include <gtest/gtest.h>

#include "core/base/digest.hpp"
#include "core/crypto/ed25519.hpp"

namespace assay::oidc {
namespace {

using namespace std::chrono_literals;

Json jwk(const std::string& kid) {
  const ed25519::KeyPair pair = ed25519::generate();
  return Json::object()
      .set("kty", "OKP")
      .set("crv", "Ed25519")
      .set("kid", kid)
      .set("x", to_base64url(pair.public_key));
}

class OidcKeys : public ::testing::Test {
 protected:
  // The provider's answer; counts the requests for it.
  std::optional<KeySet> fetch() {
    ++fetches_;
    if (out_of_order_) return std::nullopt;
    Json keys = Json::array();
    for (const Json& key : published_) keys.push(key);
    return read_key_set(Json::object().set("keys", keys));
  }

  std::vector<Json> published_{jwk("first")};
  bool out_of_order_ = false;
  int fetches_ = 0;
  Freshness::Clock::time_point now_{1h};
  Freshness freshness_{.now = [this] { return now_; }};
  Keys keys_{freshness_, [this] { return fetch(); }};
};

TEST_F(OidcKeys, AreFetchedOnceAndKept) {
  EXPECT_EQ(fetches_, 0);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(keys_.find("first"));
  now_ += 599s;
  EXPECT_TRUE(keys_.find("first"));
  EXPECT_EQ(fetches_, 1);
  now_ += 1s;
  EXPECT_TRUE(keys_.find("first"));
  EXPECT_EQ(fetches_, 2) << "expired";
}

TEST_F(OidcKeys, AreRenewedAheadOfExpiry) {
  keys_.renew();
  EXPECT_EQ(fetches_, 1);
  now_ += 479s;
  keys_.renew();
  EXPECT_EQ(fetches_, 1);
  now_ += 1s;
  published_ = {jwk("second")};
  keys_.renew();
  EXPECT_EQ(fetches_, 2);
  EXPECT_TRUE(keys_.find("second"));
  EXPECT_FALSE(keys_.find("first")) << "a key that is withdrawn goes";
}

TEST_F(OidcKeys, ANewKeyIsPickedUpByItsId) {
  EXPECT_TRUE(keys_.find("first"));
  published_.push_back(jwk("second"));
  now_ += 29s;
  EXPECT_FALSE(keys_.find("second")) << "the last fetch was a moment ago";
  EXPECT_EQ(fetches_, 1);
  now_ += 1s;
  EXPECT_TRUE(keys_.find("second"));
  EXPECT_TRUE(keys_.find("first"));
  EXPECT_EQ(fetches_, 2);
}

TEST_F(OidcKeys, TenThousandMadeUpIdsCauseTwoFetchesAMinute) {
  keys_.renew();
  const auto begun = now_;
  std::vector<std::chrono::nanoseconds> at;
  for (int i = 0; i < 10'000; ++i) {
    const int before = fetches_;
    EXPECT_FALSE(keys_.find("made-up-" + std::to_string(i)));
    if (fetches_ != before) at.push_back(now_ - begun);
    now_ += 60ms;  // ten minutes in all
    keys_.renew();
  }
  EXPECT_LE(fetches_, 1 + 20);
  for (std::size_t i = 2; i < at.size(); ++i) EXPECT_GE(at[i] - at[i - 2], 60s);
  EXPECT_TRUE(keys_.find("first"));
}

TEST_F(OidcKeys, AnIdThatWasLookedForInVainIsNotLookedForAgainSoon) {
  EXPECT_TRUE(keys_.find("first"));
  now_ += 30s;
  EXPECT_FALSE(keys_.find("nobody"));
  EXPECT_EQ(fetches_, 2);
  now_ += 60s;
  EXPECT_FALSE(keys_.find("nobody"));
  EXPECT_EQ(fetches_, 2) << "known to be unknown";
  EXPECT_FALSE(keys_.find("nobody else"));
  EXPECT_EQ(fetches_, 3);
  now_ += 60s;
  published_.push_back(jwk("nobody"));
  EXPECT_TRUE(keys_.find("nobody")) << "it is asked for again in the end";
}

TEST_F(OidcKeys, AreServedStaleWhileTheProviderIsOut) {
  EXPECT_TRUE(keys_.find("first"));
  out_of_order_ = true;
  for (int i = 0; i < 100; ++i) {
    now_ += 60s;
    EXPECT_TRUE(keys_.find("first"));
    EXPECT_FALSE(keys_.find("second"));
  }
  EXPECT_LE(fetches_, 101) << "tried again, but not at every question";
  out_of_order_ = false;
  published_ = {jwk("second")};
  now_ += 30s;
  EXPECT_TRUE(keys_.find("second"));
}

TEST_F(OidcKeys, WithoutAnyThereIsNoKeyAndTheProviderIsLeftAlone) {
  out_of_order_ = true;
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(keys_.ready());
  EXPECT_EQ(fetches_, 1);
  EXPECT_FALSE(keys_.find("first"));
  out_of_order_ = false;
  now_ += 30s;
  EXPECT_TRUE(keys_.ready());
}

TEST_F(OidcKeys, WithoutAnIdItIsTheOnlyKey) {
  EXPECT_TRUE(keys_.find(""));
  published_.push_back(jwk("second"));
  now_ += 600s;
  EXPECT_FALSE(keys_.find(""));
}

TEST(OidcKeySet, LeavesOutWhatIsOfNoUse) {
  const Json rsa =
      Json::object().set("kty", "RSA").set("kid", "weak").set("n", "AQAB").set("e", "AQAB");
  const Json secret = Json::object().set("kty", "oct").set("kid", "mac").set("k", "c2VjcmV0");
  const Json all = Json::array().push(rsa).push(secret).push("text").push(jwk("good"));
  const auto keys = read_key_set(Json::object().set("keys", all));
  ASSERT_TRUE(keys);
  ASSERT_EQ(keys->size(), 1U);
  EXPECT_EQ(keys->front().kid, "good");
  for (const Json& nothing : {Json::object(), Json::object().set("keys", Json::array().push(rsa)),
                              Json::object().set("keys", "x"), Json::array()}) {
    EXPECT_FALSE(read_key_set(nothing)) << nothing.dump();
  }
}

}  // namespace
}  // namespace assay::oidc
