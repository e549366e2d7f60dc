// SPDX-License-Identifier: Apache-2.0
// Packs weights into panels and multiplies with them.
#include "pipeline/embed/dense.hpp"

#include <algorithm>

namespace assay::embed {

Dense::Dense(std::span<const float> weights, std::span<const float> bias, const Kernels& kernels)
    : kernels_(&kernels),
      inputs_(weights.size() / bias.size()),
      panels_(weights.size()),
      bias_(bias.begin(), bias.end()) {
  auto to = panels_.begin();
  for (std::size_t column = 0; column < outputs(); column += kernels.panel) {
    for (std::size_t row = 0; row < inputs_; ++row) {
      to = std::copy_n(weights.begin() + static_cast<std::ptrdiff_t>(row * outputs() + column),
                       kernels.panel, to);
    }
  }
}

void Dense::apply(const float* in, std::size_t rows, float* out, Finish finish) const {
  kernels_->multiply({.a = in,
                      .a_stride = inputs_,
                      .b = panels_.data(),
                      .panel_stride = inputs_ * kernels_->panel,
                      .row_stride = kernels_->panel,
                      .bias = bias_.data(),
                      .c = out,
                      .c_stride = outputs(),
                      .rows = rows,
                      .columns = outputs(),
                      .depth = inputs_,
                      .finish = finish});
}

}  // namespace assay::embed
