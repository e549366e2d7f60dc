// SPDX-License-Identifier: Apache-2.0
// Holds the table of algorithms by key type and builds OpenSSL's keys from JWKs.
#include "core/crypto/jwt.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/param_build.h>

#include <array>
#include <stdexcept>

#include "core/base/c_handle.hpp"
#include "core/base/digest.hpp"

namespace assay::jws {
namespace {

using KeyContext = CHandle<EVP_PKEY_CTX, EVP_PKEY_CTX_free>;
using DigestContext = CHandle<EVP_MD_CTX, EVP_MD_CTX_free>;
using ParamBuilder = CHandle<OSSL_PARAM_BLD, OSSL_PARAM_BLD_free>;
using Params = CHandle<OSSL_PARAM, OSSL_PARAM_free>;
using BigNumber = CHandle<BIGNUM, BN_free>;
using EcdsaSignature = CHandle<ECDSA_SIG, ECDSA_SIG_free>;
using SharedKey = std::shared_ptr<EVP_PKEY>;

constexpr int kLeastRsaBits = 2048;
constexpr int kMaxRsaBits = 8192;
constexpr std::size_t kMaxExponentBytes = 8;
constexpr std::size_t kCoordinateBytes = 32;
constexpr std::size_t kEd25519KeyBytes = 32;

const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

SharedKey share(EVP_PKEY* key) {
  if (key == nullptr) return nullptr;
  return {key, EVP_PKEY_free};
}

std::optional<std::string> octets(const Json& jwk, std::string_view member) {
  const auto text = jwk.get(member).as_string();
  if (!text || text->empty()) return std::nullopt;
  return from_base64url(*text);
}

BigNumber big_number(std::string_view big_endian) {
  return BigNumber(BN_bin2bn(bytes(big_endian), static_cast<int>(big_endian.size()), nullptr));
}

// Returns nullptr when OpenSSL refuses the parts, such as a point that is not on the curve.
SharedKey public_key(const char* type, OSSL_PARAM_BLD* parts) {
  const Params params(OSSL_PARAM_BLD_to_param(parts));
  const KeyContext maker(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
  EVP_PKEY* made = nullptr;
  if (params == nullptr || maker == nullptr || EVP_PKEY_fromdata_init(maker.get()) != 1 ||
      EVP_PKEY_fromdata(maker.get(), &made, EVP_PKEY_PUBLIC_KEY, params.get()) != 1) {
    return nullptr;
  }
  SharedKey key = share(made);
  const KeyContext checker(EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr));
  if (checker == nullptr || EVP_PKEY_public_check(checker.get()) != 1) return nullptr;
  return key;
}

SharedKey rsa_key(const Json& jwk) {
  const auto modulus = octets(jwk, "n");
  const auto exponent = octets(jwk, "e");
  if (!modulus || !exponent || exponent->size() > kMaxExponentBytes ||
      modulus->size() > kMaxRsaBits / 8 + 1) {
    return nullptr;
  }
  const BigNumber n = big_number(*modulus);
  const BigNumber e = big_number(*exponent);
  const ParamBuilder parts(OSSL_PARAM_BLD_new());
  if (n == nullptr || e == nullptr || parts == nullptr) return nullptr;
  const int bits = BN_num_bits(n.get());
  if (bits < kLeastRsaBits || bits > kMaxRsaBits || BN_is_odd(n.get()) == 0 ||
      BN_is_odd(e.get()) == 0 || BN_is_one(e.get()) != 0 ||
      OSSL_PARAM_BLD_push_BN(parts.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) != 1 ||
      OSSL_PARAM_BLD_push_BN(parts.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) != 1) {
    return nullptr;
  }
  return public_key("RSA", parts.get());
}

SharedKey p256_key(const Json& jwk) {
  const auto x = octets(jwk, "x");
  const auto y = octets(jwk, "y");
  const ParamBuilder parts(OSSL_PARAM_BLD_new());
  if (!x || !y || x->size() != kCoordinateBytes || y->size() != kCoordinateBytes ||
      parts == nullptr) {
    return nullptr;
  }
  const std::string point = '\x04' + *x + *y;  // uncompressed, SEC 1 section 2.3.3
  if (OSSL_PARAM_BLD_push_utf8_string(parts.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) !=
          1 ||
      OSSL_PARAM_BLD_push_octet_string(parts.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                       point.size()) != 1) {
    return nullptr;
  }
  return public_key("EC", parts.get());
}

SharedKey raw_ed25519_key(std::string_view raw) {
  if (raw.size() != kEd25519KeyBytes) return nullptr;
  return share(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes(raw), kEd25519KeyBytes));
}

SharedKey ed25519_key(const Json& jwk) {
  return raw_ed25519_key(octets(jwk, "x").value_or(""));
}

// Converts r and s, joined as in RFC 7518 section 3.4, to the DER form that OpenSSL takes; "" if
// malformed.
std::string der_of(std::string_view raw) {
  if (raw.size() != 2 * kCoordinateBytes) return "";
  BigNumber r = big_number(raw.substr(0, kCoordinateBytes));
  BigNumber s = big_number(raw.substr(kCoordinateBytes));
  const EcdsaSignature signature(ECDSA_SIG_new());
  if (r == nullptr || s == nullptr || signature == nullptr || BN_is_zero(r.get()) != 0 ||
      BN_is_zero(s.get()) != 0 || ECDSA_SIG_set0(signature.get(), r.get(), s.get()) != 1) {
    return "";
  }
  static_cast<void>(r.release());  // now owned by the signature
  static_cast<void>(s.release());
  std::array<unsigned char, 2 * kCoordinateBytes + 16> der{};
  if (i2d_ECDSA_SIG(signature.get(), nullptr) > static_cast<int>(der.size())) return "";
  unsigned char* end = der.data();
  const int size = i2d_ECDSA_SIG(signature.get(), &end);
  if (size <= 0) return "";
  return {reinterpret_cast<const char*>(der.data()), static_cast<std::size_t>(size)};
}

// Whether the provider intends the key for checking signatures (RFC 7517 sections 4.2 and 4.3).
bool is_for_signatures(const Json& jwk) {
  if (jwk.has("use") && jwk.get("use").as_string() != "sig") return false;
  if (!jwk.has("key_ops")) return true;
  const Json operations = jwk.get("key_ops");
  for (std::size_t i = 0; i < operations.size(); ++i) {
    if (operations.at(i).as_string() == "verify") return true;
  }
  return false;
}

}  // namespace

