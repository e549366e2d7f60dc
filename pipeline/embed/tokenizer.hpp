// SPDX-License-Identifier: Apache-2.0
// The embedded model's SentencePiece unigram tokenizer: encodes text to token ids, counts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::embed {
using TokenId = std::int32_t;

struct Piece {
  std::string bytes;  // not empty
  std::int32_t id = 0;
};

// The vocabulary's pieces as a double-array trie over bytes: one array lookup per byte.
class PieceTrie {
 public:
  PieceTrie() = default;
  // If pieces have the same bytes, the last one counts.
  explicit PieceTrie(std::vector<Piece> pieces);

  // Calls match(length, id) for every piece at position `at` of text, shortest first.
  template <class Match>
  void prefixes(std::string_view text, std::size_t at, Match&& match) const {
    std::int32_t node = kRoot;
    for (std::size_t i = at; i < text.size(); ++i) {
      const std::size_t slot = slot_of(node, static_cast<unsigned char>(text[i]));
      if (slots_[slot].parent != node) return;
      node = static_cast<std::int32_t>(slot);
      if (slots_[slot].id != kNoPiece) match(i + 1 - at, slots_[slot].id);
    }
  }

 private:
  struct Slot {
    std::int32_t base = 0;          // children are at base + byte
    std::int32_t parent = kNobody;  // the parent of the child stored here
    std::int32_t id = kNoPiece;
  };
  static constexpr std::int32_t kRoot = 0;
  static constexpr std::int32_t kNobody = -1;
  static constexpr std::int32_t kNoPiece = -1;

  [[nodiscard]] std::size_t slot_of(std::int32_t node, unsigned char byte) const {
    return static_cast<std::size_t>(slots_[static_cast<std::size_t>(node)].base) + byte;
  }
  void place(std::int32_t node, std::span<const Piece> pieces, std::size_t depth);
  [[nodiscard]] std::int32_t free_base(std::string_view bytes);

  // Long enough that base + 255 is always inside. Children start at 256, so that any byte fits any
  // of their slots. A node without children keeps base 0: no walk finds one there.
  std::vector<Slot> slots_ = std::vector<Slot>(256);
  std::size_t first_free_ = 256;
  std::size_t frontier_ = 256;  // where nodes with several children start to search
};

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
