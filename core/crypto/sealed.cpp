// SPDX-License-Identifier: Apache-2.0
// Seals over OpenSSL. The text: "assay-sealed-1", salt, nonce, sealed bytes and tag, the last four
// in base64url, separated by dots.
#include "core/crypto/sealed.hpp"

#include <openssl/evp.h>

#include <stdexcept>
#include <vector>

#include "core/base/digest.hpp"
#include "core/crypto/aes_gcm.hpp"

namespace assay::sealed {
namespace {

constexpr std::string_view kFormat = "assay-sealed-1";
constexpr std::size_t kSaltBytes = 16;
constexpr std::uint64_t kCost = 1U << 17U;  // with blocks of 8: 128 MiB, some 0.4 s
constexpr std::uint64_t kBlocks = 8;
constexpr std::uint64_t kMemory = 256ULL << 20U;

using aes_gcm::Key;
using aes_gcm::kNonceBytes;
using aes_gcm::kTagBytes;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

void require(bool done, const char* what) {
  if (!done) throw std::runtime_error(std::string("OpenSSL: ") + what);
}

Key key_of(std::string_view passphrase, std::string_view salt) {
  Key key{};
  require(EVP_PBE_scrypt(passphrase.data(), passphrase.size(), bytes_of(salt), salt.size(), kCost,
                         kBlocks, 1, kMemory, key.data(), key.size()) == 1,
          "scrypt");
  return key;
}

// The parts between dots.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == '.') {
      parts.emplace_back();
    } else if (c != '\n') {
      parts.back() += c;
    }
  }
  return parts;
}

}  // namespace

std::string seal(std::string_view secret, std::string_view passphrase, std::string_view bound) {
  const std::string salt = random_bytes(kSaltBytes);
  const std::string nonce = random_bytes(kNonceBytes);
  const std::string sealed = aes_gcm::seal(key_of(passphrase, salt), nonce, secret, bound);
  const std::string_view hidden = std::string_view(sealed).substr(0, secret.size());
  const std::string_view tag = std::string_view(sealed).substr(secret.size());
  return std::string(kFormat) + "." + to_base64url(salt) + "." + to_base64url(nonce) + "." +
         to_base64url(hidden) + "." + to_base64url(tag) + "\n";
}

std::optional<std::string> open(std::string_view text, std::string_view passphrase,
                                std::string_view bound) {
  const std::vector<std::string> parts = parts_of(text);
  if (parts.size() != 5 || parts[0] != kFormat) return std::nullopt;
  const auto salt = from_base64url(parts[1]);
  const auto nonce = from_base64url(parts[2]);
  const auto hidden = from_base64url(parts[3]);
  const auto tag = from_base64url(parts[4]);
  if (!salt || !nonce || !hidden || !tag) return std::nullopt;
  if (nonce->size() != kNonceBytes || tag->size() != kTagBytes) return std::nullopt;
  return aes_gcm::open(key_of(passphrase, *salt), *nonce, *hidden + *tag, bound);
}

}  // namespace assay::sealed
