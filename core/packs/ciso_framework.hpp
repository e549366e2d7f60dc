// SPDX-License-Identifier: Apache-2.0
// The pieces of a CISO Assistant library: the checked tree of a framework's nodes, its criteria and
// requirements, and mapping sets.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/packs/pack_content.hpp"
#include "core/packs/parse_report.hpp"
#include "core/packs/yaml_document.hpp"

namespace assay::packs {

inline constexpr int kNone = -1;

// A requirement node, as read and checked.
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

// A checked tree: unique urns, existing parents, no cycles.
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

// Throws ParseError. Counts unused members in left_out.
[[nodiscard]] CisoTree read_ciso_nodes(const YamlObject& framework, Tally& left_out);

// The part of a urn that names the node within its framework.
[[nodiscard]] std::string urn_tail(std::string_view urn);

// Imports one framework of a CISO Assistant library as a pack: assessable nodes become
// requirements, and the nearest non-assessable node above becomes their criterion.

// Data that a library's frameworks share.
struct CisoLibrary {
  std::string name;
  std::string description;
  std::string copyright;
  std::string version;
  // Typical evidence of its reference controls, by urn in lower case; empty if none is given.
  std::unordered_map<std::string, std::vector<std::string>> control_evidence = {};
};

// Adds the pack; a framework without an assessable node goes into the report instead. Adds counts
// of merged and left-out items to tally, and the text created to budget. Throws ParseError.
void import_ciso_framework(const YamlObject& framework, const CisoLibrary& library, Import& import,
                           Tally& tally, OutputBudget& budget);

// Builds the texts of one requirement from an assessable node of a CISO Assistant framework.
class CisoRequirements {
 public:
  // All arguments must outlive this object.
  CisoRequirements(const CisoTree& tree, const YamlObject& framework, const CisoLibrary& library,
                   Report& report, Tally& tally);

  // Returns title, expected_evidence, guidance and source_key of the assessable node at index; the
  // caller sets numbers and labels.
  [[nodiscard]] Requirement read(int index) const;

 private:
  [[nodiscard]] std::string title(const CisoNode& node,
                                  const std::vector<std::string>& questions) const;
  [[nodiscard]] std::string guidance(int index, const std::vector<std::string>& questions) const;
  [[nodiscard]] std::vector<std::string> evidence(const CisoNode& node) const;
  void read_groups(const YamlObject& framework);
  void find_lead_ins();
  void place_texts_below(Report& report);

  const CisoTree& tree_;
  const CisoLibrary& library_;
  Tally& tally_;
  std::unordered_map<std::string, std::string> group_names_;
  std::vector<std::string> lead_ins_;     // by node: the text that its children's texts continue
  std::vector<std::string> texts_below_;  // by node: guidance from nodes that are not assessable
};

// Imports the mapping sets of a CISO Assistant library: links between the nodes of two frameworks.
// Throws ParseError. Skips links that say "not related"; merges and counts repeated ones.
void import_ciso_mappings(const YamlObject& set, Import& import, Tally& tally);

}  // namespace assay::packs
