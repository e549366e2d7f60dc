// SPDX-License-Identifier: Apache-2.0
// The encoder's inner loops, once per instruction set, chosen when the process starts.
//
// Why not BLAS: a general sgemm packs the weights in every call, and chooses its summation by
// processor and by the shape of the whole call, so a text's vector would depend on the other texts
// in the call. Here weights are packed once, and every output element is one chain of
// multiply-adds in the order of the inner index. Results do not depend on the number of rows,
// their position or the thread, and have the same bits on all processors with fused multiply-add
// (Avx2 and Avx512).
#pragma once

#include <cstddef>

namespace assay::embed {

enum class InstructionSet { Base, Avx2, Avx512 };

// How a sum is stored at c.
enum class Finish {
  Set,   // c = sum + bias
  Relu,  // c = max(sum + bias, 0)
  Add,   // c = c + (sum + bias)
};

// c[rows x columns] from a[rows x depth] and b[depth x columns]. b is stored in panels of
// Kernels::panel columns: element (k, j) is at b[(j / panel) * panel_stride + k * row_stride + j %
// panel]. columns is a multiple of the panel. bias may be null (zeros).
struct Product {
  const float* a = nullptr;
  std::size_t a_stride = 0;
  const float* b = nullptr;
  std::size_t panel_stride = 0;
  std::size_t row_stride = 0;
  const float* bias = nullptr;
  float* c = nullptr;
  std::size_t c_stride = 0;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t depth = 0;
  Finish finish = Finish::Set;
};

// Rows of softmax and of all vectors have a multiple of this many floats.
inline constexpr std::size_t kLaneBlock = 16;
// All panel widths divide this.
inline constexpr std::size_t kWidestPanel = 32;

struct Kernels {
  InstructionSet set;
  std::size_t panel;
  void (*multiply)(const Product& product);
  // out = (in - mean) / sqrt(variance + 1e-6) * scale + bias, row by row; rows are contiguous.
  void (*layer_norm)(const float* in, std::size_t rows, std::size_t width, const float* scale,
                     const float* bias, float* out);
  // Each row's first `count` of `width` values become exp(factor * (value - row maximum)) over
  // their sum; the rest are ignored and become zero. factor > 0, 0 < count <= width.
  void (*softmax)(float* values, std::size_t rows, std::size_t count, std::size_t width,
                  float factor);
  // Each row becomes its tanh, scaled to length one.
  void (*unit_tanh)(float* values, std::size_t rows, std::size_t width);
};

// One per instruction set, each defined by its kernels_*.cpp.
extern const Kernels kBaseKernels;
#if defined(__x86_64__)
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;
#endif

// nullptr if this processor (or build) does not have the set. Base always exists.
[[nodiscard]] const Kernels* kernels_of(InstructionSet set);
[[nodiscard]] const Kernels& best_kernels();

}  // namespace assay::embed
