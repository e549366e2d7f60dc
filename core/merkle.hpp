// SPDX-License-Identifier: Apache-2.0
// Merkle trees (RFC 9162 section 2.1): one hash for a list, and short proofs that something is in
// it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/digest.hpp"

namespace assay::merkle {

// Of the leaves in this order; that of no leaves is the SHA-256 of nothing.
[[nodiscard]] Sha256Bytes root(std::span<const std::string> leaves);
// The hashes beside the way from a leaf up to the root. Precondition: index < leaves.size().
[[nodiscard]] std::vector<Sha256Bytes> path(std::span<const std::string> leaves, std::size_t index);
// The root that a leaf with this place and path belongs to; nullopt where the path does not fit the
// place.
[[nodiscard]] std::optional<Sha256Bytes> root_of_path(std::string_view leaf, std::size_t index,
                                                      std::size_t count,
                                                      std::span<const Sha256Bytes> path);

}  // namespace assay::merkle
