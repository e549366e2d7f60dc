// SPDX-License-Identifier: Apache-2.0
// An Ed25519 key pair kept in files: PEM, as `openssl pkey` and `openssl pkeyutl -verify` read it.
#pragma once

#include <string>
#include <vector>

#include "core/ed25519.hpp"

namespace assay::key_file {

// The pair in the file, made on first use: PATH holds the private key (PKCS #8, mode 0600) and
// PATH.pub the public one, added to whatever public keys it holds from before, so that signatures
// of replaced keys can still be checked. Throws IoError, and std::runtime_error when the file holds
// no such key or others than its owner may read it.
[[nodiscard]] ed25519::KeyPair load_or_create(const std::string& path);

// The public keys of a file, 32 bytes each; other text between them is passed over. Throws IoError,
// and std::runtime_error for a block that is no Ed25519 public key or when there is none at all.
[[nodiscard]] std::vector<std::string> read_public_keys(const std::string& path);
// The public keys beside the private one in PATH, to check signatures by; none where PATH is empty
// or there is no PATH.pub. Throws as read_public_keys() does.
[[nodiscard]] std::vector<std::string> public_keys_beside(const std::string& path);
[[nodiscard]] std::string public_pem(const std::string& public_key);

}  // namespace assay::key_file
