// SPDX-License-Identifier: Apache-2.0
// Computes how near texts are to each other by the embedded encoder.
//
//   nearness MODEL_DIR TEXTS >COSINES
//
// TEXTS: one per line. COSINES: a JSON array per line, of one text with each text of the file in
// order.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/json/json.hpp"
#include "pipeline/embed/embedder.hpp"

namespace {

using namespace assay;

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(std::move(line));
  return out;
}

double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

void run(const std::string& model, const std::string& path) {
  const embed::EmbeddedEmbedder embedder{std::filesystem::path(model)};
  const std::vector<std::string> texts = lines_of(path);
  const std::vector<float> vectors = embedder.embed(texts);  // of length 1
  const auto width = static_cast<std::size_t>(embedder.dimensions());
  const auto vector = [&](std::size_t i) { return std::span(vectors).subspan(i * width, width); };
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Json row = Json::array();
    for (std::size_t k = 0; k < texts.size(); ++k) row.push(dot(vector(i), vector(k)));
    std::puts(row.dump().c_str());
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::fputs("nearness MODEL_DIR TEXTS\n", stderr);
    return 2;
  }
  run(argv[1], argv[2]);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "nearness: %s\n", error.what());
  return 1;
}
