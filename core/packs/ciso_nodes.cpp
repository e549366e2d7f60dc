// SPDX-License-Identifier: Apache-2.0
// Reads and checks the tree of requirement nodes.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/packs/ciso_framework.hpp"
#include "core/packs/parse_report.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

constexpr std::array<std::string_view, 12> kNodeKeys{"urn",
                                                     "assessable",
                                                     "depth",
                                                     "parent_urn",
                                                     "ref_id",
                                                     "name",
                                                     "description",
                                                     "annotation",
                                                     "typical_evidence",
                                                     "questions",
                                                     "reference_controls",
                                                     "implementation_groups"};

CisoNode read_node(YamlObject source, Tally& left_out) {
  CisoNode node{std::move(source), {}, {}, {}, {}};
  const YamlObject& from = node.source;
  node.urn = ascii_lower(from.required_text("urn"));
  node.ref_id = collapsed(from.text("ref_id"));
  node.name = from.text("name");
  node.description = from.text("description");
  node.assessable = from.flag("assessable");
  for (std::size_t i = 0; i < from.node().size(); ++i) {
    const std::string& key = from.node().key(i);
    if (std::find(kNodeKeys.begin(), kNodeKeys.end(), key) != kNodeKeys.end()) continue;
    if (from.node().at(i).is_null()) continue;
    left_out.leave_out("requirement nodes have " + quoted(key) + ", which is not kept",
                       from.path());
  }
  return node;
}

void find_parents(CisoTree& tree) {
  std::unordered_map<std::string, int> by_urn;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const CisoNode& node = tree.nodes[i];
    const auto [other, fresh] = by_urn.emplace(node.urn, static_cast<int>(i));
    if (fresh) continue;
    const CisoNode& first = tree.nodes[static_cast<std::size_t>(other->second)];
    refuse(
        node.source.line(), node.source.path_of("urn"),
        quoted(node.urn) + " appears twice, first in line " + std::to_string(first.source.line()));
  }
  for (CisoNode& node : tree.nodes) {
    const std::string urn = ascii_lower(node.source.text("parent_urn"));
    if (urn.empty()) continue;
    const auto parent = by_urn.find(urn);
    if (parent == by_urn.end()) {
      refuse(node.source.line(), node.source.path_of("parent_urn"),
             "no node has the urn " + quoted(urn));
    }
    node.parent = parent->second;
  }
}

// Fills parents_first; nodes not reachable from a root form a cycle.
void put_in_order(CisoTree& tree) {
  std::vector<std::vector<int>> children(tree.nodes.size());
  std::vector<int> level(tree.nodes.size(), 0);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const int parent = tree.nodes[i].parent;
    if (parent == kNone) {
      tree.parents_first.push_back(static_cast<int>(i));
      level[i] = 1;
    } else {
      children[static_cast<std::size_t>(parent)].push_back(static_cast<int>(i));
    }
  }
  for (std::size_t next = 0; next < tree.parents_first.size(); ++next) {
    const auto at = static_cast<std::size_t>(tree.parents_first[next]);
    if (level[at] > kDeepest) {
      refuse(tree.nodes[at].source.line(), tree.nodes[at].source.path_of("parent_urn"),
             "is more than 64 nodes below its root");
    }
    for (const int child : children[at]) {
      level[static_cast<std::size_t>(child)] = level[at] + 1;
      tree.parents_first.push_back(child);
    }
  }
  const auto unreached = std::find(level.begin(), level.end(), 0);
  if (unreached == level.end()) return;
  const YamlObject& source = tree.nodes[static_cast<std::size_t>(unreached - level.begin())].source;
  refuse(source.line(), source.path_of("parent_urn"), "its parents form a cycle");
}

}  // namespace

std::string CisoNode::shown() const {
  return quoted(titled(ref_id, name.empty() ? heading_of(description) : collapsed(name)));
}

CisoTree read_ciso_nodes(const YamlObject& framework, Tally& left_out) {
  CisoTree tree;
  const auto list = framework.find("requirement_nodes");
  if (!list) refuse(framework.line(), framework.path_of("requirement_nodes"), "is missing");
  if (!list->is_list()) {
    refuse(list->line(), framework.path_of("requirement_nodes"), "must be a list of maps");
  }
  std::vector<YamlObject> sources = framework.objects("requirement_nodes");
  tree.nodes.reserve(sources.size());
  for (YamlObject& source : sources) tree.nodes.push_back(read_node(std::move(source), left_out));
  find_parents(tree);
  put_in_order(tree);
  for (auto at = tree.parents_first.rbegin(); at != tree.parents_first.rend(); ++at) {
    const CisoNode& node = tree.nodes[static_cast<std::size_t>(*at)];
    if (node.parent == kNone || !(node.assessable || node.assessable_below)) continue;
    tree.nodes[static_cast<std::size_t>(node.parent)].assessable_below = true;
  }
  return tree;
}

}  // namespace assay::packs
