// SPDX-License-Identifier: Apache-2.0
// Reads the requirement nodes of a CISO Assistant framework as a checked tree: unique urns,
// existing parents, no cycles.
#pragma once

#include <string>
#include <vector>

#include "db/packs/tally.hpp"
#include "db/packs/yaml_object.hpp"

namespace assay::packs {

inline constexpr int kNone = -1;

struct CisoNode {
  YamlObject source;
  std::string urn;  // in lower case: urns are compared case-insensitively
  std::string ref_id;
  std::string name;
  std::string description;
  bool assessable = false;
  int parent = kNone;
  bool assessable_below = false;  // some descendant is assessable

  // The node's text: its description, otherwise its name.
  [[nodiscard]] const std::string& statement() const {
    return description.empty() ? name : description;
  }
  // Label and heading, quoted, to name the node in a report.
  [[nodiscard]] std::string shown() const;
};

struct CisoTree {
  std::vector<CisoNode> nodes;     // in the order of the file
  std::vector<int> parents_first;  // indices
  // Nearest ancestor for which is(node) holds, or kNone. At most kDeepest steps.
  template <class Predicate>
  [[nodiscard]] int nearest_above(int node, Predicate is) const {
    int at = nodes[static_cast<std::size_t>(node)].parent;
    while (at != kNone && !is(nodes[static_cast<std::size_t>(at)])) {
      at = nodes[static_cast<std::size_t>(at)].parent;
    }
    return at;
  }
};

inline constexpr int kDeepest = 64;  // levels of nodes; real frameworks have up to nine

// Throws Refusal. Counts unused members in left_out.
[[nodiscard]] CisoTree read_ciso_nodes(const YamlObject& framework, Tally& left_out);

}  // namespace assay::packs
