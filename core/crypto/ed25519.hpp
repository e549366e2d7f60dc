// SPDX-License-Identifier: Apache-2.0
// Ed25519 signatures (RFC 8032) over OpenSSL, and the files that keep a key pair.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

namespace assay::key_file {

// Keeps an Ed25519 key pair in PEM files, which `openssl pkey` and `openssl pkeyutl -verify` read.

// Returns the pair in the file, creating it on first use. PATH holds the private key (PKCS #8, mode
// 0600). PATH.pub holds the public key, appended to any earlier ones so that signatures of replaced
// keys can still be checked. Throws IoError, and std::runtime_error when the file holds no such key
// or is readable by anyone but its owner.
[[nodiscard]] ed25519::KeyPair load_or_create(const std::string& path);

// The public keys of a file, 32 bytes each; ignores text between them. Throws IoError, and
// std::runtime_error for a block that is not an Ed25519 public key or if there is no key.
[[nodiscard]] std::vector<std::string> read_public_keys(const std::string& path);
// Returns the public keys in PATH.pub, for checking signatures; none if PATH is empty or PATH.pub
// does not exist. Throws as read_public_keys() does.
[[nodiscard]] std::vector<std::string> public_keys_beside(const std::string& path);
[[nodiscard]] std::string public_pem(const std::string& public_key);

}  // namespace assay::key_file
