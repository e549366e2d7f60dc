// SPDX-License-Identifier: Apache-2.0
// Secrets that one process stores and only another can read: whoever has the public key seals, and
// only the holder of the private key opens. A fresh X25519 key (RFC 7748) for each secret, and
// AES-256-GCM with a key made of what the two have in common.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::sealed_box {

// 32 random bytes are a private key. Returns its public key, 32 bytes. Throws std::runtime_error
// when OpenSSL fails.
[[nodiscard]] std::string public_key_of(std::string_view private_key);

// One line of text. bound: bytes that are not secret and must be the same to open it. Throws
// std::runtime_error when OpenSSL fails, and for bytes that are not a public key.
[[nodiscard]] std::string seal(std::string_view secret, std::string_view public_key,
                               std::string_view bound);

// nullopt for another key or other bound bytes, and for text that was altered.
[[nodiscard]] std::optional<std::string> open(std::string_view text, std::string_view private_key,
                                              std::string_view bound);

}  // namespace assay::sealed_box
