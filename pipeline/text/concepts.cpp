// SPDX-License-Identifier: Apache-2.0
// A trie over stems, built from the thesaurus on first use.
#include "pipeline/text/concepts.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/string_hash.hpp"
#include "pipeline/text/concepts_data.hpp"

namespace assay::text {
namespace {

// Maximum number of other words within an expression.
constexpr int kBetween = 1;

class Trie {
 public:
  explicit Trie(std::string_view table) {
    while (!table.empty()) {
      const std::size_t end = std::min(table.find('\n'), table.size());
      add(table.substr(0, end));
      table.remove_prefix(std::min(end + 1, table.size()));
    }
  }

  [[nodiscard]] std::vector<ConceptMatch> matches(std::span<const Term> terms) const {
    std::vector<Read> words;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (!terms[i].stop) words.push_back({i, stem_of(terms[i].stem)});
    }
    std::vector<ConceptMatch> out;
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::map<std::string_view, std::size_t> found;  // the shortest match of each concept
      walk(words, 0, i, kBetween, found);
      for (const auto& [name, last] : found) out.push_back({name, words[i].term, last});
    }
    std::ranges::sort(out, [](const ConceptMatch& a, const ConceptMatch& b) {
      return std::tie(a.first, a.last, a.concept_id) < std::tie(b.first, b.last, b.concept_id);
    });
    return out;
  }

 private:
  static constexpr std::uint32_t kUnknown = UINT32_MAX;
  struct Read {
    std::size_t term = 0;
    std::uint32_t stem = kUnknown;
  };

  void add(std::string_view line) {
    if (line.empty()) return;
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
      throw std::logic_error("concepts.tsv: no tab in: " + std::string(line));
    }
    std::uint32_t node = 0;
    for (const Term& term : terms(line.substr(tab + 1))) {
      if (term.stop) continue;
      const auto stem =
          stems_.try_emplace(term.stem, static_cast<std::uint32_t>(stems_.size())).first->second;
      const auto next = static_cast<std::uint32_t>(nodes_.size());
      const auto [edge, fresh] = edges_.try_emplace(key(node, stem), next);
      if (fresh) nodes_.emplace_back();
      node = edge->second;
    }
    if (node != 0) nodes_[node].push_back(line.substr(0, tab));
  }

  [[nodiscard]] std::uint32_t stem_of(std::string_view stem) const {
    const auto found = stems_.find(stem);
    return found == stems_.end() ? kUnknown : found->second;
  }
  static std::uint64_t key(std::uint32_t node, std::uint32_t stem) {
    return (std::uint64_t{node} << 32U) | stem;
  }

  // Continues from a node with the word at `at`; may skip other words within an expression, never
  // before it.
  void walk(const std::vector<Read>& words, std::uint32_t node, std::size_t at, int between,
            std::map<std::string_view, std::size_t>& found) const {
    if (at >= words.size()) return;
    if (words[at].stem != kUnknown) {
      if (const auto edge = edges_.find(key(node, words[at].stem)); edge != edges_.end()) {
        for (const std::string_view name : nodes_[edge->second]) {
          const auto [entry, fresh] = found.try_emplace(name, words[at].term + 1);
          if (!fresh) entry->second = std::min(entry->second, words[at].term + 1);
        }
        walk(words, edge->second, at + 1, between, found);
      }
    }
    if (node != 0 && between > 0) walk(words, node, at + 1, between - 1, found);
  }

  std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>> stems_;
  std::unordered_map<std::uint64_t, std::uint32_t> edges_;
  std::vector<std::vector<std::string_view>> nodes_{
      1};  // concepts that end at each node; the first is the root
};

const Trie& trie() {
  static const Trie instance(concepts_table());
  return instance;
}

}  // namespace

std::vector<ConceptMatch> concepts_in(std::span<const Term> terms) {
  return trie().matches(terms);
}

}  // namespace assay::text
