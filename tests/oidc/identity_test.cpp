// SPDX-License-Identifier: Apache-2.0
// The meaning of claims, and what a provider may state about itself.
#include "pipeline/oidc/identity.hpp"

#include <gtest/gtest.h>

#include "pipeline/oidc/discovery.hpp"
#include "pipeline/oidc/provider.hpp"

namespace assay::oidc {
namespace {

Json parsed(std::string_view text) {
  return Json::parse(text).value();
}

TEST(OidcClaims, AreFoundByTheirPath) {
  const Json claims = parsed(R"({"a": {"b": {"c": 1}}, "https://x.example/role": "r",
                                 "a.b": {"d": 2}, "n": null, "t": "text"})");
  EXPECT_EQ(claim_at(claims, "a.b.c").as_integer(), 1);
  EXPECT_EQ(claim_at(claims, "a.b.d").as_integer(), 2) << "names may hold dots";
  EXPECT_EQ(claim_at(claims, "https://x.example/role").as_string(), "r");
  for (const char* const path : {"", ".", "a.", ".a", "a.b.c.d", "n", "n.x", "t.x", "x"}) {
    EXPECT_TRUE(claim_at(claims, path).is_null()) << path;
  }
}

// The identity of a person with this token and userinfo.
Identity identity(std::string_view token, std::string_view userinfo) {
  OidcSettings settings;
  settings.tenant_claim = "org.tenant";
  settings.tenant = "default";
  settings.role_claim = "realm.roles";
  settings.roles = {{"low", Role::Viewer}, {"high", Role::Admin}};
  return identity_of({parsed(token), parsed(userinfo)}, settings);
}

TEST(OidcClaims, TheTokenWinsOverTheUserinfo) {
  const Identity both =
      identity(R"({"sub": "s", "name": "T", "org": {"tenant": "t"}, "realm": {"roles": ["low"]}})",
               R"({"sub": "s", "email": "u@x", "email_verified": true, "name": "U",
                   "org": {"tenant": "u"}, "realm": {"roles": ["high"]}})");
  EXPECT_EQ(both.name, "T");
  EXPECT_EQ(both.email, "u@x");
  EXPECT_EQ(both.tenant, "t");
  EXPECT_EQ(both.role, Role::Viewer) << "lists are not joined";
}

TEST(OidcClaims, AnotherSpellingOfAPathHidesNothing) {
  EXPECT_EQ(identity(R"({"org": {"tenant": "t"}})", R"({"org.tenant": "u"})").tenant, "t");
  EXPECT_EQ(identity(R"({"org.tenant": "t"})", R"({"org": {"tenant": "u"}})").tenant, "t");
}

TEST(OidcClaims, AnObjectOfTheTokenHidesNoClaimThatOnlyTheUserinfoTells) {
  EXPECT_EQ(identity(R"({"org": {"name": "x"}})", R"({"org": {"tenant": "u"}})").tenant, "u");
  EXPECT_EQ(identity(R"({"org": {"name": "x"}})", R"({"org": {"name": "y"}})").tenant, "default");
  EXPECT_EQ(identity(R"({"realm": {}})", R"({"realm": {"roles": "high"}})").role, Role::Admin);
  EXPECT_EQ(identity(R"({"org": {"name": "x"}})", "null").tenant, "default");
}

TEST(OidcClaims, AnAddressAndItsBeingVerifiedComeFromTheSameSide) {
  EXPECT_EQ(
      identity(R"({"email": "yours@x"})", R"({"email": "mine@x", "email_verified": true})").email,
      "");
  EXPECT_EQ(
      identity(R"({"email_verified": true})", R"({"email": "yours@x", "email_verified": false})")
          .email,
      "");
  EXPECT_EQ(
      identity(R"({"email_verified": false})", R"({"email": "m@x", "email_verified": true})").email,
      "m@x");
}

TEST(OidcClaims, TheAccessTokensHash) {
  // OpenID Connect Core 1.0 appendix A.3.
  EXPECT_EQ(at_hash("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y", "RS256"),
            "77QmUPtjPfzWtF2AnpK9RQ");
  EXPECT_EQ(at_hash("x", "EdDSA").size(), 43U) << "half of SHA-512";
}

Json document() {
  return parsed(R"({"issuer": "https://id.example", "jwks_uri": "https://id.example/jwks",
                    "authorization_endpoint": "https://id.example/authorize",
                    "token_endpoint": "https://id.example/token"})");
}

TEST(OidcDiscovery, WhatIsRead) {
  const auto plain = read_metadata(document(), "https://id.example");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->token_endpoint, "https://id.example/token");
  EXPECT_FALSE(plain->secret_in_body);
  EXPECT_FALSE(plain->names_itself_in_answer);
  const auto more = read_metadata(
      document()
          .set("token_endpoint_auth_methods_supported", Json::array().push("client_secret_post"))
          .set("authorization_response_iss_parameter_supported", true),
      "https://id.example");
  ASSERT_TRUE(more);
  EXPECT_TRUE(more->secret_in_body);
  EXPECT_TRUE(more->names_itself_in_answer);
  EXPECT_EQ(discovery_url("https://id.example/realms/a/"),
            "https://id.example/realms/a/.well-known/openid-configuration");
}

TEST(OidcDiscovery, WhatIsRefused) {
  EXPECT_FALSE(read_metadata(document(), "https://id.example/"));
  EXPECT_FALSE(read_metadata(document(), "https://other.example"));
  EXPECT_FALSE(read_metadata(Json::object(), ""));
  for (const char* const name : {"authorization_endpoint", "token_endpoint", "jwks_uri"}) {
    for (const Json& value : {Json("http://id.example/x"), Json(""), Json(), Json(7),
                              Json("javascript:alert(1)"), Json("https://id.example/#x")}) {
      EXPECT_FALSE(read_metadata(document().set(name, value), "https://id.example")) << name;
    }
  }
  EXPECT_FALSE(
      read_metadata(document().set("code_challenge_methods_supported", Json::array().push("plain")),
                    "https://id.example"));
  EXPECT_FALSE(read_metadata(document().set("userinfo_endpoint", "http://id.example/me"),
                             "https://id.example"));
}

TEST(OidcForm, EncodesEverythingButLetters) {
  EXPECT_EQ(form_text({{"a b", "1&2=3"}, {"c", "\xC3\xA4~"}}), "a%20b=1%262%3D3&c=%C3%A4~");
  EXPECT_EQ(basic_authorization("me", "a:b"), "Authorization: Basic bWU6YSUzQWI=");
}

}  // namespace
}  // namespace assay::oidc
