// SPDX-License-Identifier: Apache-2.0
// Masks a chunk's words and hashes runs of them.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "pipeline/assess/support/signals.hpp"
#include "pipeline/assess/support/tables.hpp"

namespace assay::assess {
namespace {

bool is_cue_word(const text::Term& term) {
  static const std::unordered_set<std::string_view> kWords(lists::kCueWords.begin(),
                                                           lists::kCueWords.end());
  return term.stop || kWords.contains(term.word);
}

// The first mark between two terms that ends or parts something.
char mark_between(std::string_view text, std::size_t from, std::size_t to) {
  const std::size_t at = text.substr(from, to - from).find_first_of(".;:?!%");
  return at == std::string_view::npos ? '\0' : text[from + at];
}

std::vector<std::string> masked(const ConceptText& chunk, const RequirementWords& requirement) {
  const auto in_concept = in_shared_concepts(requirement, chunk);
  std::vector<std::string> out;
  const auto add = [&out](std::string token) {
    const bool repeats = token == "=" || token == "~" || token == "x";
    if (!repeats || out.empty() || out.back() != token) out.push_back(std::move(token));
  };
  const auto mark = [&](std::size_t from, std::size_t to) {
    if (const char found = mark_between(chunk.text, from, to)) add(std::string(1, found));
  };
  std::size_t end = 0;
  for (std::size_t i = 0; i < chunk.terms.size(); ++i) {
    const text::Term& term = chunk.terms[i];
    mark(end, term.start);
    end = term.end;
    if (!term.stop && requirement.stems.contains(term.stem)) {
      add("=");
    } else if (in_concept[i]) {
      add("~");
    } else if (term.number) {
      add("#");
    } else {
      add(is_cue_word(term) ? term.word : "x");
    }
  }
  mark(end, chunk.text.size());
  return out;
}

// FNV-1a, 32 bits.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char byte : text) {
      value_ = (value_ ^ static_cast<unsigned char>(byte)) * 16777619U;
    }
  }
  [[nodiscard]] std::uint32_t bucket() const { return (value_ ^ (value_ >> 16U)) % kCueBuckets; }

 private:
  std::uint32_t value_ = 2166136261U;
};

}  // namespace

std::vector<std::uint32_t> cues_of(const ConceptText& chunk, const RequirementWords& requirement) {
  constexpr std::size_t kLongest = 4;
  std::vector<std::uint32_t> out;
  const auto tokens = masked(chunk, requirement);
  for (std::size_t first = 0; first < tokens.size(); ++first) {
    Hash hash;
    for (std::size_t i = first; i < std::min(first + kLongest, tokens.size()); ++i) {
      hash.add("_");
      hash.add(tokens[i]);
      out.push_back(hash.bucket());
    }
  }
  for (const text::Term& term : chunk.terms) {
    Hash hash;
    hash.add("w:");
    hash.add(term.stem);
    out.push_back(hash.bucket());
  }
  std::ranges::sort(out);
  const auto repeated = std::ranges::unique(out);
  out.erase(repeated.begin(), repeated.end());
  return out;
}

}  // namespace assay::assess
