// SPDX-License-Identifier: Apache-2.0
// Settings of the identity provider, the language model and the encoder.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/states.hpp"
#include "core/settings/setting_reader.hpp"

namespace assay {

// Settings of single sign-on (OpenID Connect): the provider, and how its claims map to Assay.
struct OidcSettings {
  std::string issuer;  // "": no single sign-on, and the other settings are ignored
  std::string client_id;
  std::string client_secret;                        // "": a public client. The API does without it.
  std::string redirect_url;                         // of the callback route
  std::string scopes;                               // separated by single blanks, including openid
  std::string tenant_claim;                         // names separated by dots; "": none
  std::string tenant;                               // name or id; "": none
  std::string role_claim;                           // a path as above; "": roles are set in Assay
  std::vector<std::pair<std::string, Role>> roles;  // value of the role claim, and its role
  bool provision = false;

  [[nodiscard]] bool enabled() const noexcept { return !issuer.empty(); }
};

// Reports to the reader an issuer or public address that is neither https nor on this machine, and
// missing settings that single sign-on needs.
[[nodiscard]] OidcSettings read_oidc_settings(SettingReader& reader);

// Whether what is sent to this address is protected from eavesdropping: https, or http on the
// loopback interface (localhost, 127.0.0.1, [::1]). False for malformed addresses and those with a
// user.
[[nodiscard]] bool is_private_url(std::string_view url);

// Settings of the language model that may judge requirements: its address and its prices.
struct LlmSettings {
  std::string base_url;  // "": no model, and all but `expand` is ignored. No trailing slash
  std::string model;
  std::string api_key;  // "": none is sent. The API does without it. Never logged.
  int max_concurrency = 4;
  std::optional<double> price_input;     // USD per million tokens
  std::optional<double> price_output;    // USD per million tokens
  std::size_t evidence_tokens = 12'000;  // of all passages that the model is shown at once
  bool second_opinion = false;
  bool expand = false;  // search with phrases of a model; without a server, with those stored

  [[nodiscard]] bool enabled() const noexcept { return !base_url.empty(); }
};

// Reports to the reader an invalid address, a key that would be sent in the clear, and an address
// without a model name.
[[nodiscard]] LlmSettings read_llm_settings(SettingReader& reader);

// The name under which the embedded encoder's vectors are stored and that runs pin.

// Counts the trainings of the weights that are part of the program
// (pipeline/embed/trained.weights). Vectors of another revision are computed again.
inline constexpr int kTrainedRevision = 1;

// Returns "name@version+assay.revision" from <model_dir>/package.json. Throws IoError, or
// std::runtime_error when the file lacks them.
[[nodiscard]] std::string model_package_id(const std::string& model_dir);

// ASSAY_OCR_LANGUAGES: names joined by "+", which become names of files.
[[nodiscard]] std::string read_ocr_languages(SettingReader& reader);

}  // namespace assay
