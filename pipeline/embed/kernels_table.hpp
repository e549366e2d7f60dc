// SPDX-License-Identifier: Apache-2.0
// The Kernels values that kernels_*.cpp define; kernels.cpp chooses among them.
#pragma once

#include "pipeline/embed/kernels.hpp"

namespace assay::embed {

extern const Kernels kBaseKernels;
#if defined(__x86_64__)
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;
#endif

}  // namespace assay::embed
