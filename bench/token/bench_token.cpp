// SPDX-License-Identifier: Apache-2.0
// Measures the check of an access token (decoding, JSON, claims and signature), as a multiple of
// the bare EVP_DigestVerify over the same bytes. Goal: 100 µs.
//
//   bench_token     prints one line
#include <openssl/evp.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <stdexcept>

#include "core/base/c_handle.hpp"
#include "core/base/digest.hpp"
#include "core/crypto/ed25519.hpp"
#include "core/crypto/jwt.hpp"

namespace {

using namespace assay;

constexpr int kRounds = 7;

// CPU time of this process alone: other load does not count.
double cpu_seconds() {
  timespec spent{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
  return static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec);
}

// CPU seconds of one call, the best of several rounds of at least 0.2 s.
template <class Call>
double seconds(Call&& call) {
  const auto since = [](double start) { return cpu_seconds() - start; };
  call();
  double best = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    const double start = cpu_seconds();
    int calls = 0;
    do {
      call();
      ++calls;
    } while (since(start) < 0.2);
    best = std::min(best, since(start) / calls);
  }
  return best;
}

const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

void require(bool good, const char* what) {
  if (!good) throw std::runtime_error(what);
}

// Seconds of OpenSSL's check alone, with key and context created once.
double bare(const ed25519::KeyPair& pair, std::string_view message, std::string_view signature) {
  const CHandle<EVP_PKEY, EVP_PKEY_free> key(EVP_PKEY_new_raw_public_key(
      EVP_PKEY_ED25519, nullptr, bytes(pair.public_key), pair.public_key.size()));
  const CHandle<EVP_MD_CTX, EVP_MD_CTX_free> context(EVP_MD_CTX_new());
  require(key != nullptr && context != nullptr &&
              EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1,
          "OpenSSL failed");
  return seconds([&] {
    require(EVP_DigestVerify(context.get(), bytes(signature), signature.size(), bytes(message),
                             message.size()) == 1,
            "the bare check refuses the token");
  });
}

}  // namespace

int main() {
  const ed25519::KeyPair pair = ed25519::generate();
  const jws::PublicKey key = jws::PublicKey::ed25519(pair.public_key);
  const std::string kid = new_uuid();
  const Timestamp at = now();
  const jwt::Claims claims{UserId::fresh(),
                           TenantId::fresh(),
                           Role::Member,
                           new_uuid(),
                           at,
                           at + std::chrono::seconds(900),
                           new_uuid()};
  const std::string token = jwt::sign(claims, kid, pair.private_key);
  const auto find_key = [&](std::string_view wanted) { return wanted == kid ? &key : nullptr; };
  const double whole = seconds([&] {
    require(jwt::verify(token, find_key, at, std::chrono::seconds(30)).ok(),
            "the token is refused");
  });
  const std::size_t dot = token.rfind('.');
  const auto signature = from_base64url(std::string_view(token).substr(dot + 1));
  const double signature_alone = bare(pair, std::string_view(token).substr(0, dot), *signature);
  std::printf("access token of %zu bytes: %.1f us, bare EVP_DigestVerify %.1f us, ratio %.2f\n",
              token.size(), 1e6 * whole, 1e6 * signature_alone, whole / signature_alone);
  return 0;
}
