// SPDX-License-Identifier: Apache-2.0
// The fitted model of support: predicts from the signals of a requirement and a text whether the
// text shows the requirement. Weights are data (chunks.weights and sentences.weights, written by
// bench/judgement/train/fit_support.py) and are compiled in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/assess/support/signals.hpp"

namespace assay::assess {

// Probabilities of how one text relates to a requirement. They add up to 1.
struct Support {
  double shows = 0;        // all of it
  double part = 0;         // some of it, or in less measure
  double contradicts = 0;  // that it is not so
  double neither = 1;
};

class SupportModel {
 public:
  // Throws std::runtime_error that says what is wrong with the weights.
  explicit SupportModel(std::span<const std::byte> weights);
  // The compiled-in models: for a requirement and a chunk, and for a sub-check and a sentence.
  [[nodiscard]] static const SupportModel& of_chunks();
  [[nodiscard]] static const SupportModel& of_sentences();

  // Sums run in a fixed order in double precision: the same on every machine.
  [[nodiscard]] Support of(const Signals& signals) const;

 private:
  static constexpr std::size_t kAnswers = 4;
  static constexpr std::size_t kInputs = kSignalNames.size() + kAnswers;

  std::vector<float> cues_;              // [kCueBuckets x kAnswers], of a linear model of cues
  std::array<double, kAnswers> bias_{};  // its bias
  std::array<double, kInputs> mean_{};   // of each input, to be taken away...
  std::array<double, kInputs> scale_{};  // ...and what it is divided by then
  std::size_t hidden_ = 0;
  std::vector<double> in_;       // [hidden x kInputs]
  std::vector<double> in_bias_;  // [hidden]
  std::vector<double> out_;      // [kAnswers x hidden]
  std::vector<double> across_;   // [kAnswers x kInputs], past the hidden units
  std::array<double, kAnswers> out_bias_{};
};

}  // namespace assay::assess
