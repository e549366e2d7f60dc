// SPDX-License-Identifier: Apache-2.0
// Where the tests find the model, the golden files, and how vectors are compared.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "pipeline/embed/embedder.hpp"
#include "pipeline/embed/tokenizer.hpp"

namespace assay::embed {

// ASSAY_MODEL_DIR, or where `npm ci` in pipeline/embed puts the package.
[[nodiscard]] std::filesystem::path model_dir();
// Loaded once per test program.
[[nodiscard]] const EmbeddedEmbedder& embedder();
[[nodiscard]] const Encoder& encoder();

struct GoldenLine {
  std::string text;
  std::vector<TokenId> ids;
  std::vector<float> vector;
};
// JSON lines {text, ids, vector}. Throws if the file is not such.
[[nodiscard]] std::vector<GoldenLine> read_golden(const std::filesystem::path& file);

[[nodiscard]] double cosine(std::span<const float> a, std::span<const float> b);
[[nodiscard]] double length(std::span<const float> a);
// The i-th of the vectors that lie one behind the other.
[[nodiscard]] std::span<const float> nth(std::span<const float> vectors, std::size_t i);

}  // namespace assay::embed
