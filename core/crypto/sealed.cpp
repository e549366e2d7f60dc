// SPDX-License-Identifier: Apache-2.0
// Seals over OpenSSL. The text: "assay-sealed-1", salt, nonce, sealed bytes and tag, the last four
// in base64url, separated by dots.
#include "core/crypto/sealed.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "core/base/c_handle.hpp"
#include "core/base/digest.hpp"

namespace assay::sealed {
namespace {

constexpr std::string_view kFormat = "assay-sealed-1";
constexpr std::size_t kSaltBytes = 16;
constexpr std::size_t kNonceBytes = 12;
constexpr std::size_t kTagBytes = 16;
constexpr std::uint64_t kCost = 1U << 17U;  // with blocks of 8: 128 MiB, some 0.4 s
constexpr std::uint64_t kBlocks = 8;
constexpr std::uint64_t kMemory = 256ULL << 20U;

using Key = std::array<unsigned char, 32>;
using Cipher = CHandle<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free>;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* bytes_of(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
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

Cipher cipher_for(bool encrypt, const Key& key, std::string_view nonce, std::string_view bound) {
  Cipher cipher(EVP_CIPHER_CTX_new());
  require(cipher != nullptr, "EVP_CIPHER_CTX_new");
  require(EVP_CipherInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, key.data(), bytes_of(nonce),
                            encrypt ? 1 : 0) == 1,
          "AES-256-GCM");
  int count = 0;
  require(EVP_CipherUpdate(cipher.get(), nullptr, &count, bytes_of(bound),
                           static_cast<int>(bound.size())) == 1,
          "additional data");
  return cipher;
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
  const Cipher cipher = cipher_for(true, key_of(passphrase, salt), nonce, bound);
  std::string hidden(secret.size(), '\0');
  std::string tag(kTagBytes, '\0');
  int count = 0;
  require(EVP_CipherUpdate(cipher.get(), bytes_of(hidden), &count, bytes_of(secret),
                           static_cast<int>(secret.size())) == 1 &&
              EVP_CipherFinal_ex(cipher.get(), bytes_of(hidden) + count, &count) == 1 &&
              EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, kTagBytes, tag.data()) == 1,
          "seal");
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
  auto tag = from_base64url(parts[4]);
  if (!salt || !nonce || !hidden || !tag) return std::nullopt;
  if (nonce->size() != kNonceBytes || tag->size() != kTagBytes) return std::nullopt;
  const Cipher cipher = cipher_for(false, key_of(passphrase, *salt), *nonce, bound);
  std::string secret(hidden->size(), '\0');
  int count = 0;
  require(EVP_CipherUpdate(cipher.get(), bytes_of(secret), &count, bytes_of(*hidden),
                           static_cast<int>(hidden->size())) == 1 &&
              EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kTagBytes, tag->data()) == 1,
          "open");
  if (EVP_CipherFinal_ex(cipher.get(), bytes_of(secret) + count, &count) != 1) return std::nullopt;
  return secret;
}

}  // namespace assay::sealed
