// SPDX-License-Identifier: Apache-2.0
// Merkle trees (RFC 9162 section 2.1): one hash for a list, and short proofs that the list contains
// an item.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/digest.hpp"

namespace assay::merkle {

// The root of the leaves in this order; the root of no leaves is the SHA-256 of the empty string.
[[nodiscard]] Sha256Bytes root(std::span<const std::string> leaves);
// The sibling hashes from a leaf up to the root. Precondition: index < leaves.size().
[[nodiscard]] std::vector<Sha256Bytes> path(std::span<const std::string> leaves, std::size_t index);
// The root that a leaf's position and path lead to; nullopt if the path does not fit the position.
[[nodiscard]] std::optional<Sha256Bytes> root_of_path(std::string_view leaf, std::size_t index,
                                                      std::size_t count,
                                                      std::span<const Sha256Bytes> path);

}  // namespace assay::merkle
