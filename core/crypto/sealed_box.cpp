// SPDX-License-Identifier: Apache-2.0
// Seals over OpenSSL. Under a passphrase, the text is "assay-sealed-1", salt, nonce, sealed bytes
// and tag.
#include "core/crypto/sealed_box.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "core/base/c_handle.hpp"
#include "core/base/digest.hpp"

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
  std::string zeros(aes_gcm::kNonceBytes, '\0');
  return zeros;
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
