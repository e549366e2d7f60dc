// SPDX-License-Identifier: Apache-2.0
// Implements digests and encodings over OpenSSL's EVP.
#include "core/base/digest.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace assay {
namespace {

void require(int result, const char* what) {
  if (result != 1) throw std::runtime_error(std::string("OpenSSL: ") + what + " failed");
}

// Looked up once: otherwise OpenSSL 3 looks it up per digest, which costs more than a short digest.
const EVP_MD* algorithm() {
  static const CHandle<EVP_MD, EVP_MD_free> sha256(EVP_MD_fetch(nullptr, "SHA256", nullptr));
  if (!sha256) throw std::runtime_error("OpenSSL: there is no SHA-256");
  return sha256.get();
}

constexpr std::string_view kBase64Url =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::uint8_t kNoBase64Url = 0xFF;

// The value of each character, or kNoBase64Url.
constexpr std::array<std::uint8_t, 256> kBase64UrlValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoBase64Url);
  for (std::size_t i = 0; i < kBase64Url.size(); ++i) {
    values.at(static_cast<unsigned char>(kBase64Url[i])) = static_cast<std::uint8_t>(i);
  }
  return values;
}();

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  if (!context_) throw std::bad_alloc();
  require(EVP_DigestInit_ex(context_.get(), algorithm(), nullptr), "EVP_DigestInit_ex");
}

Sha256& Sha256::update(std::span<const std::byte> bytes) {
  require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()), "EVP_DigestUpdate");
  return *this;
}

Sha256& Sha256::update(std::string_view text) {
  return update(std::as_bytes(std::span(text.data(), text.size())));
}

Sha256Bytes Sha256::finish() {
  Sha256Bytes digest{};
  require(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr), "EVP_DigestFinal_ex");
  return digest;
}

Sha1::Sha1() : context_(EVP_MD_CTX_new()) {
  if (!context_) throw std::bad_alloc();
  require(EVP_DigestInit_ex(context_.get(), EVP_sha1(), nullptr), "EVP_DigestInit_ex");
}

Sha1& Sha1::update(std::span<const std::byte> bytes) {
  require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()), "EVP_DigestUpdate");
  return *this;
}

std::string Sha1::finish() {
  constexpr std::size_t kSize = 20;
  std::string digest(kSize, '\0');
  require(
      EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char*>(digest.data()), nullptr),
      "EVP_DigestFinal_ex");
  return digest;
}

Sha256Bytes sha256(std::string_view bytes) {
  return Sha256().update(bytes).finish();
}

std::string sha256_hex(std::string_view bytes) {
  return to_hex(sha256(bytes));
}

std::string hmac_sha256(std::string_view key, std::string_view message) {
  std::string code(EVP_MAX_MD_SIZE, '\0');
  unsigned int size = 0;
  if (HMAC(algorithm(), key.data(), static_cast<int>(key.size()),
           reinterpret_cast<const unsigned char*>(message.data()), message.size(),
           reinterpret_cast<unsigned char*>(code.data()), &size) == nullptr) {
    throw std::runtime_error("OpenSSL: HMAC failed");
  }
  code.resize(size);
  return code;
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    out.push_back(kDigits[byte >> 4U]);
    out.push_back(kDigits[byte & 0xFU]);
  }
  return out;
}

std::string to_base64url(std::string_view bytes) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = (bits << 8U) | static_cast<unsigned char>(c);
    count += 8;
    while (count >= 6) {
      count -= 6;
      out.push_back(kBase64Url[(bits >> static_cast<unsigned>(count)) & 0x3FU]);
    }
  }
  if (count > 0) out.push_back(kBase64Url[(bits << static_cast<unsigned>(6 - count)) & 0x3FU]);
  return out;
}

std::optional<std::string> from_base64url(std::string_view text) {
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const std::uint8_t value = kBase64UrlValues[static_cast<unsigned char>(c)];
    if (value == kNoBase64Url) return std::nullopt;
    bits = (bits << 6U) | value;
    count += 6;
    if (count >= 8) {
      count -= 8;
      out.push_back(static_cast<char>((bits >> count) & 0xFFU));
    }
  }
  if ((bits & ((1U << count) - 1U)) != 0) return std::nullopt;
  return out;
}

void fill_random(std::span<std::uint8_t> bytes) {
  require(RAND_bytes(bytes.data(), static_cast<int>(bytes.size())), "RAND_bytes");
}

std::string random_bytes(std::size_t count) {
  std::string out(count, '\0');
  fill_random({reinterpret_cast<std::uint8_t*>(out.data()), out.size()});
  return out;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace assay

namespace assay::merkle {
namespace {

std::string_view text(const Sha256Bytes& hash) {
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

// Leaves and inner nodes begin with different bytes, so that neither is mistaken for the other.
Sha256Bytes leaf_hash(std::string_view leaf) {
  return Sha256().update(std::string_view("\0", 1)).update(leaf).finish();
}

Sha256Bytes node_hash(const Sha256Bytes& left, const Sha256Bytes& right) {
  return Sha256().update("\x01").update(text(left)).update(text(right)).finish();
}

// Leaves of the left subtree: the largest power of two below count. Precondition: count > 1.
std::size_t left_size(std::size_t count) {
  return std::bit_floor(count - 1);
}

}  // namespace

Sha256Bytes root(std::span<const std::string> leaves) {
  if (leaves.empty()) return sha256("");
  if (leaves.size() == 1) return leaf_hash(leaves.front());
  const std::size_t left = left_size(leaves.size());
  return node_hash(root(leaves.first(left)), root(leaves.subspan(left)));
}

std::vector<Sha256Bytes> path(std::span<const std::string> leaves, std::size_t index) {
  if (leaves.size() <= 1) return {};
  const std::size_t left = left_size(leaves.size());
  const bool in_left = index < left;
  const auto near = in_left ? leaves.first(left) : leaves.subspan(left);
  const auto far = in_left ? leaves.subspan(left) : leaves.first(left);
  std::vector<Sha256Bytes> hashes = path(near, in_left ? index : index - left);
  hashes.push_back(root(far));
  return hashes;
}

std::optional<Sha256Bytes> root_of_path(std::string_view leaf, std::size_t index, std::size_t count,
                                        std::span<const Sha256Bytes> path) {
  if (index >= count) return std::nullopt;
  if (count == 1) {
    if (!path.empty()) return std::nullopt;
    return leaf_hash(leaf);
  }
  if (path.empty()) return std::nullopt;
  const std::size_t left = left_size(count);
  const bool in_left = index < left;
  const auto below = root_of_path(leaf, in_left ? index : index - left,
                                  in_left ? left : count - left, path.first(path.size() - 1));
  if (!below) return std::nullopt;
  return in_left ? node_hash(*below, path.back()) : node_hash(path.back(), *below);
}

}  // namespace assay::merkle

namespace assay {

std::string to_base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // and the NUL that OpenSSL writes
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                     reinterpret_cast<const unsigned char*>(bytes.data()),
                                     static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0 || text.find_first_of("-_") != std::string_view::npos) {
    return std::nullopt;
  }
  for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
  std::string url(text);
  std::replace(url.begin(), url.end(), '+', '-');
  std::replace(url.begin(), url.end(), '/', '_');
  return from_base64url(url);
}

}  // namespace assay
