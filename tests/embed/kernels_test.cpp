// SPDX-License-Identifier: Apache-2.0
// Compares every instruction set's inner loops with the same sums in plain double arithmetic.
#include "pipeline/embed/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "pipeline/embed/layer.hpp"

namespace assay::embed {
namespace {

class KernelsTest : public ::testing::TestWithParam<InstructionSet> {
 protected:
  void SetUp() override {
    kernels_ = kernels_of(GetParam());
    if (kernels_ == nullptr) GTEST_SKIP() << "this processor lacks the instruction set";
  }

  std::vector<float> numbers(std::size_t count, float scale = 1) {
    std::normal_distribution<float> normal(0, scale);
    std::vector<float> out(count);
    for (float& value : out) value = normal(random_);
    return out;
  }

  const Kernels* kernels_ = nullptr;
  std::mt19937 random_{11};
};

TEST_P(KernelsTest, products_of_all_heights) {
  constexpr std::size_t kDepth = 37;
  constexpr std::size_t kColumns = 64;
  const std::vector<float> w = numbers(kDepth * kColumns);
  const std::vector<float> bias = numbers(kColumns);
  const Dense dense(w, bias, *kernels_);
  for (std::size_t rows = 1; rows < 45; ++rows) {
    const std::vector<float> in = numbers(rows * kDepth);
    const std::vector<float> before = numbers(rows * kColumns);
    for (const Finish finish : {Finish::Set, Finish::Relu, Finish::Add}) {
      std::vector<float> out = before;
      dense.apply(in.data(), rows, out.data(), finish);
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < kColumns; ++j) {
          double sum = double{bias[j]};
          for (std::size_t k = 0; k < kDepth; ++k) {
            sum += double{in[i * kDepth + k]} * double{w[k * kColumns + j]};
          }
          if (finish == Finish::Relu) sum = std::max(sum, 0.0);
          if (finish == Finish::Add) sum += double{before[i * kColumns + j]};
          ASSERT_NEAR(double{out[i * kColumns + j]}, sum, 1e-4) << rows << ": " << i << ", " << j;
        }
      }
    }
  }
}

TEST_P(KernelsTest, layer_norm) {
  constexpr std::size_t kRows = 3;
  constexpr std::size_t kWidth = 256;
  const std::vector<float> in = numbers(kRows * kWidth, 4);
  const std::vector<float> scale = numbers(kWidth);
  const std::vector<float> bias = numbers(kWidth);
  std::vector<float> out(in.size());
  kernels_->layer_norm(in.data(), kRows, kWidth, scale.data(), bias.data(), out.data());
  for (std::size_t row = 0; row < kRows; ++row) {
    const float* x = in.data() + row * kWidth;
    double mean = 0;
    for (std::size_t j = 0; j < kWidth; ++j) mean += double{x[j]} / kWidth;
    double variance = 0;
    for (std::size_t j = 0; j < kWidth; ++j) {
      variance += (double{x[j]} - mean) * (double{x[j]} - mean) / kWidth;
    }
    for (std::size_t j = 0; j < kWidth; ++j) {
      const double expected =
          (double{x[j]} - mean) / std::sqrt(variance + 1e-6) * double{scale[j]} + double{bias[j]};
      EXPECT_NEAR(double{out[row * kWidth + j]}, expected, 1e-5);
    }
  }
}

TEST_P(KernelsTest, softmax_of_the_counted_values) {
  constexpr std::size_t kWidth = 64;
  for (const std::size_t count : {1U, 15U, 16U, 17U, 33U, 64U}) {
    // Far enough apart that some shares vanish.
    const std::vector<float> in = numbers(2 * kWidth, 100);
    std::vector<float> out = in;
    kernels_->softmax(out.data(), 2, count, kWidth, 0.5F);
    for (std::size_t row = 0; row < 2; ++row) {
      const float* x = in.data() + row * kWidth;
      const double peak = double{*std::max_element(x, x + count)};
      double sum = 0;
      for (std::size_t j = 0; j < count; ++j) sum += std::exp(0.5 * (double{x[j]} - peak));
      for (std::size_t j = 0; j < kWidth; ++j) {
        const double expected = j < count ? std::exp(0.5 * (double{x[j]} - peak)) / sum : 0;
        ASSERT_NEAR(double{out[row * kWidth + j]}, expected, 1e-6) << count << ": " << j;
      }
    }
  }
}

TEST_P(KernelsTest, unit_tanh) {
  std::vector<float> in = numbers(64, 2);
  in[0] = 500;
  in[1] = -500;
  std::vector<float> out = in;
  kernels_->unit_tanh(out.data(), 1, out.size());
  double squares = 0;
  for (const float x : in) squares += std::tanh(double{x}) * std::tanh(double{x});
  for (std::size_t i = 0; i < in.size(); ++i) {
    EXPECT_NEAR(double{out[i]}, std::tanh(double{in[i]}) / std::sqrt(squares), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(All, KernelsTest,
                         ::testing::Values(InstructionSet::Base, InstructionSet::Avx2,
                                           InstructionSet::Avx512));

}  // namespace
}  // namespace assay::embed
