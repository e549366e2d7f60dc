// SPDX-License-Identifier: Apache-2.0
// The inner loops for any processor, four floats at a time, and the choice of the best ones by the
// processor's instruction sets.
#include "pipeline/embed/kernels.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

#define ASSAY_LANES 4
#define ASSAY_ROWS 5
#include "pipeline/embed/kernels_body.hpp"

namespace assay::embed {

const Kernels kBaseKernels{InstructionSet::Base, kPanel, multiply, layer_norm, softmax, unit_tanh};

const Kernels* kernels_of(InstructionSet set) {
  if (set == InstructionSet::Base) return &kBaseKernels;
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (set == InstructionSet::Avx2) return avx2 ? &kAvx2Kernels : nullptr;
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl");
  return avx512 ? &kAvx512Kernels : nullptr;
#else
  return nullptr;
#endif
}

const Kernels& best_kernels() {
  for (const InstructionSet set : {InstructionSet::Avx512, InstructionSet::Avx2}) {
    const Kernels* kernels = kernels_of(set);
    if (kernels != nullptr) return *kernels;
  }
  return kBaseKernels;
}

}  // namespace assay::embed
