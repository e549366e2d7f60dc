// SPDX-License-Identifier: Apache-2.0
// Vectors as the database stores them: float32, little-endian, one vector per row.
#pragma once

#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "db/pg/statement.hpp"

namespace assay::store {

static_assert(std::endian::native == std::endian::little, "vectors are stored as they are");

// The bytes of `count` consecutive vectors of equal width; the caller keeps ownership. Throws
// std::logic_error if the values do not divide into that many. Precondition: count > 0.
[[nodiscard]] inline std::vector<pg::Bytes> rows_of_vectors(const std::vector<float>& vectors,
                                                            std::size_t count) {
  if (vectors.size() % count != 0) throw std::logic_error("vectors do not fit their rows");
  const std::size_t width = vectors.size() / count * sizeof(float);
  const auto* bytes = reinterpret_cast<const char*>(vectors.data());
  std::vector<pg::Bytes> rows;
  rows.reserve(count);
  for (std::size_t i = 0; i < count; ++i) rows.push_back({{bytes + i * width, width}});
  return rows;
}

[[nodiscard]] inline std::vector<float> vector_from_bytes(const std::string& bytes) {
  std::vector<float> vector(bytes.size() / sizeof(float));
  std::memcpy(vector.data(), bytes.data(), vector.size() * sizeof(float));
  return vector;
}

}  // namespace assay::store
