// SPDX-License-Identifier: Apache-2.0
// Reads and checks the settings of identity provider, language model and encoder.
#include "core/settings/service_settings.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/base/io.hpp"
#include "core/json/json.hpp"

namespace assay {
namespace {

constexpr std::string_view kCallback = "/api/auth/oidc/callback";

// Parses "value=ROLE" pairs; a value may itself contain an equals sign.
std::vector<std::pair<std::string, Role>> read_roles(SettingReader& reader) {
  constexpr std::string_view kName = "ASSAY_OIDC_ROLES";
  std::vector<std::pair<std::string, Role>> roles;
  for (const std::string& item : reader.list(kName)) {
    const std::size_t equals = item.rfind('=');
    const auto role =
        equals == std::string::npos ? std::nullopt : from_text<Role>(item.substr(equals + 1));
    if (!role || equals == 0) {
      reader.complain(kName,
                      "must be pairs value=ROLE with commas between, where ROLE is VIEWER, "
                      "MEMBER, ADMIN or SUPER_ADMIN");
      continue;
    }
    roles.emplace_back(item.substr(0, equals), *role);
  }
  return roles;
}

std::string read_scopes(SettingReader& reader) {
  constexpr std::string_view kName = "ASSAY_OIDC_SCOPES";
  const std::vector<std::string> scopes = reader.list(kName, ' ');
  if (std::find(scopes.begin(), scopes.end(), "openid") == scopes.end()) {
    reader.complain(kName, "must have openid among its scopes, which are separated by blanks");
  }
  std::string joined;
  for (const std::string& scope : scopes) joined.append(joined.empty() ? "" : " ").append(scope);
  return joined;
}

std::string read_url(SettingReader& reader, std::string_view name) {
  std::string url = reader.text(name);
  if (!is_private_url(url) || url.find_first_of("?#") != std::string::npos) {
    reader.complain(name,
                    "must be an https address without query and fragment (http on the "
                    "loopback interface only)");
  }
  return url;
}

}  // namespace

OidcSettings read_oidc_settings(SettingReader& reader) {
  OidcSettings settings;
  settings.client_secret = reader.text("ASSAY_OIDC_CLIENT_SECRET");
  settings.scopes = read_scopes(reader);
  settings.tenant_claim = reader.text("ASSAY_OIDC_TENANT_CLAIM");
  settings.tenant = reader.text("ASSAY_OIDC_TENANT");
  settings.role_claim = reader.text("ASSAY_OIDC_ROLE_CLAIM");
  settings.roles = read_roles(reader);
  settings.provision = reader.flag("ASSAY_OIDC_PROVISION");
  settings.client_id = reader.text("ASSAY_OIDC_CLIENT_ID");
  if (reader.text("ASSAY_OIDC_ISSUER").empty()) return settings;
  settings.issuer = read_url(reader, "ASSAY_OIDC_ISSUER");
  settings.redirect_url = read_url(reader, "ASSAY_PUBLIC_URL");
  while (settings.redirect_url.ends_with('/')) settings.redirect_url.pop_back();
  settings.redirect_url.append(kCallback);
  if (settings.client_id.empty()) {
    reader.complain("ASSAY_OIDC_CLIENT_ID", "is required with ASSAY_OIDC_ISSUER");
  }
  if (settings.tenant.empty() && settings.tenant_claim.empty()) {
    reader.complain("ASSAY_OIDC_TENANT", "or ASSAY_OIDC_TENANT_CLAIM is required");
  }
  if (settings.roles.empty() != settings.role_claim.empty()) {
    reader.complain("ASSAY_OIDC_ROLES", "and ASSAY_OIDC_ROLE_CLAIM go together");
  }
  return settings;
}

bool is_private_url(std::string_view url) {
  constexpr std::string_view kHttps = "https://";
  constexpr std::string_view kHttp = "http://";
  const bool secure = url.starts_with(kHttps);
  if (!secure && !url.starts_with(kHttp)) return false;
  const auto plain = [](char c) { return c > ' ' && c < 0x7F && c != '\\' && c != '"'; };
  if (!std::all_of(url.begin(), url.end(), plain)) return false;
  std::string_view authority = url.substr(secure ? kHttps.size() : kHttp.size());
  authority = authority.substr(0, authority.find_first_of("/?#"));
  if (authority.empty() || authority.find('@') != std::string_view::npos) return false;
  const std::size_t after = authority.front() == '[' ? authority.find(']') : 0;
  if (after == std::string_view::npos) return false;
  const std::string_view host = authority.substr(0, authority.find(':', after));
  if (host.empty()) return false;
  return secure || host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

namespace {

constexpr std::string_view kUrl = "ASSAY_LLM_BASE_URL";

std::string read_base_url(SettingReader& reader) {
  std::string url = reader.text(kUrl);
  const bool http = url.starts_with("http://") || url.starts_with("https://");
  const auto plain = [](char c) { return c > ' ' && c < 0x7F && c != '"' && c != '\\'; };
  if (!url.empty() && (!http || !std::all_of(url.begin(), url.end(), plain) ||
                       url.find_first_of("?#@") != std::string::npos)) {
    reader.complain(kUrl, "must be an http or https address without user, query and fragment");
  }
  while (url.ends_with('/')) url.pop_back();
  return url;
}

}  // namespace

LlmSettings read_llm_settings(SettingReader& reader) {
  constexpr double kMaxPrice = 1e6;
  LlmSettings settings;
  settings.base_url = read_base_url(reader);
  settings.model = reader.text("ASSAY_LLM_MODEL");
  settings.api_key = reader.text("ASSAY_LLM_API_KEY");
  settings.max_concurrency = static_cast<int>(reader.whole("ASSAY_LLM_MAX_CONCURRENCY", 1, 64));
  settings.price_input = reader.amount("ASSAY_LLM_PRICE_INPUT", kMaxPrice);
  settings.price_output = reader.amount("ASSAY_LLM_PRICE_OUTPUT", kMaxPrice);
  settings.evidence_tokens =
      static_cast<std::size_t>(reader.whole("ASSAY_LLM_EVIDENCE_TOKENS", 500, 1'000'000));
  settings.second_opinion = reader.flag("ASSAY_LLM_SECOND_OPINION");
  settings.expand = reader.flag("ASSAY_LLM_EXPAND");
  const auto printable = [](char c) { return c > ' ' && c < 0x7F; };
  if (!std::all_of(settings.api_key.begin(), settings.api_key.end(), printable)) {
    reader.complain("ASSAY_LLM_API_KEY", "must be printable characters without blanks");
  }
  if (!settings.enabled()) return settings;
  if (settings.model.empty()) {
    reader.complain("ASSAY_LLM_MODEL", "is required with ASSAY_LLM_BASE_URL");
  }
  if (!settings.api_key.empty() && !is_private_url(settings.base_url)) {
    reader.complain(kUrl,
                    "must be an https address if a key is set (http on the loopback "
                    "interface only)");
  }
  return settings;
}

std::string model_package_id(const std::string& model_dir) {
  const std::string file = model_dir + "/package.json";
  std::string why = "no name and version";
  const auto package = Json::parse(read_file(file), &why);
  const auto name = package ? package->get("name").as_string() : std::nullopt;
  const auto version = package ? package->get("version").as_string() : std::nullopt;
  if (!name || !version) throw std::runtime_error(file + ": " + why);
  return *name + "@" + *version + "+assay." + std::to_string(kTrainedRevision);
}

std::string read_ocr_languages(SettingReader& reader) {
  constexpr std::string_view kName = "ASSAY_OCR_LANGUAGES";
  std::string languages = reader.text(kName);
  const bool plain = std::all_of(languages.begin(), languages.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '+';
  });
  if (!plain) reader.complain(kName, "must name languages such as eng+deu, not " + languages);
  return languages;
}

}  // namespace assay