// Each type of key has exactly one algorithm (RFC 8725 section 3.1).
struct PublicKey::Algorithm {
  std::string_view type;   // "kty"
  std::string_view curve;  // "crv", or "" for types without it
  std::string_view name;
  const EVP_MD* (*digest)();  // nullptr if the algorithm has its own
  bool joined_pair;           // the signature is r and s, concatenated
  SharedKey (*read)(const Json& jwk);
};

const PublicKey::Algorithm* PublicKey::algorithm_of(const Json& jwk) {
  static constexpr std::array kAlgorithms{
      Algorithm{"RSA", "", "RS256", EVP_sha256, false, rsa_key},
      Algorithm{"EC", "P-256", "ES256", EVP_sha256, true, p256_key},
      Algorithm{"OKP", "Ed25519", "EdDSA", nullptr, false, ed25519_key},
  };
  for (const Algorithm& row : kAlgorithms) {
    if (jwk.get("kty").as_string() != row.type) continue;
    if (row.curve.empty() || jwk.get("crv").as_string() == row.curve) return &row;
  }
  return nullptr;
}

Result<PublicKey, std::string> PublicKey::from_jwk(const Json& jwk) {
  const Algorithm* algorithm = algorithm_of(jwk);
  if (algorithm == nullptr) return std::string("the key type is not supported");
  if (!is_for_signatures(jwk)) return std::string("the key is not for signatures");
  if (jwk.has("alg") && jwk.get("alg").as_string() != algorithm->name) {
    return std::string("the key is for an algorithm that does not match its type");
  }
  SharedKey key = algorithm->read(jwk);
  if (key == nullptr) return std::string("the key is malformed, too short or too long");
  return PublicKey(*algorithm, std::move(key));
}

PublicKey PublicKey::ed25519(std::string_view raw) {
  static const Json type = Json::object().set("kty", "OKP").set("crv", "Ed25519");
  SharedKey key = raw_ed25519_key(raw);
  if (key == nullptr) throw std::runtime_error("an Ed25519 public key must be 32 bytes");
  return {*algorithm_of(type), std::move(key)};
}

std::string_view PublicKey::algorithm() const noexcept {
  return algorithm_->name;
}

bool PublicKey::verify(std::string_view message, std::string_view signature) const {
  const std::string der = algorithm_->joined_pair ? der_of(signature) : "";
  const std::string_view given = algorithm_->joined_pair ? std::string_view(der) : signature;
  const EVP_MD* digest = algorithm_->digest != nullptr ? algorithm_->digest() : nullptr;
  const DigestContext context(EVP_MD_CTX_new());
  return !given.empty() && context != nullptr &&
         EVP_DigestVerifyInit(context.get(), nullptr, digest, nullptr, key_.get()) == 1 &&
         EVP_DigestVerify(context.get(), bytes(given), given.size(), bytes(message),
                          message.size()) == 1;
}

}  // namespace assay::jws
