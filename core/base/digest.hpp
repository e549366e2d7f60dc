// SPDX-License-Identifier: Apache-2.0
// SHA-256 and HMAC, random bytes, text forms of bytes (hex, base64 by RFC 4648 section 4,
// base64url), and Merkle trees.
#pragma once

#include <openssl/evp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/c_handle.hpp"

namespace assay {

using Sha256Bytes = std::array<std::uint8_t, 32>;

// Incremental SHA-256. Throws std::runtime_error when OpenSSL fails.
class Sha256 {
 public:
  Sha256();
  Sha256& update(std::span<const std::byte> bytes);
  Sha256& update(std::string_view text);
  // Finishes this digest; the object must not be used afterwards.
  [[nodiscard]] Sha256Bytes finish();

 private:
  CHandle<EVP_MD_CTX, EVP_MD_CTX_free> context_;
};

// Incremental SHA-1, for checksums that a protocol requires. It protects only against accidental
// changes. Throws as Sha256 does.
class Sha1 {
 public:
  Sha1();
  Sha1& update(std::span<const std::byte> bytes);
  // Finishes this digest: 20 bytes. The object must not be used afterwards.
  [[nodiscard]] std::string finish();

 private:
  CHandle<EVP_MD_CTX, EVP_MD_CTX_free> context_;
};

[[nodiscard]] Sha256Bytes sha256(std::string_view bytes);
// 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);
// HMAC-SHA-256 (RFC 2104): 32 bytes. Throws std::runtime_error when OpenSSL fails.
[[nodiscard]] std::string hmac_sha256(std::string_view key, std::string_view message);

[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> bytes);
// Unpadded base64url (RFC 4648 section 5). Decoding is strict: other characters, padding, a
// length of 1 mod 4 or leftover bits are refused.
[[nodiscard]] std::string to_base64url(std::string_view bytes);
[[nodiscard]] std::optional<std::string> from_base64url(std::string_view text);

// Cryptographically random bytes.
void fill_random(std::span<std::uint8_t> bytes);
[[nodiscard]] std::string random_bytes(std::size_t count);
// Compares in time that depends only on the lengths.
[[nodiscard]] bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace assay

namespace assay::merkle {

// Merkle trees (RFC 9162 section 2.1): one hash for a list, and short proofs that the list contains
// an item.

// The root of the leaves in this order; the root of no leaves is the SHA-256 of the empty string.
[[nodiscard]] Sha256Bytes root(std::span<const std::string> leaves);
// The sibling hashes from a leaf up to the root. Precondition: index < leaves.size().
[[nodiscard]] std::vector<Sha256Bytes> path(std::span<const std::string> leaves, std::size_t index);
// The root that a leaf's position and path lead to; nullopt if the path does not fit the position.
[[nodiscard]] std::optional<Sha256Bytes> root_of_path(std::string_view leaf, std::size_t index,
                                                      std::size_t count,
                                                      std::span<const Sha256Bytes> path);

}  // namespace assay::merkle

namespace assay {

// Padded, on one line.
[[nodiscard]] std::string to_base64(std::string_view bytes);
// Strict: nullopt for other characters, missing or wrong padding, or leftover bits.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

}  // namespace assay
