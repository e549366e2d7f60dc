// SPDX-License-Identifier: Apache-2.0
// Parses the header, tuples and end mark of binary COPY.
#include "db/pg/copy_row.hpp"

#include <stdexcept>

namespace assay::pg {
namespace {

constexpr std::string_view kSignature("PGCOPY\n\xff\r\n\0", 11);

std::string_view take(std::string_view& bytes, std::size_t count) {
  if (bytes.size() < count) throw std::logic_error("a row of COPY is cut off");
  const std::string_view taken = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return taken;
}

std::int64_t take_integer(std::string_view& bytes, std::size_t width) {
  return network_integer(take(bytes, width));
}

}  // namespace

std::int64_t network_integer(std::string_view bytes) {
  if (bytes.empty()) throw std::logic_error("an integer without bytes");
  std::uint64_t value = (static_cast<unsigned char>(bytes[0]) & 0x80U) != 0 ? ~std::uint64_t{0} : 0;
  for (const char byte : bytes) value = (value << 8U) | static_cast<unsigned char>(byte);
  return static_cast<std::int64_t>(value);
}

bool CopyRow::read(std::string_view message) {
  if (!begun_) {
    if (take(message, kSignature.size()) != kSignature) {
      throw std::logic_error("not the binary format of COPY");
    }
    static_cast<void>(take(message, 4));  // flags: none that change the row format
    static_cast<void>(take(message, static_cast<std::size_t>(take_integer(message, 4))));
    begun_ = true;
    if (message.empty()) return false;
  }
  const std::int64_t count = take_integer(message, 2);
  if (count < 0) return false;
  fields_.clear();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t length = take_integer(message, 4);
    if (length < 0) {
      fields_.emplace_back(std::nullopt);
    } else {
      fields_.emplace_back(take(message, static_cast<std::size_t>(length)));
    }
  }
  if (!message.empty()) throw std::logic_error("a message of COPY holds more than a row");
  return true;
}

}  // namespace assay::pg
