// SPDX-License-Identifier: Apache-2.0
// The text of an API token: assay_<id>_<secret>, where the secret is 32 random bytes and a 4-byte
// checksum in base64url. A mistyped token is detected without the database, and scanners for leaked
// secrets recognise tokens by their shape.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/ids.hpp"

namespace assay::handlers::api_token {

struct Fresh {
  ApiTokenId id;
  std::string text;  // shown once, never stored
};
[[nodiscard]] Fresh fresh();

// Whether the text claims to be an API token. Other bearer tokens never start this way.
[[nodiscard]] bool is_one(std::string_view bearer) noexcept;
// What the database stores: SHA-256 of the whole text, 32 bytes. nullopt when the text is malformed
// or its checksum does not match. (The secret is random, so a slow hash would protect nothing.)
[[nodiscard]] std::optional<std::string> hash_of(std::string_view text);

}  // namespace assay::handlers::api_token
