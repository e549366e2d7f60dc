// SPDX-License-Identifier: Apache-2.0
// Settings of the language model that may judge requirements: its address and its prices.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/settings/setting_reader.hpp"

namespace assay {

struct LlmSettings {
  std::string base_url;  // "": no model, and the other settings are ignored. No trailing slash
  std::string model;
  std::string api_key;  // "": none is sent. The API does without it. Never logged.
  int max_concurrency = 4;
  std::optional<double> price_input;     // USD per million tokens
  std::optional<double> price_output;    // USD per million tokens
  std::size_t evidence_tokens = 12'000;  // of all passages that the model is shown at once
  bool second_opinion = false;

  [[nodiscard]] bool enabled() const noexcept { return !base_url.empty(); }
};

// Reports to the reader an invalid address, a key that would be sent in the clear, and an address
// without a model name.
[[nodiscard]] LlmSettings read_llm_settings(SettingReader& reader);

}  // namespace assay
