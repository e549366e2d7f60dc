// SPDX-License-Identifier: Apache-2.0
// Secrets at rest under a passphrase: scrypt (RFC 7914) makes the key, AES-256-GCM seals.
#pragma once

#include <optional>
#include <string>
#include <string_view>

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
