// SPDX-License-Identifier: Apache-2.0
// A trie over stems, and the thesaurus in one, built on first use.
#include "pipeline/text/concepts.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <tuple>

namespace assay::text {
namespace {

// Maximum number of other words within an expression.
constexpr int kBetween = 1;

std::uint64_t key(std::uint32_t node, std::uint32_t stem) {
  return (std::uint64_t{node} << 32U) | stem;
}

class Thesaurus {
 public:
  explicit Thesaurus(std::string_view table) {
    std::multimap<std::string_view, std::string_view> expressions;  // by concept
    while (!table.empty()) {
      const std::size_t end = std::min(table.find('\n'), table.size());
      const std::string_view line = table.substr(0, end);
      table.remove_prefix(std::min(end + 1, table.size()));
      if (line.empty()) continue;
      const std::size_t tab = line.find('\t');
      if (tab == std::string_view::npos) {
        throw std::logic_error("concepts.tsv: no tab in: " + std::string(line));
      }
      expressions.emplace(line.substr(0, tab), line.substr(tab + 1));
    }
    // Numbered in the order of names, so that matches are in that order, too.
    for (const auto& [name, expression] : expressions) {
      if (names_.empty() || names_.back() != name) names_.push_back(name);
      trie_.add(static_cast<std::uint32_t>(names_.size() - 1), expression);
    }
  }

  [[nodiscard]] std::vector<ConceptMatch> matches(std::span<const Term> terms) const {
    std::vector<ConceptMatch> out;
    for (const ExpressionMatch& match : trie_.matches(terms)) {
      out.push_back({names_[match.id], match.first, match.last});
    }
    return out;
  }

 private:
  std::vector<std::string_view> names_;
  ExpressionTrie trie_;
};

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

std::vector<ConceptMatch> concepts_in(std::span<const Term> terms) {
  static const Thesaurus instance(concepts_table());
  return instance.matches(terms);
}

}  // namespace assay::text
