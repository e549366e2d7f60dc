// SPDX-License-Identifier: Apache-2.0
// The inner loops, included once per instruction set by kernels_*.cpp, which define before:
//   ASSAY_LANES  floats in a register
//   ASSAY_ROWS   rows of a product held in registers: 2 * rows + 3 of them are used
// and which first include what is needed here, then switch the compiler to the instruction set.
// Everything here has internal linkage, so that no other file can end up with code its processor
// lacks. Sums over a row always go by kLaneBlock parallel sums and one fixed tree: the same bits
// whatever ASSAY_LANES is.

namespace assay::embed {
namespace {

constexpr std::size_t kLanes = ASSAY_LANES;
constexpr std::size_t kParts = kLaneBlock / kLanes;
constexpr std::size_t kPanel = 2 * kLanes;
constexpr std::size_t kRows = ASSAY_ROWS;
static_assert(kWidestPanel % kPanel == 0);

using Vector __attribute__((vector_size(kLanes * sizeof(float)))) = float;
using IntVector __attribute__((vector_size(kLanes * sizeof(float)))) = std::int32_t;

#define ASSAY_INLINE [[gnu::always_inline]] inline

ASSAY_INLINE void load(const float* from, Vector& to) {
  __builtin_memcpy(&to, from, sizeof to);
}
ASSAY_INLINE void store(const Vector& from, float* to) {
  __builtin_memcpy(to, &from, sizeof from);
}

// kLaneBlock floats, in as many registers as needed.
struct Block {
  Vector part[kParts];
};

ASSAY_INLINE void load(const float* from, Block& to) {
  for (std::size_t i = 0; i < kParts; ++i) load(from + i * kLanes, to.part[i]);
}
ASSAY_INLINE void store(const Block& from, float* to) {
  for (std::size_t i = 0; i < kParts; ++i) store(from.part[i], to + i * kLanes);
}
// apply(part of a, part of b) for all parts.
template <class Apply>
ASSAY_INLINE void each(Block& a, const Block& b, Apply apply) {
  for (std::size_t i = 0; i < kParts; ++i) apply(a.part[i], b.part[i]);
}

// Folds the lanes pairwise: 8 apart, 4 apart, 2, 1.
template <class Fold>
ASSAY_INLINE float folded(const Block& block, Fold fold) {
  float lane[kLaneBlock];
  store(block, lane);
  for (std::size_t half = kLaneBlock / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) lane[i] = fold(lane[i], lane[i + half]);
  }
  return lane[0];
}
ASSAY_INLINE float sum_of(const Block& block) {
  return folded(block, [](float a, float b) { return a + b; });
}

// Computes Rows x kPanel of the product. The sums stay in registers over the whole depth.
template <std::size_t Rows>
ASSAY_INLINE void multiply_tile(const Product& p, const float* a, const float* b, const float* bias,
                                float* c) {
  Vector sum[Rows][2] = {};
  for (std::size_t k = 0; k < p.depth; ++k) {
    Vector b0;
    Vector b1;
    load(b + k * p.row_stride, b0);
    load(b + k * p.row_stride + kLanes, b1);
#pragma GCC unroll 16
    for (std::size_t r = 0; r < Rows; ++r) {
      const float x = a[r * p.a_stride + k];
      sum[r][0] += x * b0;
      sum[r][1] += x * b1;
    }
  }
  Vector bias_part[2] = {};
  if (bias != nullptr) {
    load(bias, bias_part[0]);
    load(bias + kLanes, bias_part[1]);
  }
#pragma GCC unroll 16
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t half = 0; half < 2; ++half) {
      float* to = c + r * p.c_stride + half * kLanes;
      Vector value = sum[r][half] + bias_part[half];
      if (p.finish == Finish::Relu) {
        value = value > 0 ? value : Vector{};
      } else if (p.finish == Finish::Add) {
        Vector before;
        load(to, before);
        value += before;
      }
      store(value, to);
    }
  }
}

using Tile = void (*)(const Product&, const float*, const float*, const float*, float*);
template <std::size_t Rows>
void tile(const Product& p, const float* a, const float* b, const float* bias, float* c) {
  multiply_tile<Rows>(p, a, b, bias, c);
}
template <std::size_t... Index>
constexpr std::array<Tile, sizeof...(Index)> tiles_for(std::index_sequence<Index...>) {
  return {tile<Index + 1>...};
}
constexpr std::array<Tile, kRows> kTiles = tiles_for(std::make_index_sequence<kRows>());

// Goes panel by panel, so that weights stay in the cache while all rows use them. The rows are cut
// into tiles of nearly equal height: a last tile of one row would leave registers idle.
void multiply(const Product& p) {
  const std::size_t tiles = (p.rows + kRows - 1) / kRows;
  for (std::size_t column = 0; column < p.columns; column += kPanel) {
    const float* b = p.b + column / kPanel * p.panel_stride;
    const float* bias = p.bias == nullptr ? nullptr : p.bias + column;
    for (std::size_t i = 0; i < tiles; ++i) {
      const std::size_t row = p.rows * i / tiles;
      const std::size_t height = p.rows * (i + 1) / tiles - row;
      kTiles[height - 1](p, p.a + row * p.a_stride, b, bias, p.c + row * p.c_stride + column);
    }
  }
}

