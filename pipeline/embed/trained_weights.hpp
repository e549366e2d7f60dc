// SPDX-License-Identifier: Apache-2.0
// The weights that training on pairs of requirements and evidence changed, compiled in:
// trained.weights. bench/judgement/train/README.md says what they were trained on and what they
// gained.
#pragma once

#include <cstddef>
#include <span>

namespace assay::embed {

// In the form of Weights::add_trained().
[[nodiscard]] std::span<const std::byte> trained_weights();

}  // namespace assay::embed
