// SPDX-License-Identifier: Apache-2.0
// Sealed boxes over OpenSSL. The text: "assay-box-1", the public key of the secret alone, and the
// sealed bytes, the last two in base64url, separated by dots.
#include "core/crypto/sealed_box.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <stdexcept>

#include "core/base/c_handle.hpp"
#include "core/base/digest.hpp"
#include "core/crypto/aes_gcm.hpp"

namespace assay::sealed_box {
namespace {

using Key = CHandle<EVP_PKEY, EVP_PKEY_free>;
using Context = CHandle<EVP_PKEY_CTX, EVP_PKEY_CTX_free>;

constexpr std::string_view kFormat = "assay-box-1.";
constexpr std::size_t kKeyBytes = 32;

const unsigned char* raw(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

void must(bool done, const char* what) {
  if (!done) throw std::runtime_error(std::string("X25519: ") + what + " failed");
}

Key private_of(std::string_view bytes) {
  Key key(EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nullptr, raw(bytes), bytes.size()));
  must(key != nullptr, "loading the private key");
  return key;
}

// What the holder of either private key computes from the other's public key.
std::string in_common(std::string_view private_key, std::string_view public_key) {
  const Key mine = private_of(private_key);
  const Key theirs(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nullptr, raw(public_key), public_key.size()));
  must(theirs != nullptr, "loading the public key");
  const Context context(EVP_PKEY_CTX_new(mine.get(), nullptr));
  std::string secret(kKeyBytes, '\0');
  std::size_t size = secret.size();
  must(context != nullptr && EVP_PKEY_derive_init(context.get()) == 1 &&
           EVP_PKEY_derive_set_peer(context.get(), theirs.get()) == 1 &&
           EVP_PKEY_derive(context.get(), reinterpret_cast<unsigned char*>(secret.data()), &size) ==
               1 &&
           size == kKeyBytes,
       "the key agreement");
  return secret;
}

// Each secret has a key of its own, so its nonce may be constant. Both public keys are part of the
// key, so that neither can be exchanged.
aes_gcm::Key key_between(std::string_view common, std::string_view once, std::string_view holder) {
  Sha256 digest;
  digest.update(kFormat).update(common).update(once).update(holder);
  aes_gcm::Key key{};
  const Sha256Bytes bytes = digest.finish();
  std::copy(bytes.begin(), bytes.end(), key.begin());
  return key;
}

std::string nonce() {
  return std::string(aes_gcm::kNonceBytes, '\0');
}

}  // namespace

std::string public_key_of(std::string_view private_key) {
  const Key key = private_of(private_key);
  std::string bytes(kKeyBytes, '\0');
  std::size_t size = bytes.size();
  must(EVP_PKEY_get_raw_public_key(key.get(), reinterpret_cast<unsigned char*>(bytes.data()),
                                   &size) == 1,
       "reading the public key");
  return bytes;
}

std::string seal(std::string_view secret, std::string_view public_key, std::string_view bound) {
  const std::string once = random_bytes(kKeyBytes);
  const std::string once_public = public_key_of(once);
  const aes_gcm::Key key = key_between(in_common(once, public_key), once_public, public_key);
  return std::string(kFormat) + to_base64url(once_public) + "." +
         to_base64url(aes_gcm::seal(key, nonce(), secret, bound));
}

std::optional<std::string> open(std::string_view text, std::string_view private_key,
                                std::string_view bound) {
  if (!text.starts_with(kFormat)) return std::nullopt;
  text.remove_prefix(kFormat.size());
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto once_public = from_base64url(text.substr(0, dot));
  const auto hidden = from_base64url(text.substr(dot + 1));
  if (!once_public || once_public->size() != kKeyBytes || !hidden) return std::nullopt;
  const aes_gcm::Key key =
      key_between(in_common(private_key, *once_public), *once_public, public_key_of(private_key));
  return aes_gcm::open(key, nonce(), *hidden, bound);
}

}  // namespace assay::sealed_box
