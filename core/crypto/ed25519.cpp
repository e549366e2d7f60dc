// SPDX-License-Identifier: Apache-2.0
// Implements Ed25519 with OpenSSL's EVP.
#include "core/crypto/ed25519.hpp"

#include <openssl/evp.h>

#include <stdexcept>

#include "core/base/c_handle.hpp"

namespace assay::ed25519 {
namespace {

using Key = CHandle<EVP_PKEY, EVP_PKEY_free>;
using Context = CHandle<EVP_MD_CTX, EVP_MD_CTX_free>;

constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kSignatureBytes = 64;

const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* bytes(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

void require(bool good, const char* what) {
  if (!good) throw std::runtime_error(std::string("Ed25519: ") + what + " failed");
}

}  // namespace

KeyPair generate() {
  const Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  require(key != nullptr, "key generation");
  KeyPair pair{std::string(kKeyBytes, '\0'), std::string(kKeyBytes, '\0')};
  std::size_t size = kKeyBytes;
  require(EVP_PKEY_get_raw_private_key(key.get(), bytes(pair.private_key), &size) == 1,
          "reading the private key");
  size = kKeyBytes;
  require(EVP_PKEY_get_raw_public_key(key.get(), bytes(pair.public_key), &size) == 1,
          "reading the public key");
  return pair;
}

std::string sign(std::string_view private_key, std::string_view message) {
  const Key key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, bytes(private_key),
                                             private_key.size()));
  const Context context(EVP_MD_CTX_new());
  require(key != nullptr && context != nullptr, "loading the private key");
  require(EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1, "signing");
  std::string signature(kSignatureBytes, '\0');
  std::size_t size = signature.size();
  require(
      EVP_DigestSign(context.get(), bytes(signature), &size, bytes(message), message.size()) == 1,
      "signing");
  return signature;
}

bool verify(std::string_view public_key, std::string_view message, std::string_view signature) {
  if (public_key.size() != kKeyBytes || signature.size() != kSignatureBytes) return false;
  const Key key(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes(public_key), public_key.size()));
  const Context context(EVP_MD_CTX_new());
  return key != nullptr && context != nullptr &&
         EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
         EVP_DigestVerify(context.get(), bytes(signature), signature.size(), bytes(message),
                          message.size()) == 1;
}

}  // namespace assay::ed25519
