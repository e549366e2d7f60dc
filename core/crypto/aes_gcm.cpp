// SPDX-License-Identifier: Apache-2.0
// Encrypts and decrypts with OpenSSL's EVP interface.
#include "core/crypto/aes_gcm.hpp"

#include <openssl/evp.h>

#include <stdexcept>

#include "core/base/c_handle.hpp"

namespace assay::aes_gcm {
namespace {

using Cipher = CHandle<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free>;

const unsigned char* read_only(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* writable(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

void need(bool done, const char* what) {
  if (!done) throw std::runtime_error(std::string("OpenSSL: ") + what);
}

Cipher new_cipher(bool encrypt, const Key& key, std::string_view nonce, std::string_view bound) {
  if (nonce.size() != kNonceBytes) throw std::runtime_error("AES-256-GCM: the nonce's length");
  Cipher cipher(EVP_CIPHER_CTX_new());
  need(cipher != nullptr, "EVP_CIPHER_CTX_new");
  need(EVP_CipherInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, key.data(), read_only(nonce),
                         encrypt ? 1 : 0) == 1,
       "AES-256-GCM");
  int count = 0;
  need(EVP_CipherUpdate(cipher.get(), nullptr, &count, read_only(bound),
                        static_cast<int>(bound.size())) == 1,
       "additional data");
  return cipher;
}

}  // namespace

std::string seal(const Key& key, std::string_view nonce, std::string_view secret,
                 std::string_view bound) {
  const Cipher cipher = new_cipher(true, key, nonce, bound);
  std::string hidden(secret.size(), '\0');
  std::string tag(kTagBytes, '\0');
  int count = 0;
  need(EVP_CipherUpdate(cipher.get(), writable(hidden), &count, read_only(secret),
                        static_cast<int>(secret.size())) == 1 &&
           EVP_CipherFinal_ex(cipher.get(), writable(hidden) + count, &count) == 1 &&
           EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, static_cast<int>(kTagBytes),
                               tag.data()) == 1,
       "seal");
  return hidden + tag;
}

std::optional<std::string> open(const Key& key, std::string_view nonce, std::string_view sealed,
                                std::string_view bound) {
  if (sealed.size() < kTagBytes) return std::nullopt;
  const std::string_view hidden = sealed.substr(0, sealed.size() - kTagBytes);
  std::string tag(sealed.substr(hidden.size()));
  const Cipher cipher = new_cipher(false, key, nonce, bound);
  std::string secret(hidden.size(), '\0');
  int count = 0;
  need(EVP_CipherUpdate(cipher.get(), writable(secret), &count, read_only(hidden),
                        static_cast<int>(hidden.size())) == 1 &&
           EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, static_cast<int>(kTagBytes),
                               tag.data()) == 1,
       "open");
  if (EVP_CipherFinal_ex(cipher.get(), writable(secret) + count, &count) != 1) return std::nullopt;
  return secret;
}

}  // namespace assay::aes_gcm
