// SPDX-License-Identifier: Apache-2.0
// Reads an identity from claims.
#include "pipeline/oidc/identity.hpp"

#include <algorithm>

#include "core/base/ascii.hpp"
#include "core/json/utf8.hpp"

namespace assay::oidc {
namespace {

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
