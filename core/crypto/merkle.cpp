// SPDX-License-Identifier: Apache-2.0
// Computes and checks Merkle tree hashes.
#include "core/crypto/merkle.hpp"

#include <bit>

namespace assay::merkle {
namespace {

std::string_view text(const Sha256Bytes& hash) {
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

// Leaves and inner nodes begin with different bytes, so that neither is mistaken for the other.
Sha256Bytes leaf_hash(std::string_view leaf) {
  return Sha256().update(std::string_view("\0", 1)).update(leaf).finish();
}

Sha256Bytes node_hash(const Sha256Bytes& left, const Sha256Bytes& right) {
  return Sha256().update("\x01").update(text(left)).update(text(right)).finish();
}

// Leaves of the left subtree: the largest power of two below count. Precondition: count > 1.
std::size_t left_size(std::size_t count) {
  return std::bit_floor(count - 1);
}

}  // namespace

Sha256Bytes root(std::span<const std::string> leaves) {
  if (leaves.empty()) return sha256("");
  if (leaves.size() == 1) return leaf_hash(leaves.front());
  const std::size_t left = left_size(leaves.size());
  return node_hash(root(leaves.first(left)), root(leaves.subspan(left)));
}

std::vector<Sha256Bytes> path(std::span<const std::string> leaves, std::size_t index) {
  if (leaves.size() <= 1) return {};
  const std::size_t left = left_size(leaves.size());
  const bool in_left = index < left;
  const auto near = in_left ? leaves.first(left) : leaves.subspan(left);
  const auto far = in_left ? leaves.subspan(left) : leaves.first(left);
  std::vector<Sha256Bytes> hashes = path(near, in_left ? index : index - left);
  hashes.push_back(root(far));
  return hashes;
}

std::optional<Sha256Bytes> root_of_path(std::string_view leaf, std::size_t index, std::size_t count,
                                        std::span<const Sha256Bytes> path) {
  if (index >= count) return std::nullopt;
  if (count == 1) {
    if (!path.empty()) return std::nullopt;
    return leaf_hash(leaf);
  }
  if (path.empty()) return std::nullopt;
  const std::size_t left = left_size(count);
  const bool in_left = index < left;
  const auto below = root_of_path(leaf, in_left ? index : index - left,
                                  in_left ? left : count - left, path.first(path.size() - 1));
  if (!below) return std::nullopt;
  return in_left ? node_hash(*below, path.back()) : node_hash(path.back(), *below);
}

}  // namespace assay::merkle
