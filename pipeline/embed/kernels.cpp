// SPDX-License-Identifier: Apache-2.0
// Detects the processor's instruction sets.
#include "pipeline/embed/kernels.hpp"

#include <initializer_list>

namespace assay::embed {

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
