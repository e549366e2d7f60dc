// SPDX-License-Identifier: Apache-2.0
// Chooses and names criteria.
#include "db/packs/ciso_criteria.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/json/utf8.hpp"
#include "db/packs/wording.hpp"

namespace assay::packs {
namespace {

constexpr std::size_t kUrnPrefixParts = 5;  // urn:PACKAGER:risk:req_node:FRAMEWORK:
constexpr std::size_t kLongestNumbering = 20;
constexpr std::size_t kLongestSubject = 120;

// "Article 5", "Annex A.2": a name that is meaningless without the description after it.
bool is_numbering(std::string_view name) {
  const std::size_t blank = name.find(' ');
  if (name.size() > kLongestNumbering || blank == std::string_view::npos) return false;
  const std::string_view number = name.substr(blank + 1);
  return number.find_first_not_of("0123456789.IVXLC") == std::string_view::npos ||
         (number.size() < 5 && number.find_first_of("0123456789") != std::string_view::npos);
}

std::string title_of(const CisoNode& node) {
  if (!node.name.empty()) {
    const bool short_text = utf8::length(node.description) <= kLongestSubject &&
                            node.description.find('\n') == std::string::npos;
    if (is_numbering(node.name) && short_text) return titled(node.name, node.description);
    return collapsed(node.name);
  }
  if (!node.description.empty()) return heading_of(node.description);
  return node.ref_id.empty() ? urn_tail(node.urn) : node.ref_id;
}

std::string with_path(const CisoTree& tree, int index, OutputBudget& budget) {
  const CisoNode& node = tree.nodes[static_cast<std::size_t>(index)];
  std::string title = title_of(node);
  for (int at = node.parent; at != kNone; at = tree.nodes[static_cast<std::size_t>(at)].parent) {
    const std::string above = title_of(tree.nodes[static_cast<std::size_t>(at)]) + " / ";
    budget.spend(above.size(), node.source.path());
    title.insert(0, above);
  }
  return title;
}

store::packs::Criterion criterion_from(const CisoNode& node, int number) {
  std::string description = node.description;
  add_paragraph(description, node.source.text("annotation"));
  return {number, title_of(node), std::move(description), node.ref_id};
}

// Titles that several criteria share are prefixed with those of their parents.
void make_distinct(const CisoTree& tree, const std::vector<int>& node_of,
                   std::vector<store::packs::Criterion>& criteria, OutputBudget& budget) {
  std::unordered_map<std::string, int> uses;
  for (const auto& criterion : criteria) ++uses[criterion.title];
  for (std::size_t i = 0; i < criteria.size(); ++i) {
    if (node_of[i] == kNone || uses[criteria[i].title] < 2) continue;
    criteria[i].title = with_path(tree, node_of[i], budget);
  }
}

}  // namespace

std::string urn_tail(std::string_view urn) {
  std::size_t at = 0;
  for (std::size_t part = 0; part < kUrnPrefixParts; ++part) {
    const std::size_t colon = urn.find(':', at);
    if (colon == std::string_view::npos || colon + 1 == urn.size()) {
      const std::size_t last = urn.rfind(':');
      const bool usable = last != std::string_view::npos && last + 1 < urn.size();
      return std::string(usable ? urn.substr(last + 1) : urn);
    }
    at = colon + 1;
  }
  return std::string(urn.substr(at));
}

CisoCriteria find_ciso_criteria(const CisoTree& tree, const std::string& framework_name,
                                OutputBudget& budget) {
  CisoCriteria out;
  out.criterion_of.assign(tree.nodes.size(), 0);
  std::vector<int> node_of;
  std::unordered_map<int, int> number_of;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (!tree.nodes[i].assessable) continue;
    const int above = tree.nearest_above(static_cast<int>(i),
                                         [](const CisoNode& node) { return !node.assessable; });
    const auto [entry, fresh] = number_of.emplace(above, static_cast<int>(node_of.size()) + 1);
    if (fresh) {
      node_of.push_back(above);
      out.criteria.push_back(
          above == kNone
              ? store::packs::Criterion{entry->second, framework_name, {}}
              : criterion_from(tree.nodes[static_cast<std::size_t>(above)], entry->second));
    }
    out.criterion_of[i] = entry->second;
    if (above != kNone) out.criterion_of[static_cast<std::size_t>(above)] = entry->second;
  }
  make_distinct(tree, node_of, out.criteria, budget);
  return out;
}

}  // namespace assay::packs
