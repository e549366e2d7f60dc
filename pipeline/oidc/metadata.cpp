// SPDX-License-Identifier: Apache-2.0
// Reads and checks the discovery document.
#include "pipeline/oidc/metadata.hpp"

#include "core/settings/service_settings.hpp"
#include "core/trace/log.hpp"

namespace assay::oidc {
namespace {

bool lists(const Json& array, std::string_view wanted) {
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (array.at(i).as_string() == wanted) return true;
  }
  return false;
}

// nullopt when the endpoint is present but unusable; "" when it is absent.
std::optional<std::string> endpoint(const Json& document, std::string_view name) {
  const Json value = document.get(name);
  if (value.is_null()) return "";
  auto url = value.as_string();
  if (url && is_private_url(*url) && url->find('#') == std::string::npos) return url;
  return std::nullopt;
}

std::optional<Metadata> unusable(std::string_view why) {
  log::error("oidc_discovery_refused", {{"why", why}});
  return std::nullopt;
}

}  // namespace

std::string discovery_url(std::string_view issuer) {
  while (issuer.ends_with('/')) issuer.remove_suffix(1);
  return std::string(issuer) + "/.well-known/openid-configuration";
}

std::optional<Metadata> read_metadata(const Json& document, std::string_view issuer) {
  if (document.get("issuer").as_string() != issuer) {
    return unusable("its issuer is not the one that is configured");
  }
  const auto authorization = endpoint(document, "authorization_endpoint");
  const auto token = endpoint(document, "token_endpoint");
  const auto keys = endpoint(document, "jwks_uri");
  const auto userinfo = endpoint(document, "userinfo_endpoint");
  if (!authorization || !token || !keys || !userinfo || authorization->empty() || token->empty() ||
      keys->empty()) {
    return unusable("an endpoint is missing or not an https address");
  }
  const Json challenges = document.get("code_challenge_methods_supported");
  if (challenges.is_array() && !lists(challenges, "S256")) {
    return unusable("it does not support PKCE with S256");
  }
  const Json methods = document.get("token_endpoint_auth_methods_supported");
  Metadata metadata{*authorization, *token, *keys, *userinfo};
  // When the document does not name a method, the default is client_secret_basic.
  metadata.secret_in_body = methods.is_array() && !lists(methods, "client_secret_basic") &&
                            lists(methods, "client_secret_post");
  metadata.names_itself_in_answer =
      document.get("authorization_response_iss_parameter_supported").as_bool().value_or(false);
  return metadata;
}

}  // namespace assay::oidc
