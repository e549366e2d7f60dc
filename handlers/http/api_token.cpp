// SPDX-License-Identifier: Apache-2.0
// Creates and parses API tokens.
#include "handlers/http/api_token.hpp"

#include "core/base/digest.hpp"

namespace assay::handlers::api_token {
namespace {

constexpr std::string_view kPrefix = "assay_";
constexpr std::size_t kUuidLength = 36;
constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kChecksumBytes = 4;

std::string digest(std::string_view text) {
  const Sha256Bytes bytes = sha256(text);
  return {bytes.begin(), bytes.end()};
}

// Covers the id too, so the halves of two tokens do not combine into a third. The start of a
// SHA-256 catches typing mistakes as well as a CRC-32, and needs no further library.
std::string checksum(std::string_view id, std::string_view secret) {
  return digest(std::string(kPrefix).append(id).append("_").append(secret))
      .substr(0, kChecksumBytes);
}

}  // namespace

Fresh fresh() {
  ApiTokenId id = ApiTokenId::fresh();
  std::string secret = random_bytes(kSecretBytes);
  secret += checksum(id.value, secret);
  std::string text = std::string(kPrefix) + id.value + "_" + to_base64url(secret);
  return {std::move(id), std::move(text)};
}

bool is_one(std::string_view bearer) noexcept {
  return bearer.starts_with(kPrefix);
}

std::optional<std::string> hash_of(std::string_view text) {
  if (!is_one(text) || text.size() <= kPrefix.size() + kUuidLength) return std::nullopt;
  const std::string_view id = text.substr(kPrefix.size(), kUuidLength);
  const std::string_view rest = text.substr(kPrefix.size() + kUuidLength);
  if (!is_uuid(id) || rest.front() != '_') return std::nullopt;
  const auto secret = from_base64url(rest.substr(1));
  if (!secret || secret->size() != kSecretBytes + kChecksumBytes ||
      checksum(id, secret->substr(0, kSecretBytes)) != secret->substr(kSecretBytes)) {
    return std::nullopt;
  }
  return digest(text);
}

}  // namespace assay::handlers::api_token
