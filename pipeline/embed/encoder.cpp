// SPDX-License-Identifier: Apache-2.0
// The forward pass around the two layers: embedding, timing signal, mean, and top map.
#include "pipeline/embed/encoder.hpp"

#include <algorithm>
#include <utility>

namespace assay::embed {
namespace {

// Rows of a group of texts: enough to amortise loading the weights, few enough that the data passed
// between layers stays in the cache.
constexpr std::size_t kGroupRows = 256;

std::size_t clipped(const std::vector<TokenId>& ids) {
  return std::min(ids.size(), Encoder::kWindow);
}

// Buffers for one group of texts, kept for the thread's lifetime, since it embeds repeatedly.
struct Buffers {
  std::vector<std::size_t> lengths;
  std::vector<float> embedded;
  std::vector<float> middle;
  std::vector<float> last;
  Scratch scratch;
};

Buffers& buffers_of_thread() {
  thread_local Buffers buffers;
  return buffers;
}

// The mean over a text's rows; zero for a text without tokens.
void mean_of(const float* rows, std::size_t count, std::size_t width, float* out) {
  std::fill_n(out, width, 0.0F);
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t j = 0; j < width; ++j) out[j] += rows[row * width + j];
  }
  const auto divisor = static_cast<float>(std::max<std::size_t>(count, 1));
  for (std::size_t j = 0; j < width; ++j) out[j] /= divisor;
}

}  // namespace

Encoder::Encoder(std::vector<float> embeddings, std::vector<float> positions, Layer first,
                 Layer second, Dense top, const Kernels& kernels)
    : kernels_(&kernels),
      embeddings_(std::move(embeddings)),
      positions_(std::move(positions)),
      first_(std::move(first)),
      second_(std::move(second)),
      top_(std::move(top)) {}

std::size_t Encoder::vocabulary_size() const noexcept {
  return embeddings_.size() / first_.inputs();
}

std::vector<float> Encoder::encode(std::span<const std::vector<TokenId>> texts) const {
  std::vector<float> out(texts.size() * kDimensions);
  for (std::size_t begin = 0; begin < texts.size();) {
    std::size_t end = begin;
    for (std::size_t rows = 0; end < texts.size() && rows < kGroupRows; ++end) {
      rows += std::max<std::size_t>(clipped(texts[end]), 1);
    }
    encode_group(texts.subspan(begin, end - begin), out.data() + begin * kDimensions);
    begin = end;
  }
  return out;
}

void Encoder::encode_group(std::span<const std::vector<TokenId>> texts, float* out) const {
  const std::size_t width = first_.inputs();
  Buffers& buffers = buffers_of_thread();
  buffers.lengths.clear();
  buffers.embedded.clear();
  for (const std::vector<TokenId>& ids : texts) {
    buffers.lengths.push_back(clipped(ids));
    for (std::size_t position = 0; position < clipped(ids); ++position) {
      const float* token = embeddings_.data() + static_cast<std::size_t>(ids[position]) * width;
      const float* time = positions_.data() + position * width;
      // The graph adds the embedding twice: once plain, once with the timing signal.
      for (std::size_t j = 0; j < width; ++j) {
        buffers.embedded.push_back(token[j] + (token[j] + time[j]));
      }
    }
  }
  const std::size_t rows = buffers.embedded.size() / width;
  buffers.middle.resize(std::max(buffers.middle.size(), rows * first_.outputs()));
  buffers.last.resize(std::max(buffers.last.size(), rows * second_.outputs()));
  first_.apply(buffers.embedded.data(), buffers.lengths, buffers.middle.data(), buffers.scratch);
  second_.apply(buffers.middle.data(), buffers.lengths, buffers.last.data(), buffers.scratch);

  // buffers.middle is free now: it takes the means, which may outnumber the rows (empty texts).
  buffers.middle.resize(std::max(buffers.middle.size(), texts.size() * kDimensions));
  const float* text_rows = buffers.last.data();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    mean_of(text_rows, buffers.lengths[i], kDimensions, buffers.middle.data() + i * kDimensions);
    text_rows += buffers.lengths[i] * kDimensions;
  }
  top_.apply(buffers.middle.data(), texts.size(), out);
  kernels_->unit_tanh(out, texts.size(), kDimensions);
}

}  // namespace assay::embed
