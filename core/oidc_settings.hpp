// SPDX-License-Identifier: Apache-2.0
// Settings of single sign-on (OpenID Connect): the provider, and what its claims mean here.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/setting_reader.hpp"
#include "core/states.hpp"

namespace assay {

struct OidcSettings {
  std::string issuer;  // "": there is no single sign-on, and nothing else here counts
  std::string client_id;
  std::string client_secret;                        // "": a public client. The API does without it.
  std::string redirect_url;                         // of the callback route
  std::string scopes;                               // separated by single blanks, openid among them
  std::string tenant_claim;                         // path of names with dots between; "": none
  std::string tenant;                               // name or id; "": none
  std::string role_claim;                           // a path as above; "": roles are given in Assay
  std::vector<std::pair<std::string, Role>> roles;  // value of the role claim, and its role
  bool provision = false;

  [[nodiscard]] bool enabled() const noexcept { return !issuer.empty(); }
};

// Complains to the reader about an issuer or public address that is neither https nor of this
// machine, and where something is missing that single sign-on needs.
[[nodiscard]] OidcSettings read_oidc_settings(SettingReader& reader);

// Whether nothing sent to this address can be read on the way: https, or http on the loopback
// interface (localhost, 127.0.0.1, [::1]). Malformed addresses and those with a user are not.
[[nodiscard]] bool is_private_url(std::string_view url);

}  // namespace assay
