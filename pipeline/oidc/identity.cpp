// SPDX-License-Identifier: Apache-2.0
// Checks and reads claims.
#include "pipeline/oidc/identity.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/base/ascii.hpp"
#include "core/base/digest.hpp"
#include "core/json/utf8.hpp"

namespace assay::oidc {
namespace {

using Complaint = std::optional<std::string_view>;

// A token comes straight from the provider, so an old one was issued for something else.
constexpr std::chrono::seconds kMaxAge{600};
constexpr std::size_t kMaxSubject = 255;

double seconds_of(Timestamp at) {
  return std::chrono::duration<double>(at.time_since_epoch()).count();
}

Complaint audience_problem(const Json& claims, std::string_view client_id) {
  const Json audience = claims.get("aud");
  const auto party = claims.get("azp").as_string();
  if (claims.has("azp") && party != client_id) return "azp names another client";
  if (audience.as_string() == client_id) return std::nullopt;
  bool named = false;
  for (std::size_t i = 0; i < audience.size(); ++i) {
    if (!audience.at(i).is_string()) return "aud is not a list of names";
    named = named || audience.at(i).as_string() == client_id;
  }
  if (!audience.is_array() || !named) return "aud does not name this client";
  if (audience.size() > 1 && !party) return "aud names others too, and there is no azp";
  return std::nullopt;
}

Complaint time_problem(const Json& claims, const Expected& expected) {
  const double now = seconds_of(expected.now);
  const auto leeway = static_cast<double>(expected.leeway.count());
  const auto expires = claims.get("exp").as_number();
  const auto issued = claims.get("iat").as_number();
  const auto not_before = claims.get("nbf").as_number();
  if (!expires || !issued || claims.has("nbf") != not_before.has_value()) {
    return "exp, iat or nbf is missing or not a number";
  }
  if (*expires + leeway <= now) return "exp has passed";
  if (*issued - leeway > now) return "iat is in the future";
  if (*issued + leeway + static_cast<double>(kMaxAge.count()) <= now) return "iat is long ago";
  if (not_before && *not_before - leeway > now) return "nbf is in the future";
  return std::nullopt;
}

Complaint subject_problem(const Json& claims) {
  const auto subject = claims.get("sub").as_string();
  const auto plain = [](char c) { return c >= ' ' && c <= '~'; };
  const bool sound = subject && !subject->empty() && subject->size() <= kMaxSubject &&
                     std::all_of(subject->begin(), subject->end(), plain);
  return sound ? Complaint() : "sub is missing, too long or not plain text";
}

Complaint access_token_problem(const Json& claims, const Expected& expected) {
  if (!claims.has("at_hash")) return std::nullopt;
  const bool bound =
      !expected.access_token.empty() &&
      claims.get("at_hash").as_string() == at_hash(expected.access_token, expected.algorithm);
  return bound ? Complaint() : "at_hash is not that of the access token";
}

constexpr std::size_t kMaxEmail = 320;
constexpr std::size_t kMaxName = 200;

Json claim_of(const Claims& claims, std::string_view path) {
  Json told = claim_at(claims.token, path);
  return told.is_null() ? claim_at(claims.userinfo, path) : told;
}

// The address, if the provider reports it verified: only the JSON value true counts.
std::string verified_email(const Json& claims) {
  const auto email = claims.get("email").as_string();
  if (!email || claims.get("email_verified").as_bool() != true) return "";
  const auto plain = [](char c) { return c > ' ' && c != 0x7F; };
  const std::size_t at = email->find('@');
  const bool sound = email->size() <= kMaxEmail && at != std::string::npos && at > 0 &&
                     at + 1 < email->size() && std::all_of(email->begin(), email->end(), plain);
  return sound ? ascii_lower(*email) : "";
}

std::string name_of(const Claims& claims) {
  std::string name = utf8::storable(claim_of(claims, "name").as_string().value_or(""));
  return name.size() <= kMaxName ? name : "";
}

// The claim that names the tenant: a text, or a list of just one. With several, the choice would be
// arbitrary.
std::string tenant_of(const Claims& claims, const OidcSettings& settings) {
  if (settings.tenant_claim.empty()) return settings.tenant;
  const Json claim = claim_of(claims, settings.tenant_claim);
  if (claim.is_null()) return settings.tenant;
  const Json value = claim.is_array() && claim.size() == 1 ? claim.at(0) : claim;
  return value.as_string().value_or("");
}

std::optional<Role> role_of(const Claims& claims, const OidcSettings& settings) {
  const Json claim = claim_of(claims, settings.role_claim);
  const auto holds = [&claim](const std::string& value) {
    if (claim.as_string() == value) return true;
    for (std::size_t i = 0; i < claim.size(); ++i) {
      if (claim.at(i).as_string() == value) return true;
    }
    return false;
  };
  std::optional<Role> highest;
  for (const auto& [value, role] : settings.roles) {
    if ((!highest || role > *highest) && holds(value)) highest = role;
  }
  return highest;
}

}  // namespace

std::optional<std::string_view> claims_problem(const Json& claims, const Expected& expected) {
  if (claims.get("iss").as_string() != expected.issuer) return "iss is not the issuer";
  if (const auto problem = subject_problem(claims)) return problem;
  if (const auto problem = audience_problem(claims, expected.client_id)) return problem;
  if (const auto problem = time_problem(claims, expected)) return problem;
  if (expected.nonce.empty() || claims.get("nonce").as_string() != expected.nonce) {
    return "nonce is not that of this sign-in";
  }
  return access_token_problem(claims, expected);
}

std::string at_hash(std::string_view access_token, std::string_view algorithm) {
  // Ed25519 hashes with SHA-512 (RFC 8032). Of the other algorithms, only those with SHA-256 are
  // accepted.
  const EVP_MD* const hash = algorithm == "EdDSA" ? EVP_sha512() : EVP_sha256();
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (EVP_Digest(access_token.data(), access_token.size(), digest.data(), &length, hash, nullptr) !=
      1) {
    throw std::runtime_error("EVP_Digest failed");
  }
  return to_base64url({reinterpret_cast<const char*>(digest.data()), length / 2});
}

Identity identity_of(const Claims& claims, const OidcSettings& settings) {
  Identity identity;
  identity.issuer = settings.issuer;
  identity.subject = claims.token.get("sub").as_string().value_or("");
  identity.email = verified_email(claims.token.has("email") ? claims.token : claims.userinfo);
  identity.name = name_of(claims);
  identity.tenant = tenant_of(claims, settings);
  identity.role_governed = !settings.role_claim.empty();
  if (identity.role_governed) identity.role = role_of(claims, settings);
  return identity;
}

Json claim_at(const Json& claims, std::string_view path) {
  if (!claims.is_object()) return {};
  if (claims.has(path)) return claims.get(path);
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos;
       dot = path.find('.', dot + 1)) {
    const std::string_view name = path.substr(0, dot);
    if (!claims.has(name)) continue;
    Json below = claim_at(claims.get(name), path.substr(dot + 1));
    if (!below.is_null()) return below;
  }
  return {};
}

bool tells_enough(const Json& claims, const OidcSettings& settings) {
  const auto there = [&](const std::string& path) {
    return path.empty() || !claim_at(claims, path).is_null();
  };
  return claims.has("email") && there(settings.tenant_claim) && there(settings.role_claim);
}

Json to_json(const Identity& identity) {
  Json json = Json::object();
  json.set("issuer", identity.issuer)
      .set("subject", identity.subject)
      .set("email", identity.email)
      .set("name", identity.name)
      .set("tenant", identity.tenant);
  if (!identity.role_governed) return json.set("role", nullptr);
  return json.set("role", identity.role ? to_text(*identity.role) : std::string_view());
}

}  // namespace assay::oidc
