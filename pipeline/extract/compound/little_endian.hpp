// SPDX-License-Identifier: Apache-2.0
// Reads the little-endian numbers of binary formats, within the bytes that there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "pipeline/extract/compound/compound_file.hpp"

namespace assay::extract {

// The part of the bytes that begins at `at`, size bytes long. Throws CompoundError beyond the end.
[[nodiscard]] inline std::string_view part_of(std::string_view bytes, std::size_t at,
                                              std::size_t size) {
  if (at > bytes.size() || size > bytes.size() - at) {
    throw CompoundError("ends inside one of its records");
  }
  return bytes.substr(at, size);
}

// The number at position `at`. Throws CompoundError beyond the end.
[[nodiscard]] inline std::uint8_t le_u8(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint8_t>(part_of(bytes, at, 1)[0]);
}
[[nodiscard]] inline std::uint16_t le_u16(std::string_view bytes, std::size_t at) {
  const std::string_view b = part_of(bytes, at, 2);
  return static_cast<std::uint16_t>(le_u8(b, 0) | (le_u8(b, 1) << 8U));
}
[[nodiscard]] inline std::uint32_t le_u32(std::string_view bytes, std::size_t at) {
  const std::string_view b = part_of(bytes, at, 4);
  return static_cast<std::uint32_t>(le_u16(b, 0)) |
         (static_cast<std::uint32_t>(le_u16(b, 2)) << 16U);
}
[[nodiscard]] inline std::uint64_t le_u64(std::string_view bytes, std::size_t at) {
  const std::string_view b = part_of(bytes, at, 8);
  return static_cast<std::uint64_t>(le_u32(b, 0)) |
         (static_cast<std::uint64_t>(le_u32(b, 4)) << 32U);
}
[[nodiscard]] inline std::int16_t le_i16(std::string_view bytes, std::size_t at) {
  return static_cast<std::int16_t>(le_u16(bytes, at));
}
[[nodiscard]] inline std::int32_t le_i32(std::string_view bytes, std::size_t at) {
  return static_cast<std::int32_t>(le_u32(bytes, at));
}
// An IEEE 754 number of eight bytes.
[[nodiscard]] inline double le_f64(std::string_view bytes, std::size_t at) {
  const std::uint64_t bits = le_u64(bytes, at);
  double value = 0;
  static_assert(sizeof(value) == sizeof(bits));
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

}  // namespace assay::extract
