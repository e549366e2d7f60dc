// SPDX-License-Identifier: Apache-2.0
// Reads boosted trees and walks them.
#include "pipeline/assess/judge/boosted_trees.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace assay::assess {
namespace {

double number_at(const Json& list, std::size_t place) {
  const auto value = list.at(place).as_number();
  if (!value) throw std::runtime_error("trees: a node is not numbers");
  return *value;
}

std::size_t whole_at(const Json& list, std::size_t place) {
  const double value = number_at(list, place);
  if (!(value >= 0 && value < 1e6)) throw std::runtime_error("trees: a node has no such place");
  return static_cast<std::size_t>(value);
}

}  // namespace

BoostedTrees::BoostedTrees(const Json& coefficients, std::size_t signals)
    : bias_(coefficient(coefficients, "bias")) {
  const Json trees = coefficients.get("trees");
  for (std::size_t t = 0; t < trees.size(); ++t) trees_.push_back(read_tree(trees.at(t), signals));
}

BoostedTrees::Tree BoostedTrees::read_tree(const Json& nodes, std::size_t signals) {
  Tree out;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Json from = nodes.at(i);
    Node& node = out.emplace_back();
    node.value = number_at(from, 0);
    if (from.size() == 1) continue;
    node.signal = whole_at(from, 1);
    node.left = whole_at(from, 2);
    node.right = whole_at(from, 3);
    if (*node.signal >= signals || std::min(node.left, node.right) <= i ||
        std::max(node.left, node.right) >= nodes.size()) {
      throw std::runtime_error("trees: a tree does not hold together");
    }
  }
  if (out.empty()) throw std::runtime_error("trees: a tree has no node");
  return out;
}

double BoostedTrees::of(std::span<const double> signals) const {
  double out = bias_;
  for (const Tree& tree : trees_) {
    const Node* node = tree.data();
    while (node->signal) {
      node = &tree[signals[*node->signal] <= node->value ? node->left : node->right];
    }
    out += node->value;
  }
  return out;
}

void check_signals(const Json& coefficients, std::span<const std::string_view> names) {
  const Json found = coefficients.get("signals");
  bool same = found.size() == names.size();
  for (std::size_t i = 0; same && i < names.size(); ++i) {
    same = found.at(i).as_string().value_or("") == names[i];
  }
  if (!same) throw std::runtime_error("coefficients: made from other signals");
}

double coefficient(const Json& coefficients, std::string_view name) {
  const auto value = coefficients.get(name).as_number();
  if (!value) throw std::runtime_error("coefficients: no number \"" + std::string(name) + "\"");
  return *value;
}

Json read_coefficients(std::string_view text) {
  std::string why;
  const auto json = Json::parse(text, &why);
  if (!json) throw std::runtime_error("coefficients: " + why);
  return *json;
}

}  // namespace assay::assess
