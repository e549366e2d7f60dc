// SPDX-License-Identifier: Apache-2.0
// Compact JWS: what each type of key accepts, why the rest is refused, and mutated tokens.
#include "core/crypto/jwt.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tests/core/jws_signer.hpp"

namespace assay::jws {
namespace {

constexpr const char* kClaims = R"({"sub":"somebody","n":[1,2,{"deep":true}]})";

// Keys by kid: r, e, d.
class JwsTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    signers().emplace("r", Signer::rsa(2048));
    signers().emplace("e", Signer::p256());
    signers().emplace("d", Signer::ed25519());
    for (const auto& [kid, signer] : signers()) {
      const auto key = PublicKey::from_jwk(signer.jwk());
      ASSERT_TRUE(key.ok()) << kid;
      keys().emplace(kid, *key);
    }
  }
  static std::map<std::string, Signer, std::less<>>& signers() {
    static std::map<std::string, Signer, std::less<>> all;
    return all;
  }
  static std::map<std::string, PublicKey, std::less<>>& keys() {
    static std::map<std::string, PublicKey, std::less<>> all;
    return all;
  }
  static const PublicKey* find(std::string_view kid) {
    const auto found = keys().find(kid);
    return found == keys().end() ? nullptr : &found->second;
  }
  static std::string header(const std::string& kid, const std::string& more = "") {
    return R"({"alg":")" + signers().at(kid).algorithm() + R"(","kid":")" + kid +
           R"(","typ":"JWT")" + more + "}";
  }
  static std::string token(const std::string& kid) {
    return signers().at(kid).token(header(kid), kClaims);
  }
  static std::string outcome(const std::string& text, const Rules& rules = {}) {
    const auto result = verify(text, find, rules);
    return result.ok() ? "accepted" : std::string(to_text(result.error()));
  }
  // A token correctly signed with the Ed25519 key, regardless of its header.
  static std::string with_header(const std::string& text, const Rules& rules = {}) {
    return outcome(signers().at("d").token(text, kClaims), rules);
  }
};

TEST_F(JwsTest, AcceptsEachTypeOfKeyWithItsOneAlgorithm) {
  for (const char* kid : {"r", "e", "d"}) {
    const auto result = verify(token(kid), find);
    ASSERT_TRUE(result.ok()) << kid;
    EXPECT_EQ(result->claims.get("sub").as_string(), "somebody");
    EXPECT_EQ(result->header.get("kid").as_string(), kid);
  }
  // An unknown member is ignored.
  EXPECT_EQ(outcome(signers().at("e").token(header("e", R"(,"x5t":"abc")"), kClaims)), "accepted");
}

