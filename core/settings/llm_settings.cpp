// SPDX-License-Identifier: Apache-2.0
// Reads and checks the language model's settings.
#include "core/settings/llm_settings.hpp"

#include <algorithm>

#include "core/settings/oidc_settings.hpp"

namespace assay {
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

}  // namespace assay
