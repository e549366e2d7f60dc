// SPDX-License-Identifier: Apache-2.0
// Creates and reads the refresh cookie.
#include "handlers/auth/refresh_cookie.hpp"

#include <algorithm>

#include "core/base/digest.hpp"
#include "handlers/http/cookies.hpp"

namespace assay::handlers::refresh_cookie {
namespace {

constexpr std::string_view kName = "assay_refresh";
constexpr std::size_t kUuidLength = 36;
constexpr std::size_t kSecretBytes = 32;

// The name has no __Host- prefix. Such a cookie must have Path=/ and would go with every request;
// this one goes to /api/auth only.
std::string header_of(std::string_view value, std::int64_t max_age, const Config& config) {
  std::string header(kName);
  header.append("=").append(value);
  header.append("; Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age=");
  header.append(std::to_string(max_age));
  if (config.cookie_secure) header.append("; Secure");
  return header;
}

std::optional<Value> parse(std::string_view text) {
  if (text.size() <= kUuidLength || text[kUuidLength] != '.') return std::nullopt;
  const auto tenant = TenantId::parse(text.substr(0, kUuidLength));
  const auto secret = from_base64url(text.substr(kUuidLength + 1));
  if (!tenant || !secret || secret->size() != kSecretBytes) return std::nullopt;
  return Value{*tenant, std::string(text)};
}

}  // namespace

std::string Value::hash() const {
  const Sha256Bytes digest = sha256(text);
  return {digest.begin(), digest.end()};
}

Value fresh(const TenantId& tenant) {
  return {tenant, tenant.value + "." + to_base64url(random_bytes(kSecretBytes))};
}

std::optional<Value> of(const fcgi::Request& request) {
  const auto text = cookie_of(request, kName);
  return text ? parse(*text) : std::nullopt;
}

void set(fcgi::Response& response, const Value& value, std::chrono::seconds lifetime,
         const Config& config) {
  response.add("Set-Cookie", header_of(value.text, lifetime.count(), config));
}

void clear(fcgi::Response& response, const Config& config) {
  response.add("Set-Cookie", header_of("", 0, config));
}

bool same_origin(const fcgi::Request& request, const Config& config) {
  const auto origin = request.header("Origin");
  if (!origin) return true;
  const auto& allowed = config.cors_origins;
  if (std::find(allowed.begin(), allowed.end(), *origin) != allowed.end()) return true;
  const std::size_t host = origin->find("://");
  return host != std::string::npos &&
         origin->substr(host + std::string_view("://").size()) == request.header("Host");
}

}  // namespace assay::handlers::refresh_cookie
