// SPDX-License-Identifier: Apache-2.0
// The weights changed by training on pairs of requirements and evidence, compiled in:
// trained.weights. bench/judgement/train/README.md describes the training data and the gain.
#pragma once

#include <cstddef>
#include <span>

namespace assay::embed {

// The format that Weights::add_trained() reads.
[[nodiscard]] std::span<const std::byte> trained_weights();

}  // namespace assay::embed
