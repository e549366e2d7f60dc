// SPDX-License-Identifier: Apache-2.0
// Knows how long each operand is: the operation says so.
#include "pipeline/extract/legacy/word_sprms.hpp"

#include <array>
#include <cstddef>

#include "pipeline/extract/compound/little_endian.hpp"

namespace assay::extract {
namespace {

constexpr unsigned kTabStops = 0xC615;
constexpr unsigned kOldCells = 0xD606;

struct OperandPlace {
  std::size_t begin;
  std::size_t size;
};

// rest: what follows the operation; not empty.
std::optional<OperandPlace> operand_place(unsigned operation, std::string_view rest) {
  constexpr std::array<std::size_t, 8> kSizes{1, 1, 2, 4, 2, 2, 0, 3};
  if (const std::size_t size = kSizes.at(operation >> 13U)) return OperandPlace{0, size};
  if (operation == static_cast<unsigned>(Sprm::Cells) || operation == kOldCells) {
    if (rest.size() < 2 || le_u16(rest, 0) == 0) return std::nullopt;
    return OperandPlace{2, static_cast<std::size_t>(le_u16(rest, 0)) - 1};
  }
  const std::size_t size = le_u8(rest, 0);
  // A longer list of tab stops tells its length by what is in it.
  if (operation == kTabStops && size == 255) return std::nullopt;
  return OperandPlace{1, size};
}

}  // namespace

std::optional<SprmList::Change> SprmList::next() {
  if (bytes_.size() < 3) return std::nullopt;
  const unsigned operation = le_u16(bytes_, 0);
  const std::string_view rest = bytes_.substr(2);
  const auto place = operand_place(operation, rest);
  if (!place || place->begin + place->size > rest.size()) {
    bytes_ = {};
    return std::nullopt;
  }
  bytes_ = rest.substr(place->begin + place->size);
  return Change{static_cast<Sprm>(operation), rest.substr(place->begin, place->size)};
}

}  // namespace assay::extract
