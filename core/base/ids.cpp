// SPDX-License-Identifier: Apache-2.0
// Makes and checks identifiers.
#include "core/base/ids.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

#include "core/base/digest.hpp"

namespace assay {
namespace {

std::string format_uuid(std::array<std::uint8_t, 16> bytes, std::uint8_t version) {
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0FU) | (version << 4U));
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3FU) | 0x80U);
  std::string text = to_hex(bytes);
  for (const std::size_t at : {8U, 13U, 18U, 23U}) text.insert(at, 1, '-');
  return text;
}

template <std::size_t N>
std::string random_hex() {
  std::array<std::uint8_t, N> bytes{};
  do {
    fill_random(bytes);
  } while (std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b == 0; }));
  return to_hex(bytes);
}

}  // namespace

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    if (dash ? c != '-' : !hex) return false;
  }
  return true;
}

std::string new_uuid() {
  std::array<std::uint8_t, 16> bytes{};
  fill_random(bytes);
  const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::system_clock::now().time_since_epoch());
  auto millis = static_cast<std::uint64_t>(now.count());
  for (std::size_t i = 6; i-- > 0; millis >>= 8U) bytes[i] = static_cast<std::uint8_t>(millis);
  return format_uuid(bytes, 7);
}

std::string named_uuid(std::string_view name) {
  const Sha256Bytes digest = sha256(name);
  std::array<std::uint8_t, 16> bytes{};
  std::copy_n(digest.begin(), bytes.size(), bytes.begin());
  return format_uuid(bytes, 8);
}

std::string new_trace_id() {
  return random_hex<16>();
}

std::string new_span_id() {
  return random_hex<8>();
}

}  // namespace assay
