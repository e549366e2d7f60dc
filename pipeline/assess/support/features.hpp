// SPDX-License-Identifier: Apache-2.0
// What is measured of a text compared with the passages read: how much of what it says is said
// there, how near together, and how alike the words are. Numbers only; what they mean for a verdict
// is the fitted model's business (judge/judgement.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/language/word_vectors.hpp"
#include "pipeline/assess/reading/passages.hpp"
#include "pipeline/assess/support/sub_checks.hpp"

namespace assay::assess {

// Credits of all words asked for, passage by passage, and what they weigh. Passages that do not
// count have none.
struct Credits {
  std::vector<std::vector<double>> passages;
  std::vector<double> weights;
  double whole = 0;

  // Of what all of them weigh.
  [[nodiscard]] double share(const std::vector<double>& credits) const;
};

// Shares after one, two, ... passages, each chosen for what it adds; `held` has their credits.
[[nodiscard]] std::vector<double> greedy(const Credits& all, std::size_t most,
                                         std::vector<double>& held);

// The best share that eleven passages in a row hold together.
[[nodiscard]] double in_a_row(const Credits& all,
                              const std::vector<std::vector<std::size_t>>& runs);

[[nodiscard]] double mean_of_best(const Credits& all, std::size_t count);

// What all passages hold together.
[[nodiscard]] double in_all(const Credits& all);

// Shares of the text's words by weight, 0..1, unless said otherwise. The letter is the credit of a
// word: x only for the word itself (its stem), d also for the lexicon's words for it and words very
// near in meaning, f also for words less near, h as f and for words of the sentences beside it and
// the heading. What follows says in how much text: g1 the best sentence, g3 the best three, w11 the
// best eleven in a row, all whatever was read.
inline constexpr auto kFeatureNames = std::to_array<std::string_view>({
    "x_g1", "x_g3", "x_w11", "x_all",  // words themselves
    "d_g1", "d_g3", "d_w11",           // and their like
    "f_g1", "f_g3", "f_w11",           //
    "h_g1", "h_g3",                    //
    "x_top3",                          // mean of the three best sentences
    "bm25",                            // of the best chunk, over the text's own weight
    "words",                           // number of words asked for
    "weight",                          // their mean weight
    "name_share",                      // share of names and numbers among them
    "names",                           // share of those that the best three sentences hold
});
using Features = std::array<double, kFeatureNames.size()>;

// Which words of a text are measured: of a claim each, since a day or a sum is what it claims; of a
// practice not those that rules judge (periods, sizes) and not who acts.
enum class Counted { All, Distinctive };

// Refers to what it is made from, which must outlive it. For one thread.
class FeatureReader {
 public:
  // Without word vectors only words themselves and the lexicon count.
  FeatureReader(const Reading& reading, const StemWeight& weight, WordVectors* vectors,
                Counted counted);

  [[nodiscard]] Features of(std::string_view text);
  // As if only the passages of these numbers, which rise, were there.
  [[nodiscard]] Features of(std::string_view text, std::span<const std::size_t> passages);
  // Of each passage: how near its words come to one in meaning, 0..1; only words very near count.
  // nullptr where nothing is near. Valid as long as the reader.
  [[nodiscard]] const std::vector<double>* nearness(const AskedWord& asked);

 private:
  // What each passage gives one word.
  struct Row {
    std::vector<double> exact;
    std::vector<double> strict;
    std::vector<double> loose;
    std::vector<double> lent;    // to the sentences beside it
    std::vector<double> above;   // what its headings give it
    std::vector<double> counts;  // occurrences in each chunk
  };
  struct Asked {
    const Row* row = nullptr;
    double weight = 0;
    bool name = false;
  };
  [[nodiscard]] std::vector<Asked> asked_of(std::string_view text);
  const Row& row_of(const Word& word, const std::string& spoken, bool name, const Quantity* within);
  [[nodiscard]] std::vector<double> nearness(const std::string& spoken) const;
  [[nodiscard]] double best_bm25(const std::vector<Asked>& asked,
                                 const std::vector<bool>& counted) const;
  void read_vocabulary();

  const Reading& reading_;
  const StemWeight& weight_;
  WordVectors* vectors_;
  Counted counted_;
  std::vector<std::shared_ptr<const WordVector>> vocabulary_;
  std::vector<std::vector<std::uint32_t>> spoken_;  // of each passage: numbers of its words
  std::map<std::string, Row> rows_;
};

}  // namespace assay::assess
