// SPDX-License-Identifier: Apache-2.0
// Settings of the language model that may judge requirements: where it is, and what it costs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/setting_reader.hpp"

namespace assay {

struct LlmSettings {
  std::string base_url;  // "": there is no model, and nothing else here counts. No slash at its end
  std::string model;
  std::string api_key;  // "": none is sent. The API does without it. Never logged.
  int max_concurrency = 4;
  std::optional<double> price_input;     // USD per million tokens
  std::optional<double> price_output;    // USD per million tokens
  std::size_t evidence_tokens = 12'000;  // of all passages that the model is shown at once
  bool second_opinion = false;

  [[nodiscard]] bool enabled() const noexcept { return !base_url.empty(); }
};

// Complains to the reader about an address that is none, about a key that would travel in the
// clear, and about a server without a model's name.
[[nodiscard]] LlmSettings read_llm_settings(SettingReader& reader);

}  // namespace assay
