// SPDX-License-Identifier: Apache-2.0
// Settings of single sign-on: how they are parsed, and what is refused at start.
#include "core/settings/service_settings.hpp"

#include <gtest/gtest.h>

#include "core/settings/config.hpp"

namespace assay {
namespace {

using Environment = std::vector<std::string>;

// A valid configuration; a later entry of the same name wins.
Environment with(const Environment& more = {}) {
  Environment all{"ASSAY_PUBLIC_URL=https://assay.example/", "ASSAY_OIDC_ISSUER=https://id.example",
                  "ASSAY_OIDC_CLIENT_ID=assay", "ASSAY_OIDC_TENANT=Tarnholt"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::string refused(const Environment& more) {
  const auto config = load_config("", with(more));
  return config ? "accepted" : config.error().message.substr(0, config.error().message.find(':'));
}

TEST(OidcSettings, OffUnlessAnIssuerIsNamed) {
  const auto config = load_config("", Environment{"ASSAY_OIDC_CLIENT_ID=assay"});
  ASSERT_TRUE(config.ok());
  EXPECT_FALSE(config->oidc.enabled());
}

TEST(OidcSettings, WhatIsReadFromThem) {
  const auto config = load_config(
      "", with({"ASSAY_OIDC_ROLE_CLAIM=realm_access.roles", "ASSAY_OIDC_SCOPES=openid   email",
                "ASSAY_OIDC_ROLES=cn=auditors=VIEWER, admins=ADMIN", "ASSAY_OIDC_PROVISION=on"}));
  ASSERT_TRUE(config.ok()) << config.error().message;
  const OidcSettings& oidc = config->oidc;
  EXPECT_TRUE(oidc.enabled());
  EXPECT_TRUE(oidc.provision);
  EXPECT_EQ(oidc.redirect_url, "https://assay.example/api/auth/oidc/callback");
  EXPECT_EQ(oidc.scopes, "openid email");
  ASSERT_EQ(oidc.roles.size(), 2U);
  EXPECT_EQ(oidc.roles[0], std::make_pair(std::string("cn=auditors"), Role::Viewer));
  EXPECT_EQ(oidc.roles[1], std::make_pair(std::string("admins"), Role::Admin));
}

TEST(OidcSettings, WhatIsRefused) {
  EXPECT_EQ(refused({}), "accepted");
  EXPECT_EQ(refused({"ASSAY_OIDC_CLIENT_ID="}), "ASSAY_OIDC_CLIENT_ID");
  EXPECT_EQ(refused({"ASSAY_OIDC_TENANT="}), "ASSAY_OIDC_TENANT");
  EXPECT_EQ(refused({"ASSAY_OIDC_TENANT=", "ASSAY_OIDC_TENANT_CLAIM=org"}), "accepted");
  EXPECT_EQ(refused({"ASSAY_PUBLIC_URL="}), "ASSAY_PUBLIC_URL");
  EXPECT_EQ(refused({"ASSAY_OIDC_ISSUER=http://id.example"}), "ASSAY_OIDC_ISSUER");
  EXPECT_EQ(refused({"ASSAY_OIDC_ISSUER=https://id.example?a=b"}), "ASSAY_OIDC_ISSUER");
  EXPECT_EQ(refused({"ASSAY_OIDC_SCOPES=email profile"}), "ASSAY_OIDC_SCOPES");
  EXPECT_EQ(refused({"ASSAY_OIDC_ROLE_CLAIM=groups"}), "ASSAY_OIDC_ROLES");
  for (const char* const roles : {"admins", "=ADMIN", "admins=OWNER", "admins=admin"}) {
    EXPECT_EQ(refused({"ASSAY_OIDC_ROLE_CLAIM=g", std::string("ASSAY_OIDC_ROLES=") + roles}),
              "ASSAY_OIDC_ROLES")
        << roles;
  }
}

TEST(OidcSettings, AddressesThatNobodyReadsOnTheWay) {
  for (const char* const url :
       {"https://id.example", "https://id.example:8443/realms/a", "http://localhost:3000/",
        "http://127.0.0.1", "http://[::1]:80/x"}) {
    EXPECT_TRUE(is_private_url(url)) << url;
  }
  for (const char* const url :
       {"", "id.example", "http://id.example", "ftp://localhost", "https://", "https:///x",
        "http://localhost.evil.example", "http://localhost@evil.example/", "http://127.0.0.1.evil/",
        "https://user:word@id.example", "https://id.example/\n", "http://[::1", "https://:443",
        "http://127.0.0.1\\.evil.example/"}) {
    EXPECT_FALSE(is_private_url(url)) << url;
  }
}

}  // namespace
}  // namespace assay
