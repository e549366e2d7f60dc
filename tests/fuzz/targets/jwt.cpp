// SPDX-License-Identifier: Apache-2.0
// Fuzzes access tokens. The first byte selects whether the input is a whole token, or a header and
// claims (separated by NUL) that get a valid signature, so that the later checks are reached too.
#include "core/crypto/jwt.hpp"

#include "core/base/digest.hpp"
#include "core/crypto/ed25519.hpp"
#include "tests/fuzz/targets/target.hpp"

namespace {

using namespace std::chrono_literals;

const std::string kPrivateKey(32, 'k');

const assay::jws::PublicKey& public_key() {
  // By RFC 8032's construction: the public key of the 32 bytes above.
  static const assay::jws::PublicKey key = [] {
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> pair(
        ::EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr,
                                       reinterpret_cast<const unsigned char*>(kPrivateKey.data()),
                                       kPrivateKey.size()),
        ::EVP_PKEY_free);
    std::string raw(32, '\0');
    std::size_t length = raw.size();
    const int done = ::EVP_PKEY_get_raw_public_key(
        pair.get(), reinterpret_cast<unsigned char*>(raw.data()), &length);
    assay::fuzz::require(done == 1, "a public key");
    return assay::jws::PublicKey::ed25519(raw);
  }();
  return key;
}

std::string sealed(std::string_view input) {
  const std::string_view header = assay::fuzz::take_part(input);
  const std::string message = assay::to_base64url(header) + "." + assay::to_base64url(input);
  return message + "." + assay::to_base64url(assay::ed25519::sign(kPrivateKey, message));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = assay::fuzz::view(data, size);
  const bool signed_by_us = assay::fuzz::take_byte(input) % 2 == 1;
  const assay::Timestamp now(std::chrono::seconds(1'700'000'000));
  const auto claims = assay::jwt::verify(
      signed_by_us ? sealed(input) : std::string(input),
      [](std::string_view kid) { return kid == "k" ? &public_key() : nullptr; }, now, 30s);
  if (!claims) return 0;
  assay::fuzz::require(signed_by_us, "no token passes that we did not sign");
  assay::fuzz::require(claims->issued_at <= now + 30s && claims->expires_at + 30s >= now,
                       "no token passes out of its time");
  return 0;
}
