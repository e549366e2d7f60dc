// SPDX-License-Identifier: Apache-2.0
// What the provider says of itself (OpenID Connect Discovery 1.0 section 3).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json.hpp"

namespace assay::oidc {

struct Metadata {
  std::string authorization_endpoint;
  std::string token_endpoint;
  std::string jwks_uri;
  std::string userinfo_endpoint;  // "": none
  bool secret_in_body = false;    // client_secret_post, where client_secret_basic is not taken
  bool names_itself_in_answer = false;  // RFC 9207: the authorization response carries iss
};

// Where the document of an issuer is.
[[nodiscard]] std::string discovery_url(std::string_view issuer);
// nullopt, logged, unless the document is that issuer's very own and every endpoint is an address
// nothing sent to can be read on the way.
[[nodiscard]] std::optional<Metadata> read_metadata(const Json& document, std::string_view issuer);

}  // namespace assay::oidc
