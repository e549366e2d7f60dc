// SPDX-License-Identifier: Apache-2.0
// The embedded model's SentencePiece unigram tokenizer: encodes text to token ids, counts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/embed/piece_trie.hpp"

namespace assay::embed {

using TokenId = std::int32_t;

// Collapses runs of white space (Unicode White_Space) to one U+0020 and trims both ends. Encode
// texts after this step: the tokenizer makes unknown tokens of tabs and line breaks.
[[nodiscard]] std::string collapse_whitespace(std::string_view text);

// Immutable once loaded: any number of threads may share it.
class Tokenizer {
 public:
  static constexpr TokenId kUnknown = 0;

  // Reads dist/vocab.json of the model's package directory. Throws IoError and ModelError.
  [[nodiscard]] static Tokenizer load(const std::filesystem::path& model_dir);

  // Takes the text as it is, without collapsing white space or cutting at the model's window. Bytes
  // that are not UTF-8 count as U+FFFD.
  [[nodiscard]] std::vector<TokenId> encode(std::string_view text) const;
  // encode(text).size()
  [[nodiscard]] std::size_t count(std::string_view text) const;

  [[nodiscard]] std::size_t vocabulary_size() const noexcept { return scores_.size(); }

 private:
  Tokenizer(std::vector<Piece> pieces, std::vector<double> scores);

  PieceTrie trie_;
  std::vector<double> scores_;  // by id
};

}  // namespace assay::embed
