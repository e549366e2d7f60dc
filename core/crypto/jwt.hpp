// SPDX-License-Identifier: Apache-2.0
// Access tokens: JSON Web Tokens (RFC 7519) signed with Ed25519 (RFC 8037), checked by core/jws.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/base/ids.hpp"
#include "core/base/states.hpp"
#include "core/base/time.hpp"
#include "core/crypto/jws.hpp"

namespace assay::jwt {

// A token's user and times. It is valid from the moment it was issued; times are whole seconds.
struct Claims {
  UserId user;
  TenantId tenant;
  Role role = Role::Viewer;
  std::string sign_in;  // "sid": the family of refresh cookies it came with, a UUID
  Timestamp issued_at;
  Timestamp expires_at;
  std::string id;  // "jti"
};

// private_key: 32 bytes. kid: 1 to 64 characters of A-Z a-z 0-9 . _ : -
[[nodiscard]] std::string sign(const Claims& claims, std::string_view kid,
                               std::string_view private_key);

// Returns the claims of our own valid token, current within the leeway; otherwise why not.
[[nodiscard]] Result<Claims, std::string> verify(std::string_view token,
                                                 const jws::FindKey& find_key, Timestamp now,
                                                 std::chrono::seconds leeway);

}  // namespace assay::jwt
