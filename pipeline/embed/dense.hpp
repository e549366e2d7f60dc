// SPDX-License-Identifier: Apache-2.0
// A dense map out = in * W + bias, with weights packed once in the form that the kernels read.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pipeline/embed/kernels.hpp"

namespace assay::embed {

class Dense {
 public:
  // weights: row-major [inputs x outputs]; bias: one per output. outputs is a multiple of
  // kWidestPanel.
  Dense(std::span<const float> weights, std::span<const float> bias, const Kernels& kernels);

  // in: [rows x inputs], out: [rows x outputs], both contiguous.
  void apply(const float* in, std::size_t rows, float* out, Finish finish = Finish::Set) const;

  [[nodiscard]] std::size_t inputs() const noexcept { return inputs_; }
  [[nodiscard]] std::size_t outputs() const noexcept { return bias_.size(); }

 private:
  const Kernels* kernels_;
  std::size_t inputs_;
  std::vector<float> panels_;  // consecutive panels, each [inputs x kernels_->panel]
  std::vector<float> bias_;
};

}  // namespace assay::embed
