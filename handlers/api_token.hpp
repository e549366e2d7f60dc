// SPDX-License-Identifier: Apache-2.0
// The text of an API token: assay_<id>_<secret>, where the secret is 32 random bytes and 4 of a
// checksum in base64url. A mistyped token is told without the database, and scanners for leaked
// secrets find tokens by their shape.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/ids.hpp"

namespace assay::handlers::api_token {

struct Fresh {
  ApiTokenId id;
  std::string text;  // shown once, kept nowhere
};
[[nodiscard]] Fresh fresh();

// Whether it claims to be an API token; other bearer tokens never begin so.
[[nodiscard]] bool is_one(std::string_view bearer) noexcept;
// What the database keeps: SHA-256 of the whole text, 32 bytes. nullopt when it is malformed or its
// checksum does not fit. (The secret is random, so a slow hash would protect nothing.)
[[nodiscard]] std::optional<std::string> hash_of(std::string_view text);

}  // namespace assay::handlers::api_token
