// SPDX-License-Identifier: Apache-2.0
// The inner loops for processors with AVX2; empty in builds for other than x86-64.
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "pipeline/embed/kernels.hpp"

#if defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define ASSAY_LANES 8
#define ASSAY_ROWS 6
#include "pipeline/embed/kernels_body.hpp"
#pragma GCC pop_options

namespace assay::embed {
const Kernels kAvx2Kernels{InstructionSet::Avx2, kPanel, multiply, layer_norm, softmax, unit_tanh};
}  // namespace assay::embed
#endif
