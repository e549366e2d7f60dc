// SPDX-License-Identifier: Apache-2.0
// Settings of single sign-on (OpenID Connect): the provider, and how its claims map to Assay.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/states.hpp"
#include "core/settings/setting_reader.hpp"

namespace assay {

struct OidcSettings {
  std::string issuer;  // "": no single sign-on, and the other settings are ignored
  std::string client_id;
  std::string client_secret;                        // "": a public client. The API does without it.
  std::string redirect_url;                         // of the callback route
  std::string scopes;                               // separated by single blanks, including openid
  std::string tenant_claim;                         // names separated by dots; "": none
  std::string tenant;                               // name or id; "": none
  std::string role_claim;                           // a path as above; "": roles are set in Assay
  std::vector<std::pair<std::string, Role>> roles;  // value of the role claim, and its role
  bool provision = false;

  [[nodiscard]] bool enabled() const noexcept { return !issuer.empty(); }
};

// Reports to the reader an issuer or public address that is neither https nor on this machine, and
// missing settings that single sign-on needs.
[[nodiscard]] OidcSettings read_oidc_settings(SettingReader& reader);

// Whether nobody can read on the way what is sent to this address: https, or http on the loopback
// interface (localhost, 127.0.0.1, [::1]). False for malformed addresses and those with a user.
[[nodiscard]] bool is_private_url(std::string_view url);

}  // namespace assay
