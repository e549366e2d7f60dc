// SPDX-License-Identifier: Apache-2.0
// The thesaurus as a trie, built on first use.
#include "pipeline/text/concepts.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>

#include "pipeline/text/expression_trie.hpp"

namespace assay::text {
namespace {

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

std::vector<ConceptMatch> concepts_in(std::span<const Term> terms) {
  static const Thesaurus instance(concepts_table());
  return instance.matches(terms);
}

}  // namespace assay::text
