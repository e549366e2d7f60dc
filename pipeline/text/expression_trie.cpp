// SPDX-License-Identifier: Apache-2.0
// A trie over stems.
#include "pipeline/text/expression_trie.hpp"

#include <algorithm>
#include <tuple>

namespace assay::text {
namespace {

// Maximum number of other words within an expression.
constexpr int kBetween = 1;

std::uint64_t key(std::uint32_t node, std::uint32_t stem) {
  return (std::uint64_t{node} << 32U) | stem;
}

}  // namespace

void ExpressionTrie::add(std::uint32_t id, std::string_view expression) {
  std::uint32_t node = 0;
  for (const Term& term : terms(expression)) {
    if (term.stop) continue;
    const auto stem =
        stems_.try_emplace(term.stem, static_cast<std::uint32_t>(stems_.size())).first->second;
    const auto next = static_cast<std::uint32_t>(nodes_.size());
    const auto [edge, fresh] = edges_.try_emplace(key(node, stem), next);
    if (fresh) nodes_.emplace_back();
    node = edge->second;
  }
  if (node != 0) nodes_[node].push_back(id);
}

std::vector<ExpressionMatch> ExpressionTrie::matches(std::span<const Term> terms) const {
  std::vector<Read> words;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!terms[i].stop) words.push_back({i, stem_of(terms[i].stem)});
  }
  std::vector<ExpressionMatch> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::map<std::uint32_t, std::size_t> found;
    walk(words, 0, i, kBetween, found);
    for (const auto& [id, last] : found) out.push_back({id, words[i].term, last});
  }
  std::ranges::sort(out, [](const ExpressionMatch& a, const ExpressionMatch& b) {
    return std::tie(a.first, a.last, a.id) < std::tie(b.first, b.last, b.id);
  });
  return out;
}

std::uint32_t ExpressionTrie::stem_of(std::string_view stem) const {
  const auto found = stems_.find(stem);
  return found == stems_.end() ? kUnknown : found->second;
}

// Continues from a node with the word at `at`; may skip other words within an expression, never
// before it.
void ExpressionTrie::walk(const std::vector<Read>& words, std::uint32_t node, std::size_t at,
                          int between, std::map<std::uint32_t, std::size_t>& found) const {
  if (at >= words.size()) return;
  if (words[at].stem != kUnknown) {
    if (const auto edge = edges_.find(key(node, words[at].stem)); edge != edges_.end()) {
      for (const std::uint32_t id : nodes_[edge->second]) {
        const auto [entry, fresh] = found.try_emplace(id, words[at].term + 1);
        if (!fresh) entry->second = std::min(entry->second, words[at].term + 1);
      }
      walk(words, edge->second, at + 1, between, found);
    }
  }
  if (node != 0 && between > 0) walk(words, node, at + 1, between - 1, found);
}

}  // namespace assay::text
