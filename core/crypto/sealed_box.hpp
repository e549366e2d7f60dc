// SPDX-License-Identifier: Apache-2.0
// Encrypts secrets with AES-256-GCM (NIST SP 800-38D): under a passphrase, from which scrypt (RFC
// 7914) derives the key; and in sealed boxes, which anyone with the public key can seal and only
// the holder of the private key can open.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assay::aes_gcm {

using Key = std::array<unsigned char, 32>;
inline constexpr std::size_t kNonceBytes = 12;
inline constexpr std::size_t kTagBytes = 16;

// Returns the encrypted bytes, as many as the secret has, followed by the tag. A nonce
// (kNonceBytes) must never be used twice with one key. bound: data that is not secret and must be
// the same to open it. Throws std::runtime_error when OpenSSL fails.
[[nodiscard]] std::string seal(const Key& key, std::string_view nonce, std::string_view secret,
                               std::string_view bound);
// nullopt for another key, nonce or bound bytes, and for bytes that were altered.
[[nodiscard]] std::optional<std::string> open(const Key& key, std::string_view nonce,
                                              std::string_view sealed, std::string_view bound);

}  // namespace assay::aes_gcm

namespace assay::sealed {

inline constexpr std::size_t kLeastPassphrase = 12;  // bytes

// One line of text. bound: bytes that are not secret and must be the same to open it. Throws
// std::runtime_error when OpenSSL fails.
[[nodiscard]] std::string seal(std::string_view secret, std::string_view passphrase,
                               std::string_view bound);

// nullopt for another passphrase or other bound bytes, and for text that was altered.
[[nodiscard]] std::optional<std::string> open(std::string_view text, std::string_view passphrase,
                                              std::string_view bound);

}  // namespace assay::sealed

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
