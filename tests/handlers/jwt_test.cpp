// SPDX-License-Identifier: Apache-2.0
// Access tokens: what is accepted, and every conceivable forgery.
#include "core/crypto/jwt.hpp"

#include <gtest/gtest.h>

#include "core/base/digest.hpp"
#include "core/crypto/ed25519.hpp"
#include "core/json/json.hpp"

namespace assay {
namespace {

using std::chrono::seconds;

class JwtTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string token() const { return jwt::sign(claims_, "k1", key_.private_key); }

  [[nodiscard]] Result<jwt::Claims, std::string> verify(const std::string& text,
                                                        Timestamp at) const {
    return jwt::verify(
        text, [this](std::string_view kid) { return kid == "k1" ? &public_key_ : nullptr; }, at,
        seconds(30));
  }
  [[nodiscard]] bool accepts(const std::string& text) const {
    return verify(text, start_ + seconds(60)).ok();
  }

  // A token with this header and body, signed with the right key.
  [[nodiscard]] std::string signed_token(const std::string& header, const std::string& body) const {
    const std::string text = to_base64url(header) + "." + to_base64url(body);
    return text + "." + to_base64url(ed25519::sign(key_.private_key, text));
  }
  [[nodiscard]] std::string body_with(std::string_view name, const Json& value) const {
    Json body = Json::object();
    const std::int64_t issued = start_.time_since_epoch() / seconds(1);
    body.set("iss", "assay").set("aud", "assay-api").set("sub", claims_.user.value);
    body.set("tid", claims_.tenant.value).set("role", "MEMBER").set("iat", issued);
    body.set("nbf", issued).set("exp", issued + 900).set("jti", "j1");
    body.set("sid", claims_.sign_in).set(name, value);
    return body.dump();
  }

  const std::string header_ = R"({"alg":"EdDSA","kid":"k1","typ":"JWT"})";
  const Timestamp start_ = *from_iso8601("2026-03-01T10:00:00Z");
  const ed25519::KeyPair key_ = ed25519::generate();
  const jws::PublicKey public_key_ = jws::PublicKey::ed25519(key_.public_key);
  const jwt::Claims claims_{UserId::fresh(), TenantId::fresh(),     Role::Member, new_uuid(),
                            start_,          start_ + seconds(900), "j1"};
};

TEST_F(JwtTest, AcceptsItsOwn) {
  const auto claims = verify(token(), start_ + seconds(60));
  ASSERT_TRUE(claims);
  EXPECT_EQ(claims->user, claims_.user);
  EXPECT_EQ(claims->tenant, claims_.tenant);
  EXPECT_EQ(claims->role, Role::Member);
  EXPECT_EQ(claims->expires_at, claims_.expires_at);
  EXPECT_EQ(claims->id, "j1");
  EXPECT_EQ(claims->sign_in, claims_.sign_in);
  EXPECT_TRUE(accepts(signed_token(header_, body_with("extra", "ignored"))));
}

TEST_F(JwtTest, TimeCountsGiveOrTakeTheLeeway) {
  EXPECT_TRUE(verify(token(), start_ - seconds(29)));
  EXPECT_TRUE(verify(token(), start_ - seconds(30)));
  EXPECT_FALSE(verify(token(), start_ - seconds(31)));
  EXPECT_TRUE(verify(token(), start_ + seconds(929)));
  EXPECT_FALSE(verify(token(), start_ + seconds(930)));
}

TEST_F(JwtTest, EveryChangedCharacterIsRefused) {
  const std::string good = token();
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = bad[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(accepts(bad)) << i;
    EXPECT_FALSE(accepts(good.substr(0, i))) << i;
  }
  EXPECT_FALSE(accepts(good + "A"));
  EXPECT_FALSE(accepts(good + "."));
  EXPECT_FALSE(accepts(good + ".x"));
  EXPECT_FALSE(accepts(good + "="));
  EXPECT_FALSE(accepts(" " + good));
}

TEST_F(JwtTest, TheHeaderHasNoSay) {
  const std::string body = body_with("x", 1);
  ASSERT_TRUE(accepts(signed_token(header_, body)));
  for (const char* header :
       {R"({"alg":"none","kid":"k1"})", R"({"alg":"None","kid":"k1"})",
        R"({"alg":"eddsa","kid":"k1"})", R"({"alg":"HS256","kid":"k1"})",
        R"({"alg":"RS256","kid":"k1"})", R"({"kid":"k1"})", R"({"alg":"EdDSA"})",
        R"({"alg":"EdDSA","kid":"k2"})", R"({"alg":"EdDSA","kid":""})",
        R"({"alg":"EdDSA","kid":"../k1"})", R"({"alg":"EdDSA","kid":["k1"]})",
        R"({"alg":"EdDSA","kid":"k1","crit":["x"]})", R"({"alg":"EdDSA","kid":"k1","typ":"at"})",
        R"({"alg":"EdDSA","kid":"k1","kid":"k1"})", R"(["EdDSA"])", "", "x"}) {
    EXPECT_FALSE(accepts(signed_token(header, body))) << header;
  }
}

TEST_F(JwtTest, UnsignedAndOtherwiseSignedIsRefused) {
  const std::string good = token();
  const std::string unsigned_part = good.substr(0, good.rfind('.'));
  EXPECT_FALSE(accepts(unsigned_part));
  EXPECT_FALSE(accepts(unsigned_part + "."));
  const std::string other = ed25519::sign(ed25519::generate().private_key, unsigned_part);
  EXPECT_FALSE(accepts(unsigned_part + "." + to_base64url(other)));
  EXPECT_FALSE(accepts(unsigned_part + "." + to_base64url(std::string(64, '\0'))));
  EXPECT_FALSE(
      accepts(to_base64url(R"({"alg":"none"})") + "." + to_base64url(body_with("x", 1)) + "."));
}

TEST_F(JwtTest, ClaimsMustBeThereAndFit) {
  for (const char* name : {"iss", "aud", "sub", "tid", "role", "sid", "iat", "nbf", "exp", "jti"}) {
    EXPECT_FALSE(accepts(signed_token(header_, body_with(name, nullptr)))) << name;
    if (std::string_view(name) != "jti") {
      EXPECT_FALSE(accepts(signed_token(header_, body_with(name, "other")))) << name;
    }
  }
  EXPECT_FALSE(accepts(signed_token(header_, body_with("aud", Json::array().push("assay-api")))));
  EXPECT_FALSE(accepts(signed_token(header_, body_with("role", "ROOT"))));
  EXPECT_FALSE(accepts(signed_token(header_, body_with("exp", "9999999999"))));
  EXPECT_FALSE(accepts(signed_token(header_, body_with("exp", std::int64_t{1} << 62U))));
  EXPECT_FALSE(accepts(signed_token(header_, body_with("exp", -1))));
  EXPECT_FALSE(accepts(signed_token(header_, "[]")));
}

TEST_F(JwtTest, LongTokensAreNotLookedAt) {
  EXPECT_FALSE(accepts(signed_token(header_, body_with("pad", std::string(9000, 'x')))));
}

}  // namespace
}  // namespace assay
