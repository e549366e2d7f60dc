// SPDX-License-Identifier: Apache-2.0
// Compiles in trained.weights.
#include "pipeline/embed/model_weights.hpp"

#include "core/base/embedded_file.hpp"

ASSAY_EMBEDDED_FILE(assay_trained_weights, ASSAY_TRAINED_WEIGHTS);

namespace assay::embed {

std::span<const std::byte> trained_weights() {
  return {assay_trained_weights_begin, assay_trained_weights_end};
}

}  // namespace assay::embed
