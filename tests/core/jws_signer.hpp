// SPDX-License-Identifier: Apache-2.0
// Makes key pairs of each type with OpenSSL, their JWKs, and tokens signed with them.
#pragma once

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include <array>
#include <stdexcept>
#include <string>

#include "core/base/c_handle.hpp"
#include "core/base/digest.hpp"
#include "core/json/json.hpp"

namespace assay::jws {

class Signer {
 public:
  static Signer rsa(unsigned bits) { return {EVP_RSA_gen(bits), "RS256"}; }
  static Signer p256() { return {EVP_EC_gen("P-256"), "ES256"}; }
  static Signer ed25519() { return {EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), "EdDSA"}; }

  [[nodiscard]] const std::string& algorithm() const { return algorithm_; }

  [[nodiscard]] Json jwk() const {
    Json jwk = Json::object();
    if (algorithm_ == "RS256") {
      return jwk.set("kty", "RSA").set("n", number("n")).set("e", number("e"));
    }
    if (algorithm_ == "ES256") {
      return jwk.set("kty", "EC")
          .set("crv", "P-256")
          .set("x", number("qx", 32))
          .set("y", number("qy", 32));
    }
    std::string raw(32, '\0');
    std::size_t size = raw.size();
    require(EVP_PKEY_get_raw_public_key(key_.get(), bytes(raw), &size) == 1);
    return jwk.set("kty", "OKP").set("crv", "Ed25519").set("x", to_base64url(raw));
  }

  // Signs as RFC 7518 specifies: for ES256, r and s side by side.
  [[nodiscard]] std::string sign(const std::string& message) const {
    const CHandle<EVP_MD_CTX, EVP_MD_CTX_free> context(EVP_MD_CTX_new());
    const EVP_MD* digest = algorithm_ == "EdDSA" ? nullptr : EVP_sha256();
    require(EVP_DigestSignInit(context.get(), nullptr, digest, nullptr, key_.get()) == 1);
    std::string signature(1024, '\0');
    std::size_t size = signature.size();
    std::string text = message;
    require(EVP_DigestSign(context.get(), bytes(signature), &size, bytes(text), text.size()) == 1);
    signature.resize(size);
    return algorithm_ == "ES256" ? joined(signature) : signature;
  }

  [[nodiscard]] std::string token(const std::string& header, const std::string& claims) const {
    const std::string text = to_base64url(header) + "." + to_base64url(claims);
    return text + "." + to_base64url(sign(text));
  }

 private:
  Signer(EVP_PKEY* key, std::string algorithm) : key_(key), algorithm_(std::move(algorithm)) {
    require(key_ != nullptr);
  }
  static void require(bool good) {
    if (!good) throw std::runtime_error("OpenSSL failed in a test");
  }
  static unsigned char* bytes(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
  }
  static std::string big_endian(const BIGNUM* number, int least) {
    std::string out(static_cast<std::size_t>(std::max(BN_num_bytes(number), least)), '\0');
    require(BN_bn2binpad(number, bytes(out), static_cast<int>(out.size())) > 0);
    return out;
  }
  [[nodiscard]] std::string number(const char* name, int least = 0) const {
    BIGNUM* value = nullptr;
    require(EVP_PKEY_get_bn_param(key_.get(), name, &value) == 1);
    const CHandle<BIGNUM, BN_free> owner(value);
    return to_base64url(big_endian(value, least));
  }
  static std::string joined(std::string& der) {
    const unsigned char* at = bytes(der);
    const CHandle<ECDSA_SIG, ECDSA_SIG_free> pair(
        d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size())));
    require(pair != nullptr);
    return big_endian(ECDSA_SIG_get0_r(pair.get()), 32) +
           big_endian(ECDSA_SIG_get0_s(pair.get()), 32);
  }

  CHandle<EVP_PKEY, EVP_PKEY_free> key_;
  std::string algorithm_;
};

}  // namespace assay::jws