TEST_F(JwsTest, TheKeyPrescribesTheAlgorithm) {
  for (const char* kid : {"r", "e", "d"}) {
    for (const char* alg : {"none", "None", "nOnE", "NONE", "HS256", "HS384", "RS256", "RS384",
                            "PS256", "ES256", "ES256K", "EdDSA", "eddsa", "Ed25519", ""}) {
      if (signers().at(kid).algorithm() == alg) continue;
      const std::string text =
          std::string(R"({"alg":")") + alg + R"(","kid":")" + kid + R"(","typ":"JWT"})";
      EXPECT_EQ(outcome(signers().at(kid).token(text, kClaims)), "algorithm") << kid << alg;
    }
  }
  EXPECT_EQ(with_header(R"({"kid":"d","typ":"JWT"})"), "algorithm");
  EXPECT_EQ(with_header(R"({"alg":["EdDSA"],"kid":"d","typ":"JWT"})"), "algorithm");
}

TEST_F(JwsTest, HeadersAreRefusedForWhatTheyAskFor) {
  const auto more = [](const char* member) { return with_header(header("d", member)); };
  EXPECT_EQ(more(R"(,"crit":["exp"])"), "critical extension");
  EXPECT_EQ(more(R"(,"crit":[])"), "critical extension");
  EXPECT_EQ(more(R"(,"b64":false)"), "critical extension");
  EXPECT_EQ(more(R"(,"jwk":{})"), "own key");
  EXPECT_EQ(more(R"(,"jku":"https://attacker.example/keys")"), "own key");
  EXPECT_EQ(more(R"(,"x5u":"https://attacker.example/cert")"), "own key");
  EXPECT_EQ(more(R"(,"x5c":[])"), "own key");
  EXPECT_EQ(more(R"(,"kid":"d")"), "header");
  EXPECT_EQ(more(R"(,"\u006bid":"d")"), "header");
  EXPECT_EQ(more(R"(,"x":{"a":1,"a":2})"), "header");
  EXPECT_EQ(with_header(header("d") + "{}"), "header");
  EXPECT_EQ(with_header("[]"), "header");
  EXPECT_EQ(with_header("\"EdDSA\""), "header");
  EXPECT_EQ(with_header(R"({"alg":"EdDSA","kid":"d","typ":"at+jwt"})"), "type");
  EXPECT_EQ(with_header(R"({"alg":"EdDSA","kid":"d","typ":null})"), "type");
}

TEST_F(JwsTest, KeyIdsAreLookupKeysOnly) {
  const auto kid = [](const std::string& json) {
    return with_header(R"({"alg":"EdDSA","typ":"JWT","kid":)" + json + "}");
  };
  EXPECT_EQ(kid("\"d\""), "accepted");
  for (const std::string& bad :
       {std::string("\"\""), std::string("7"), std::string("null"), std::string("[\"d\"]"),
        std::string("\"../../dev/null\""), std::string("\"x' OR 1=1--\""), std::string("\"d \""),
        std::string("\"d\\u0000\""), std::string("\"unknown\""),
        "\"" + std::string(65, 'd') + "\""}) {
    EXPECT_EQ(kid(bad), "key id") << bad;
  }
}

TEST_F(JwsTest, TypeAndKeyIdMayBeMissingOnlyWhereTheRulesLetThem) {
  const std::string bare = R"({"alg":"EdDSA"})";
  const auto only_key = [](std::string_view kid) { return kid.empty() ? find("d") : nullptr; };
  const std::string text = signers().at("d").token(bare, kClaims);
  EXPECT_TRUE(verify(text, only_key, {.type_optional = true, .kid_optional = true}).ok());
  EXPECT_EQ(outcome(text, {.type_optional = true}), "key id");
  EXPECT_EQ(outcome(text, {.kid_optional = true}), "type");
  EXPECT_EQ(with_header(R"({"alg":"EdDSA","kid":"","typ":"JWT"})", {.kid_optional = true}),
            "key id");
}

TEST_F(JwsTest, KeyIdsOfOtherIssuersAreAnyPrintableTextWhereTheRulesLetThem) {
  const std::string wanted = "Zm9v+/YmFy=";
  const auto only_key = [&](std::string_view kid) { return kid == wanted ? find("d") : nullptr; };
  const auto foreign = [&](const std::string& kid) {
    const std::string head = R"({"alg":"EdDSA","typ":"JWT","kid":")" + kid + "\"}";
    return verify(signers().at("d").token(head, kClaims), only_key, {.foreign_kid = true});
  };
  EXPECT_TRUE(foreign(wanted).ok());
  for (const std::string& bad : {std::string("other"), std::string("a b"), std::string("\\u0000"),
                                 std::string("\\u00e4"), std::string(257, 'd')}) {
    EXPECT_FALSE(foreign(bad).ok()) << bad;
  }
}

TEST_F(JwsTest, ShapesThatAreNoCompactJws) {
  const std::string good = token("d");
  const std::string head = good.substr(0, good.rfind('.'));
  for (const std::string& bad : {std::string(), std::string("."), std::string("a"), head,
                                 good + ".", "." + good, good + ".x"}) {
    EXPECT_EQ(outcome(bad), "not three parts") << bad;
  }
  for (const std::string& bad : {good + "=", good + "==", " " + good, good + "\n", good + "+",
                                 good + "/", head + ".A", std::string("!.!.!")}) {
    EXPECT_EQ(outcome(bad), "encoding") << bad;
  }
  EXPECT_EQ(outcome(head + "."), "signature");
  EXPECT_EQ(outcome(".."), "header");
  const auto padded = [](std::size_t size) {
    return outcome(
        signers().at("d").token(header("d"), R"({"pad":")" + std::string(size, 'x') + "\"}"));
  };
  EXPECT_EQ(padded(5000), "accepted");
  EXPECT_EQ(padded(7000), "too long");
}

TEST_F(JwsTest, ClaimsAreOneObjectWithoutDoubles) {
  for (const char* bad : {"", "[]", "7", R"({"a":1,"a":1})", R"({"a":{"b":1,"\u0062":2}})",
                          R"({"a":1}x)", "{\"a\":\"\xff\"}"}) {
    EXPECT_EQ(outcome(signers().at("d").token(header("d"), bad)), "claims") << bad;
  }
}

TEST_F(JwsTest, SignaturesOfTheWrongFormOrMessage) {
  for (const char* kid : {"r", "e", "d"}) {
    const std::string good = token(kid);
    const std::string head = good.substr(0, good.rfind('.') + 1);
    const std::string right = *from_base64url(good.substr(head.size()));
    for (const std::string& bad :
         {std::string(right.size(), '\0'), right + right.front(), right.substr(1),
          right.substr(0, 32) + std::string(32, '\0'), std::string(32, '\0') + right.substr(32),
          std::string(right.size(), '\xff'), signers().at(kid).sign("another message")}) {
      EXPECT_EQ(outcome(head + to_base64url(bad)), "signature") << kid << bad.size();
    }
  }
}

// Deterministic: the seed is fixed. Each mutation changes the text of a good token.
TEST_F(JwsTest, NoMutationOfAGoodTokenIsAccepted) {
  constexpr int kRounds = 100'000;
  std::mt19937 random(20261121);
  const std::array<std::string, 3> good{token("d"), token("e"), token("r")};
  const std::string alphabet = "ABYZabyz0189-_.=+/ \n\xff";
  const auto below = [&](std::size_t most) { return random() % most; };
  int accepted = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::string& original = good[below(20) == 0 ? below(3) : 0];
    std::string text = original;
    for (std::size_t change = 0; change <= below(3); ++change) {
      const std::size_t at = below(text.size());
      switch (below(5)) {
        case 0:
          text[at] = alphabet[below(alphabet.size())];
          break;
        case 1:
          text.erase(at, 1 + below(8));
          break;
        case 2:
          text.insert(at, 1, alphabet[below(alphabet.size())]);
          break;
        case 3:
          text.insert(at, text.substr(below(text.size()), below(40)));
          break;
        default:
          std::swap(text[at], text[below(text.size())]);
          break;
      }
      if (text.empty()) text = ".";
    }
    if (text != original && verify(text, find).ok()) ++accepted;
  }
  EXPECT_EQ(accepted, 0);
}

TEST(JwsKeys, ThatAreWeakOrForSomethingElseAreRefused) {
  const auto refused = [](const Json& jwk) { return !PublicKey::from_jwk(jwk).ok(); };
  EXPECT_TRUE(refused(Signer::rsa(1024).jwk()));
  EXPECT_TRUE(refused(Signer::p256().jwk().set("crv", "P-384")));
  EXPECT_TRUE(refused(Signer::ed25519().jwk().set("crv", "X25519")));
  EXPECT_TRUE(refused(Signer::ed25519().jwk().set("kty", "oct").set("k", "AAAA")));
  EXPECT_TRUE(refused(Signer::ed25519().jwk().set("x", "AAAA")));
  EXPECT_TRUE(refused(Signer::p256().jwk().set("x", to_base64url(std::string(32, '\x01')))));
  EXPECT_TRUE(refused(Signer::rsa(2048).jwk().set("e", "AQ")));
  EXPECT_TRUE(refused(Signer::rsa(2048).jwk().set("use", "enc")));
  EXPECT_TRUE(refused(Signer::rsa(2048).jwk().set("alg", "PS256")));
  EXPECT_TRUE(refused(Signer::rsa(2048).jwk().set("alg", "HS256")));
  EXPECT_TRUE(refused(Signer::rsa(2048).jwk().set("key_ops", Json::array().push("encrypt"))));
  EXPECT_TRUE(refused(Json::object()));
  EXPECT_TRUE(refused(Json("RSA")));
  EXPECT_FALSE(refused(Signer::rsa(2048).jwk().set("use", "sig").set("alg", "RS256")));
  EXPECT_FALSE(refused(Signer::p256().jwk().set("key_ops", Json::array().push("verify"))));
}

}  // namespace
}  // namespace assay::jws
