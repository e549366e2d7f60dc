// SPDX-License-Identifier: Apache-2.0
// Access tokens: JSON Web Tokens signed with Ed25519 (RFC 7519, RFC 8037), by the rules of RFC
// 8725.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.hpp"
#include "core/states.hpp"
#include "core/time.hpp"

namespace assay::jwt {

// Whom a token stands for. It is valid from the moment it was issued; times are whole seconds.
struct Claims {
  UserId user;
  TenantId tenant;
  Role role = Role::Viewer;
  Timestamp issued_at;
  Timestamp expires_at;
  std::string id;  // jti
};

// private_key: 32 bytes. kid: 1 to 64 characters of A-Z a-z 0-9 . _ : -
[[nodiscard]] std::string sign(const Claims& claims, std::string_view kid,
                               std::string_view private_key);

// The public key (32 bytes) that goes with a kid, or nullopt. The kid is checked before.
using FindKey = std::function<std::optional<std::string>(std::string_view kid)>;

// nullopt for anything but a sound token of ours that is valid now, give or take the leeway. The
// algorithm is fixed; nothing in the header but the kid has any say.
[[nodiscard]] std::optional<Claims> verify(std::string_view token, const FindKey& find_key,
                                           Timestamp now, std::chrono::seconds leeway);

}  // namespace assay::jwt
