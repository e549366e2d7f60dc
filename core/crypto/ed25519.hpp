// SPDX-License-Identifier: Apache-2.0
// Ed25519 signatures (RFC 8032) over OpenSSL; keys and signatures as raw bytes.
#pragma once

#include <string>
#include <string_view>

namespace assay::ed25519 {

struct KeyPair {
  std::string private_key;  // 32 bytes, the seed
  std::string public_key;   // 32 bytes
};

// Throws std::runtime_error when OpenSSL fails.
[[nodiscard]] KeyPair generate();
// Returns 64 bytes. Throws std::runtime_error unless the key is a 32-byte seed.
[[nodiscard]] std::string sign(std::string_view private_key, std::string_view message);
// Returns false for a malformed or non-matching key or signature.
[[nodiscard]] bool verify(std::string_view public_key, std::string_view message,
                          std::string_view signature);

}  // namespace assay::ed25519
