// SPDX-License-Identifier: Apache-2.0
// Locates the model and the golden files for the tests, and compares vectors.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "pipeline/embed/embedder.hpp"
#include "pipeline/embed/tokenizer.hpp"

namespace assay::embed {

// ASSAY_MODEL_DIR, or the folder in which `npm ci` in pipeline/embed installs the package.
[[nodiscard]] std::filesystem::path model_dir();
// Loaded once per test program.
[[nodiscard]] const EmbeddedEmbedder& embedder();
[[nodiscard]] const Encoder& encoder();

struct GoldenLine {
  std::string text;
  std::vector<TokenId> ids;
  std::vector<float> vector;
};
// JSON lines {text, ids, vector}. Throws if the file has another format.
[[nodiscard]] std::vector<GoldenLine> read_golden(const std::filesystem::path& file);

[[nodiscard]] double cosine(std::span<const float> a, std::span<const float> b);
[[nodiscard]] double length(std::span<const float> a);
// The i-th of the contiguous vectors.
[[nodiscard]] std::span<const float> nth(std::span<const float> vectors, std::size_t i);

}  // namespace assay::embed
