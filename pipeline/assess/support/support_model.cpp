// SPDX-License-Identifier: Apache-2.0
// A linear model of cues, and a network of one hidden layer over its answers and the other signals.
#include "pipeline/assess/support/support_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace assay::assess {
namespace {

constexpr std::string_view kMagic = "ASSAYS1\n";

// Reads little-endian numbers from the front; throws where none is left.
class WeightsReader {
 public:
  explicit WeightsReader(std::span<const std::byte> bytes) : bytes_(bytes) {
    const auto magic = take(kMagic.size());
    if (std::memcmp(magic.data(), kMagic.data(), kMagic.size()) != 0) {
      throw std::runtime_error("support weights: not a file of them");
    }
  }
  std::uint32_t whole() {
    std::uint32_t out = 0;
    const auto from = take(sizeof out);
    for (std::size_t i = 0; i < sizeof out; ++i) {
      out |= std::to_integer<std::uint32_t>(from[i]) << (8 * i);
    }
    return out;
  }
  float number() {
    const float out = std::bit_cast<float>(whole());
    if (!std::isfinite(out)) throw std::runtime_error("support weights: a number is not finite");
    return out;
  }
  // IEEE 754 half precision.
  float half() {
    const auto from = take(2);
    const auto bits =
        std::to_integer<std::uint32_t>(from[0]) | std::to_integer<std::uint32_t>(from[1]) << 8U;
    const std::uint32_t exponent = (bits >> 10U) & 31U;
    const auto fraction = static_cast<double>(bits & 1023U) / 1024;
    if (exponent == 31) throw std::runtime_error("support weights: a number is not finite");
    const double size = exponent == 0 ? std::ldexp(fraction, -14)
                                      : std::ldexp(1 + fraction, static_cast<int>(exponent) - 15);
    return static_cast<float>((bits & 0x8000U) != 0 ? -size : size);
  }
  template <typename Numbers>
  void numbers(Numbers& out) {
    for (auto& one : out) one = number();
  }
  void end() const {
    if (!bytes_.empty()) throw std::runtime_error("support weights: longer than expected");
  }

 private:
  std::span<const std::byte> take(std::size_t count) {
    if (bytes_.size() < count) throw std::runtime_error("support weights: cut short");
    const auto out = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return out;
  }

  std::span<const std::byte> bytes_;
};

}  // namespace

SupportModel::SupportModel(std::span<const std::byte> weights) {
  WeightsReader reader(weights);
  if (reader.whole() != kSignalNames.size() || reader.whole() != kCueBuckets) {
    throw std::runtime_error("support weights: made from other signals");
  }
  hidden_ = reader.whole();
  if (hidden_ == 0 || hidden_ > 1024) throw std::runtime_error("support weights: no such layer");
  reader.numbers(bias_);
  reader.numbers(mean_);
  reader.numbers(scale_);
  in_.resize(hidden_ * kInputs);
  in_bias_.resize(hidden_);
  out_.resize(kAnswers * hidden_);
  across_.resize(kAnswers * kInputs);
  reader.numbers(in_);
  reader.numbers(in_bias_);
  reader.numbers(out_);
  reader.numbers(across_);
  reader.numbers(out_bias_);
  cues_.resize(std::size_t{kCueBuckets} * kAnswers);
  for (float& one : cues_) one = reader.half();
  reader.end();
}

Support SupportModel::of(const Signals& signals) const {
  std::array<double, kInputs> input{};
  std::ranges::copy(signals.values, input.begin());
  for (std::size_t k = 0; k < kAnswers; ++k) {
    double sum = bias_[k];
    for (const std::uint32_t cue : signals.cues) sum += cues_[cue * kAnswers + k];
    input[kSignalNames.size() + k] = sum;
  }
  for (std::size_t i = 0; i < kInputs; ++i) {
    input[i] = std::clamp((input[i] - mean_[i]) / scale_[i], -5.0, 5.0);
  }
  std::array<double, kAnswers> answer = out_bias_;
  for (std::size_t k = 0; k < kAnswers; ++k) {
    for (std::size_t i = 0; i < kInputs; ++i) answer[k] += across_[k * kInputs + i] * input[i];
  }
  for (std::size_t h = 0; h < hidden_; ++h) {
    double sum = in_bias_[h];
    for (std::size_t i = 0; i < kInputs; ++i) sum += in_[h * kInputs + i] * input[i];
    if (sum <= 0) continue;
    for (std::size_t k = 0; k < kAnswers; ++k) answer[k] += out_[k * hidden_ + h] * sum;
  }
  const double most = std::ranges::max(answer);
  double whole = 0;
  for (double& one : answer) whole += one = std::exp(one - most);
  return {answer[0] / whole, answer[1] / whole, answer[2] / whole, answer[3] / whole};
}

}  // namespace assay::assess
