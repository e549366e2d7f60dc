// SPDX-License-Identifier: Apache-2.0
// Finds properties by the names of their streams, and short ones in the list.
#include "pipeline/extract/legacy/msg_properties.hpp"

#include <array>
#include <cstdio>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/code_page.hpp"

namespace assay::extract {
namespace {

constexpr const char* kPropertyList = "__properties_version1.0";
constexpr std::size_t kPropertyEntry = 16;

}  // namespace

MsgProperties::MsgProperties(const CompoundFolder& folder, std::size_t header_size, int code_page)
    : folder_(folder), header_size_(header_size), code_page_(code_page) {
  if (folder.has(kPropertyList)) list_ = folder.stream(kPropertyList);
  if (const auto own = number(MsgProperty::CodePage)) code_page_ = static_cast<int>(*own & 0xFFFFU);
}

std::string MsgProperties::stream_of(MsgProperty property, const char* type) const {
  std::array<char, 32> name{};
  static_cast<void>(std::snprintf(name.data(), name.size(), "__substg1.0_%04X%s",
                                  static_cast<unsigned>(property), type));
  return folder_.has(name.data()) ? folder_.stream(name.data()) : std::string();
}

std::string MsgProperties::text(MsgProperty property) const {
  const std::string units = stream_of(property, "001F");
  if (!units.empty()) return from_utf16le(units);
  return from_code_page(code_page_, stream_of(property, "001E"));
}

std::string MsgProperties::binary(MsgProperty property) const {
  return stream_of(property, "0102");
}

std::optional<std::uint64_t> MsgProperties::number(MsgProperty property) const {
  for (std::size_t at = header_size_; at + kPropertyEntry <= list_.size(); at += kPropertyEntry) {
    if (le_u16(list_, at + 2) == static_cast<unsigned>(property)) return le_u64(list_, at + 8);
  }
  return std::nullopt;
}

}  // namespace assay::extract
