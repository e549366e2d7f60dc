// SPDX-License-Identifier: Apache-2.0
// Checks addresses and passwords, and hashes passwords with argon2id.
#include "core/crypto/account.hpp"

#include <argon2.h>
#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/base/ascii.hpp"
#include "core/base/digest.hpp"
#include "core/json/utf8.hpp"

namespace assay::account {

std::string folded_email(std::string_view email) {
  return ascii_lower(email);
}

std::string_view email_issue(std::string_view email) {
  constexpr std::string_view kIssue = "must be an e-mail address";
  const std::size_t at = email.find('@');
  if (at == std::string_view::npos || email.find('@', at + 1) != std::string_view::npos) {
    return kIssue;
  }
  const bool blank = std::any_of(email.begin(), email.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
  });
  if (at == 0 || at + 1 == email.size() || blank) return kIssue;
  if (utf8::length(email) > kMaxEmail) return "must have at most 320 characters";
  return {};
}

std::string_view password_issue(std::string_view password) {
  const std::size_t length = utf8::length(password);
  if (length < kLeastPassword) return "must have 12 characters or more";
  if (length > kMaxPassword) return "must have at most 1024 characters";
  return {};
}

}  // namespace assay::account

namespace assay::password {
namespace {

constexpr std::uint32_t kPasses = 2;
constexpr std::uint32_t kMemoryKib = 19 * 1024;
constexpr std::uint32_t kLanes = 1;
constexpr std::size_t kSaltBytes = 16;
constexpr std::size_t kHashBytes = 32;
// The hash of discarded random bytes, made with the parameters above. A constant, so that the first
// unknown user costs no more than the next.
const char* const kNobody =
    "$argon2id$v=19$m=19456,t=2,p=1$B3KVvKwT49bdQr7VvGMoug$NTPKNyVLxs6vFHdZ/"
    "GqSy+FumfWfJ+adM9AYrNKWBfU";

}  // namespace

std::string hash(std::string_view password) {
  const std::string salt = random_bytes(kSaltBytes);
  std::array<char, 256> encoded{};
  const int result =
      argon2id_hash_encoded(kPasses, kMemoryKib, kLanes, password.data(), password.size(),
                            salt.data(), salt.size(), kHashBytes, encoded.data(), encoded.size());
  if (result != ARGON2_OK) {
    throw std::runtime_error(std::string("argon2id: ") + argon2_error_message(result));
  }
  return encoded.data();
}

bool verify(std::string_view password, const std::string& phc) {
  return argon2id_verify(phc.c_str(), password.data(), password.size()) == ARGON2_OK;
}

bool verify_nobody(std::string_view password) {
  static_cast<void>(verify(password, kNobody));
  return false;
}

}  // namespace assay::password
