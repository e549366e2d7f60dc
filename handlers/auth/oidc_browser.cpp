// SPDX-License-Identifier: Apache-2.0
// Derives, sets and finds sign-ins, and checks return addresses.
#include "handlers/auth/oidc_browser.hpp"

#include <algorithm>

#include "core/base/digest.hpp"
#include "fcgi/request.hpp"
#include "handlers/http/cookies.hpp"

namespace assay::handlers::oidc_browser {
namespace {

constexpr std::string_view kNamePrefix = "assay_oidc_";
constexpr std::size_t kNameLetters = 16;  // of the state, so that several sign-ins do not collide
constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kStateLength = 43;  // 32 bytes in base64url
constexpr std::int64_t kSeconds = 600;
constexpr std::size_t kMaxPath = 512;

std::string hash_of(std::string_view text) {
  const Sha256Bytes digest = sha256(text);
  return {digest.begin(), digest.end()};
}

std::string derived(std::string_view name, std::string_view secret) {
  return to_base64url(hash_of("assay oidc " + std::string(name) + ":" + std::string(secret)));
}

std::string cookie_name(std::string_view state) {
  return std::string(kNamePrefix) + std::string(state.substr(0, kNameLetters));
}

std::string header_of(std::string_view state, std::string_view value, std::int64_t max_age,
                      const Config& config) {
  std::string header = cookie_name(state);
  header.append("=").append(value);
  header.append("; Path=/api/auth/oidc; HttpOnly; SameSite=Lax; Max-Age=");
  header.append(std::to_string(max_age));
  if (config.cookie_secure) header.append("; Secure");
  return header;
}

// Characters of a reference within our origin: no blanks, quotes, backslashes or non-ASCII letters.
bool plain(char c) {
  constexpr std::string_view kMarks = "-._~/?&=%#:,+@!";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kMarks.find(c) != std::string_view::npos;
}

// "." and "..", also when percent-encoded.
bool climbs(std::string_view segment) {
  const auto text = fcgi::percent_decode(segment, fcgi::Plus::IsPlus);
  return !text || *text == "." || *text == ".." || text->find_first_of("/\\") != std::string::npos;
}

}  // namespace

SignIn::SignIn(std::string secret)
    : secret_(std::move(secret)), state_(derived("state", secret_)) {}

SignIn SignIn::fresh() {
  return SignIn(random_bytes(kSecretBytes));
}

std::optional<SignIn> SignIn::of(const fcgi::Request& request, std::string_view state) {
  if (state.size() != kStateLength) return std::nullopt;
  const auto cookie = cookie_of(request, cookie_name(state));
  const auto secret = cookie ? from_base64url(*cookie) : std::nullopt;
  if (!secret || secret->size() != kSecretBytes) return std::nullopt;
  SignIn sign_in(*secret);
  if (!equal_in_constant_time(sign_in.state(), state)) return std::nullopt;
  return sign_in;
}

std::string SignIn::state_hash() const {
  return hash_of(state_);
}

std::string SignIn::nonce() const {
  return derived("nonce", secret_);
}

std::string SignIn::code_verifier() const {
  return derived("code verifier", secret_);
}

std::string SignIn::code_challenge() const {
  return to_base64url(hash_of(code_verifier()));
}

void SignIn::set_cookie(fcgi::Response& response, const Config& config) const {
  response.add("Set-Cookie", header_of(state_, to_base64url(secret_), kSeconds, config));
}

void SignIn::clear_cookie(fcgi::Response& response, const Config& config) const {
  response.add("Set-Cookie", header_of(state_, "", 0, config));
}

bool may_return_to(std::string_view path) {
  if (path.size() > kMaxPath || !std::all_of(path.begin(), path.end(), plain)) return false;
  const std::string_view steps = path.substr(0, path.find_first_of("?#"));
  if (steps != "/cm" && steps != "/admin" && !steps.starts_with("/cm/") &&
      !steps.starts_with("/admin/")) {
    return false;
  }
  for (std::size_t at = 0; at < steps.size();) {
    const std::size_t end = std::min(steps.find('/', at + 1), steps.size());
    if (climbs(steps.substr(at + 1, end - at - 1))) return false;
    at = end;
  }
  return true;
}

}  // namespace assay::handlers::oidc_browser