void layer_norm(const float* in, std::size_t rows, std::size_t width, const float* scale,
                const float* bias, float* out) {
  constexpr float kEpsilon = 1e-6F;
  const auto divisor = static_cast<float>(width);
  for (std::size_t row = 0; row < rows; ++row, in += width, out += width) {
    Block sum{};
    Block x;
    for (std::size_t j = 0; j < width; j += kLaneBlock) {
      load(in + j, x);
      each(sum, x, [](Vector& s, const Vector& v) { s += v; });
    }
    const float mean = sum_of(sum) / divisor;
    Block squares{};
    for (std::size_t j = 0; j < width; j += kLaneBlock) {
      load(in + j, x);
      each(squares, x, [mean](Vector& s, const Vector& v) {
        const Vector distance = v - mean;
        s += distance * distance;
      });
    }
    const float factor = 1.0F / __builtin_sqrtf(sum_of(squares) / divisor + kEpsilon);
    Block scales;
    Block biases;
    for (std::size_t j = 0; j < width; j += kLaneBlock) {
      load(in + j, x);
      load(scale + j, scales);
      load(bias + j, biases);
      each(x, scales, [=](Vector& v, const Vector& s) { v = (v - mean) * factor * s; });
      each(x, biases, [](Vector& v, const Vector& b) { v += b; });
      store(x, out + j);
    }
  }
}

// e^x for x <= 88, to about two units in the last place; zero below -87, so never denormal.
// x = n ln 2 + r with |r| <= ln 2 / 2; e^r by its Taylor series, 2^n by the exponent bits.
ASSAY_INLINE void exponential(Vector& x) {
  constexpr float kLowest = -87.0F;
  constexpr float kRoundToWhole = 12582912.0F;  // 1.5 * 2^23: no bits left for a fraction
  const auto vanishes = x < kLowest;
  const Vector bounded = vanishes ? kLowest - Vector{} : x;
  const Vector shifted = bounded * 1.44269504F + kRoundToWhole;
  const Vector n = shifted - kRoundToWhole;
  const Vector r = (bounded - n * 0.693359375F) - n * -2.12194440e-4F;  // ln 2 in two parts
  Vector y = r * (1.0F / 5040) + 1.0F / 720;
  y = y * r + 1.0F / 120;
  y = y * r + 1.0F / 24;
  y = y * r + 1.0F / 6;
  y = y * r + 0.5F;
  y = y * r + 1.0F;
  y = y * r + 1.0F;
  const IntVector power = (__builtin_convertvector(n, IntVector) + 127) << 23;
  Vector scale;
  __builtin_memcpy(&scale, &power, sizeof scale);
  x = vanishes ? Vector{} : y * scale;
}

void softmax(float* values, std::size_t rows, std::size_t count, std::size_t width, float factor) {
  for (std::size_t row = 0; row < rows; ++row, values += width) {
    for (std::size_t j = count; j < width; ++j) values[j] = -__builtin_inff();
    Block x;
    Block most;
    load(values, most);
    for (std::size_t j = kLaneBlock; j < width; j += kLaneBlock) {
      load(values + j, x);
      each(most, x, [](Vector& m, const Vector& v) { m = v > m ? v : m; });
    }
    const float peak = folded(most, [](float a, float b) { return b > a ? b : a; });
    Block sum{};
    for (std::size_t j = 0; j < width; j += kLaneBlock) {
      load(values + j, x);
      for (std::size_t i = 0; i < kParts; ++i) {
        x.part[i] = (x.part[i] - peak) * factor;
        exponential(x.part[i]);
        sum.part[i] += x.part[i];
      }
      store(x, values + j);
    }
    const float share = 1.0F / sum_of(sum);
    for (std::size_t j = 0; j < width; j += kLaneBlock) {
      load(values + j, x);
      for (Vector& part : x.part) part *= share;
      store(x, values + j);
    }
  }
}

void unit_tanh(float* values, std::size_t rows, std::size_t width) {
  constexpr float kFlat = 10.0F;  // tanh is 1 in float from here on
  constexpr float kEpsilon = 1e-12F;
  for (std::size_t row = 0; row < rows; ++row, values += width) {
    Block squares{};
    Block x;
    for (std::size_t j = 0; j < width; j += kLaneBlock) {
      load(values + j, x);
      for (std::size_t i = 0; i < kParts; ++i) {
        Vector& v = x.part[i];
        v = v > kFlat ? kFlat - Vector{} : v;
        v = v < -kFlat ? -kFlat - Vector{} : v;
        Vector e = v + v;
        exponential(e);
        v = (e - 1.0F) / (e + 1.0F);
        squares.part[i] += v * v;
      }
      store(x, values + j);
    }
    const float sum = sum_of(squares);
    const float factor = 1.0F / __builtin_sqrtf(sum > kEpsilon ? sum : kEpsilon);
    for (std::size_t j = 0; j < width; j += kLaneBlock) {
      load(values + j, x);
      for (Vector& part : x.part) part *= factor;
      store(x, values + j);
    }
  }
}

}  // namespace

#undef ASSAY_INLINE
}  // namespace assay::embed
