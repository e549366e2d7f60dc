// SPDX-License-Identifier: Apache-2.0
// Checks the claims of an ID token whose signature is valid (OpenID Connect Core 1.0 section
// 3.1.3.7).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.hpp"
#include "core/json/json.hpp"

namespace assay::oidc {

struct Expected {
  std::string_view issuer;
  std::string_view client_id;
  std::string_view nonce;
  std::string_view access_token;  // "" when there is none
  std::string_view algorithm;     // of the token's signature: "RS256", "ES256", "EdDSA"
  Timestamp now;
  std::chrono::seconds leeway;
};

// Why these claims prove nothing to us, in fixed words; nullopt when they are valid: issued by that
// issuer, for this client and no other, for this very sign-in (nonce), within their time, and with
// the access token that came along (at_hash, if present).
[[nodiscard]] std::optional<std::string_view> claims_problem(const Json& claims,
                                                             const Expected& expected);

// base64url of the left half of the access token's digest, hashed as the algorithm prescribes.
[[nodiscard]] std::string at_hash(std::string_view access_token, std::string_view algorithm);

}  // namespace assay::oidc
