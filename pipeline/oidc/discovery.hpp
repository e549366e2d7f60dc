// SPDX-License-Identifier: Apache-2.0
// The provider's metadata (OpenID Connect Discovery 1.0 section 3).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json/json.hpp"

namespace assay::oidc {

struct Metadata {
  std::string authorization_endpoint;
  std::string token_endpoint;
  std::string jwks_uri;
  std::string userinfo_endpoint;  // "" when there is none
  bool secret_in_body = false;    // client_secret_post, when client_secret_basic is not accepted
  bool names_itself_in_answer = false;  // RFC 9207: the authorization response carries iss
};

// The URL of an issuer's discovery document.
[[nodiscard]] std::string discovery_url(std::string_view issuer);
// nullopt, logged, unless the document names exactly that issuer and requests to every endpoint are
// safe from eavesdropping.
[[nodiscard]] std::optional<Metadata> read_metadata(const Json& document, std::string_view issuer);

}  // namespace assay::oidc
