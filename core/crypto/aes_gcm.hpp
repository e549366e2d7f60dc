// SPDX-License-Identifier: Apache-2.0
// AES-256-GCM (NIST SP 800-38D) over OpenSSL.
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

// Returns the hidden bytes, as many as the secret has, and then the tag. A nonce (kNonceBytes) must
// never be used twice with one key. bound: bytes that are not secret and must be the same to open
// it. Throws std::runtime_error when OpenSSL fails.
[[nodiscard]] std::string seal(const Key& key, std::string_view nonce, std::string_view secret,
                               std::string_view bound);
// nullopt for another key, nonce or bound bytes, and for bytes that were altered.
[[nodiscard]] std::optional<std::string> open(const Key& key, std::string_view nonce,
                                              std::string_view sealed, std::string_view bound);

}  // namespace assay::aes_gcm
