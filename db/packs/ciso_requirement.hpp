// SPDX-License-Identifier: Apache-2.0
// Builds the texts of one requirement from an assessable node of a CISO Assistant framework.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "db/packs/ciso_framework.hpp"
#include "db/packs/ciso_nodes.hpp"

namespace assay::packs {

class CisoRequirements {
 public:
  // All arguments must outlive this object.
  CisoRequirements(const CisoTree& tree, const YamlObject& framework, const CisoLibrary& library,
                   Report& report, Tally& tally);

  // Returns title, expected_evidence, guidance and source_key of the assessable node at index; the
  // caller sets numbers and labels.
  [[nodiscard]] store::packs::Requirement read(int index) const;

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

}  // namespace assay::packs
