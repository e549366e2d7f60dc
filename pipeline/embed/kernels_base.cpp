// SPDX-License-Identifier: Apache-2.0
// The inner loops for any processor: four floats at a time.
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "pipeline/embed/kernels.hpp"

#define ASSAY_LANES 4
#define ASSAY_ROWS 5
#include "pipeline/embed/kernels_body.hpp"

namespace assay::embed {
const Kernels kBaseKernels{InstructionSet::Base, kPanel, multiply, layer_norm, softmax, unit_tanh};
}  // namespace assay::embed
