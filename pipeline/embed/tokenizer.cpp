// SPDX-License-Identifier: Apache-2.0
// Finds the best path through the pieces (Viterbi), over text in NFKC. Builds the pieces' trie:
// depth first, each node's children at the first base that fits them.
#include "pipeline/embed/tokenizer.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/base/c_handle.hpp"
#include "core/base/io.hpp"
#include "core/json/json.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/embed/model_weights.hpp"

namespace assay::embed {
namespace {

// Lower ids are training markers, never matched in text.
constexpr std::size_t kFirstPiece = 6;
// The vocabulary writes a space as U+2581. Here both are U+0020: one byte instead of three.
constexpr std::string_view kSpaceMark = "\u2581";

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string with_plain_spaces(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with(kSpaceMark)) {
      out.push_back(' ');
      at += kSpaceMark.size();
    } else {
      out.push_back(text[at++]);
    }
  }
  return out;
}

std::string compatibility_composed(std::string_view text) {
  const std::string good = utf8::repair(text);
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t length = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(good.data()),
      static_cast<utf8proc_ssize_t>(good.size()), &mapped,
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT));
  const CHandle<utf8proc_uint8_t, std::free> owner(mapped);
  if (length < 0) throw std::runtime_error(std::string("NFKC: ") + utf8proc_errmsg(length));
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length)};
}

// The lattice's text: NFKC with U+0020 for spaces and one in front.
std::string prepared(std::string_view text) {
  if (text.empty()) return {};
  std::string out(" ");
  if (is_ascii(text)) {
    out.append(text);
  } else {
    out.append(with_plain_spaces(compatibility_composed(text)));
  }
  return out;
}

// The best way to reach a position in the text.
struct Arrival {
  double score = -std::numeric_limits<double>::infinity();
  std::uint32_t length = 0;  // bytes of the last piece; 0: not reached
  TokenId id = 0;
};

std::vector<Arrival> lattice_of(std::string_view text, const PieceTrie& trie,
                                const std::vector<double>& scores) {
  std::vector<Arrival> arrivals(text.size() + 1);
  arrivals[0].score = 0;
  const auto offer = [&arrivals](std::size_t end, std::size_t length, TokenId id, double score) {
    Arrival& arrival = arrivals[end];
    // On equal scores the shorter last piece wins, as in the reference; see also kUnknown.
    if (arrival.length == 0 || score >= arrival.score) {
      arrival = {score, static_cast<std::uint32_t>(length), id};
    }
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && arrivals[at].length == 0) continue;  // inside a character, or not reached
    const double score = arrivals[at].score;
    bool any = false;
    trie.prefixes(text, at, [&](std::size_t length, TokenId id) {
      any = true;
      offer(at + length, length, id, score + scores[static_cast<std::size_t>(id)]);
    });
    if (any) continue;
    std::size_t end = at;
    static_cast<void>(utf8::next(text, end));
    offer(end, end - at, Tokenizer::kUnknown, score);
  }
  return arrivals;
}

// Calls token(id) from the last to the first, merging runs of unknown ones.
template <class Token>
void walk_back(const std::vector<Arrival>& arrivals, Token&& token) {
  bool after_unknown = false;
  for (std::size_t at = arrivals.size() - 1; at > 0; at -= arrivals[at].length) {
    const bool unknown = arrivals[at].id == Tokenizer::kUnknown;
    if (!unknown || !after_unknown) token(arrivals[at].id);
    after_unknown = unknown;
  }
}

bool is_white_space(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

// A vocabulary entry: [piece, log-probability or null].
std::pair<std::string, double> entry_of(const Json& entry, const std::string& file) {
  const std::optional<std::string> piece = entry.at(0).as_string();
  const Json score = entry.at(1);
  if (entry.size() != 2 || !piece || piece->empty() || !(score.is_number() || score.is_null())) {
    throw ModelError(file, "an entry is not [piece, score]: " + entry.dump());
  }
  return {with_plain_spaces(*piece), score.as_number().value_or(0)};
}

}  // namespace

PieceTrie::PieceTrie(std::vector<Piece> pieces) {
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.bytes < b.bytes; });
  place(kRoot, pieces, 0);
}

