// SPDX-License-Identifier: Apache-2.0
// Builds the double array: depth first, each node's children at the first base that fits them.
#include "pipeline/embed/tokenizer.hpp"

#include <algorithm>

namespace assay::embed {

PieceTrie::PieceTrie(std::vector<Piece> pieces) {
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.bytes < b.bytes; });
  place(kRoot, pieces, 0);
}

// Precondition: the pieces are sorted and share their first `depth` bytes, which lead to node.
void PieceTrie::place(std::int32_t node, std::span<const Piece> pieces, std::size_t depth) {
  while (!pieces.empty() && pieces.front().bytes.size() == depth) {
    slots_[static_cast<std::size_t>(node)].id = pieces.front().id;
    pieces = pieces.subspan(1);
  }
  if (pieces.empty()) return;
  std::string next_bytes;
  for (const Piece& piece : pieces) {
    const char byte = piece.bytes[depth];
    if (next_bytes.empty() || next_bytes.back() != byte) next_bytes.push_back(byte);
  }
  slots_[static_cast<std::size_t>(node)].base = free_base(next_bytes);
  for (const char byte : next_bytes) {
    slots_[slot_of(node, static_cast<unsigned char>(byte))].parent = node;
  }
  for (const char byte : next_bytes) {
    const auto end = std::find_if(pieces.begin(), pieces.end(),
                                  [&](const Piece& piece) { return piece.bytes[depth] != byte; });
    const auto count = static_cast<std::size_t>(end - pieces.begin());
    const std::size_t child = slot_of(node, static_cast<unsigned char>(byte));
    place(static_cast<std::int32_t>(child), pieces.first(count), depth + 1);
    pieces = pieces.subspan(count);
  }
}

// A single child takes the first free slot. Several children seldom fit into the gaps of the nearly
// full part, so their search starts after the place where it last took long.
std::int32_t PieceTrie::free_base(std::string_view bytes) {
  constexpr std::size_t kPatience = 256;
  const auto taken = [this](std::size_t slot) { return slots_[slot].parent != kNobody; };
  while (first_free_ < slots_.size() && taken(first_free_)) ++first_free_;
  const std::size_t from = bytes.size() == 1 ? first_free_ : std::max(first_free_, frontier_);
  const auto lowest = static_cast<unsigned char>(bytes.front());
  const std::size_t begin = from - lowest;
  std::size_t base = begin;
  for (bool fits = false; !fits;) {
    if (slots_.size() < base + 256) slots_.resize(std::max(base + 256, slots_.size() * 2));
    fits = std::none_of(bytes.begin(), bytes.end(),
                        [&](char byte) { return taken(base + static_cast<unsigned char>(byte)); });
    if (!fits) ++base;
  }
  if (base - begin > kPatience) frontier_ = base + lowest;
  return static_cast<std::int32_t>(base);
}

}  // namespace assay::embed