// Precondition: the pieces are sorted and share their first `depth` bytes, which lead to node.
void PieceTrie::place(std::int32_t node, std::span<const Piece> pieces, std::size_t depth) {
  while (!pieces.empty() && pieces.front().bytes.size() == depth) {
    slots_[static_cast<std::size_t>(node)].id = pieces.front().id;
    pieces = pieces.subspan(1);
  }
  if (pieces.empty()) return;
  std::string next_bytes;
  for (const Piece& piece : pieces) {
    const char byte = piece.bytes[depth];
    if (next_bytes.empty() || next_bytes.back() != byte) next_bytes.push_back(byte);
  }
  slots_[static_cast<std::size_t>(node)].base = free_base(next_bytes);
  for (const char byte : next_bytes) {
    slots_[slot_of(node, static_cast<unsigned char>(byte))].parent = node;
  }
  for (const char byte : next_bytes) {
    const auto end = std::find_if(pieces.begin(), pieces.end(),
                                  [&](const Piece& piece) { return piece.bytes[depth] != byte; });
    const auto count = static_cast<std::size_t>(end - pieces.begin());
    const std::size_t child = slot_of(node, static_cast<unsigned char>(byte));
    place(static_cast<std::int32_t>(child), pieces.first(count), depth + 1);
    pieces = pieces.subspan(count);
  }
}

// A single child takes the first free slot. Several children seldom fit into the gaps of the nearly
// full part, so their search starts after the place where it last took long.
std::int32_t PieceTrie::free_base(std::string_view bytes) {
  constexpr std::size_t kPatience = 256;
  const auto taken = [this](std::size_t slot) { return slots_[slot].parent != kNobody; };
  while (first_free_ < slots_.size() && taken(first_free_)) ++first_free_;
  const std::size_t from = bytes.size() == 1 ? first_free_ : std::max(first_free_, frontier_);
  const auto lowest = static_cast<unsigned char>(bytes.front());
  const std::size_t begin = from - lowest;
  std::size_t base = begin;
  for (bool fits = false; !fits;) {
    if (slots_.size() < base + 256) slots_.resize(std::max(base + 256, slots_.size() * 2));
    fits = std::none_of(bytes.begin(), bytes.end(),
                        [&](char byte) { return taken(base + static_cast<unsigned char>(byte)); });
    if (!fits) ++base;
  }
  if (base - begin > kPatience) frontier_ = base + lowest;
  return static_cast<std::int32_t>(base);
}

std::string collapse_whitespace(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool gap = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    if (is_white_space(utf8::next(text, at))) {
      gap = !out.empty();
      continue;
    }
    if (std::exchange(gap, false)) out.push_back(' ');
    out.append(text.substr(start, at - start));
  }
  return out;
}

Tokenizer::Tokenizer(std::vector<Piece> pieces, std::vector<double> scores)
    : trie_(std::move(pieces)), scores_(std::move(scores)) {}

Tokenizer Tokenizer::load(const std::filesystem::path& model_dir) {
  const std::string file = (model_dir / "dist" / "vocab.json").string();
  std::string why;
  const std::optional<Json> vocabulary = Json::parse(read_file(file), &why);
  if (!vocabulary) throw ModelError(file, why);
  if (!vocabulary->is_array() || vocabulary->size() <= kFirstPiece) {
    throw ModelError(file, "not an array of pieces");
  }
  std::vector<Piece> pieces;
  std::vector<double> scores;
  for (std::size_t id = 0; id < vocabulary->size(); ++id) {
    auto [bytes, score] = entry_of(vocabulary->at(id), file);
    scores.push_back(score);
    if (id >= kFirstPiece) pieces.push_back({std::move(bytes), static_cast<TokenId>(id)});
  }
  return {std::move(pieces), std::move(scores)};
}

std::vector<TokenId> Tokenizer::encode(std::string_view text) const {
  const std::string lattice_text = prepared(text);
  std::vector<TokenId> ids;
  walk_back(lattice_of(lattice_text, trie_, scores_), [&ids](TokenId id) { ids.push_back(id); });
  std::reverse(ids.begin(), ids.end());
  return ids;
}

std::size_t Tokenizer::count(std::string_view text) const {
  const std::string lattice_text = prepared(text);
  std::size_t count = 0;
  walk_back(lattice_of(lattice_text, trie_, scores_), [&count](TokenId) { ++count; });
  return count;
}

}  // namespace assay::embed
