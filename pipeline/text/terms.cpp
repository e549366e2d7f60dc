// SPDX-License-Identifier: Apache-2.0
// Turns words into index terms: scans, folds, stems, and knows the function words.
#include "pipeline/text/terms.hpp"

#include <libstemmer.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <unordered_map>
#include <utility>

#include "core/base/c_handle.hpp"
#include "core/json/utf8.hpp"

namespace assay::text {
namespace {

using namespace std::string_view_literals;

constexpr auto sorted_words() {
  std::array words{
      "a"sv,       "about"sv,    "above"sv,   "after"sv,   "again"sv,   "against"sv, "all"sv,
      "also"sv,    "although"sv, "am"sv,      "among"sv,   "an"sv,      "and"sv,     "any"sv,
      "are"sv,     "as"sv,       "at"sv,      "be"sv,      "because"sv, "been"sv,    "before"sv,
      "being"sv,   "below"sv,    "between"sv, "both"sv,    "but"sv,     "by"sv,      "can"sv,
      "cannot"sv,  "could"sv,    "did"sv,     "do"sv,      "does"sv,    "doing"sv,   "during"sv,
      "each"sv,    "either"sv,   "etc"sv,     "every"sv,   "few"sv,     "for"sv,     "from"sv,
      "further"sv, "had"sv,      "has"sv,     "have"sv,    "having"sv,  "he"sv,      "her"sv,
      "here"sv,    "hers"sv,     "him"sv,     "his"sv,     "how"sv,     "however"sv, "i"sv,
      "if"sv,      "in"sv,       "into"sv,    "is"sv,      "it"sv,      "its"sv,     "itself"sv,
      "may"sv,     "me"sv,       "might"sv,   "more"sv,    "most"sv,    "must"sv,    "my"sv,
      "neither"sv, "no"sv,       "nor"sv,     "not"sv,     "of"sv,      "on"sv,      "only"sv,
      "or"sv,      "other"sv,    "our"sv,     "ours"sv,    "over"sv,    "own"sv,     "per"sv,
      "shall"sv,   "she"sv,      "should"sv,  "so"sv,      "some"sv,    "such"sv,    "than"sv,
      "that"sv,    "the"sv,      "their"sv,   "them"sv,    "then"sv,    "there"sv,   "these"sv,
      "they"sv,    "this"sv,     "those"sv,   "through"sv, "to"sv,      "too"sv,     "under"sv,
      "until"sv,   "upon"sv,     "us"sv,      "very"sv,    "was"sv,     "we"sv,      "were"sv,
      "what"sv,    "when"sv,     "where"sv,   "whether"sv, "which"sv,   "while"sv,   "who"sv,
      "whom"sv,    "whose"sv,    "why"sv,     "will"sv,    "with"sv,    "within"sv,  "without"sv,
      "would"sv,   "you"sv,      "your"sv,    "yours"sv};
  std::ranges::sort(words);
  return words;
}

constexpr auto kWords = sorted_words();

constexpr char32_t kSoftHyphen = 0xAD;

bool is_digit(char32_t c) {
  return c < 0x80 ? c >= '0' && c <= '9'
                  : utf8proc_category(static_cast<utf8proc_int32_t>(c)) == UTF8PROC_CATEGORY_ND;
}

bool is_letter(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  if (c == kSoftHyphen) return true;
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_MC;
}

// Scripts written without spaces: each character is a word.
bool stands_alone(char32_t c) {
  return (c >= 0x0E00 && c <= 0x0E7F) || (c >= 0x2E80 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

bool is_apostrophe(char32_t c) {
  return c == '\'' || c == 0x2019;
}

bool is_ascii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

std::string fold_word(std::string_view word) {
  if (is_ascii(word)) {
    std::string out(word);
    for (char& c : out) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
  }
  constexpr auto kOptions = static_cast<utf8proc_option_t>(
      UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
  utf8proc_uint8_t* mapped = nullptr;
  const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(word.data()),
                                   static_cast<utf8proc_ssize_t>(word.size()), &mapped, kOptions);
  const CHandle<utf8proc_uint8_t, std::free> owned(mapped);
  if (length == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
  if (length < 0) return std::string(word);  // unassigned code points stay as they are
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length)};
}

std::string stemmed(sb_stemmer* stemmer, const std::string& word) {
  const sb_symbol* stem = sb_stemmer_stem(stemmer, reinterpret_cast<const sb_symbol*>(word.data()),
                                          static_cast<int>(word.size()));
  if (stem == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(stem),
          static_cast<std::size_t>(sb_stemmer_length(stemmer))};
}

// Cached data of a folded word.
struct Known {
  std::string stem;
  bool stop = false;
};

// Few words recur often, and stemming costs far more than a lookup. A stemmer cannot be shared, so
// each thread has its own, and its own words.
const Known& known(const std::string& word) {
  constexpr std::size_t kMaxWords = 1 << 15;
  thread_local const CHandle<sb_stemmer, sb_stemmer_delete> stemmer(
      sb_stemmer_new("english", "UTF_8"));
  thread_local std::unordered_map<std::string, Known> words;
  if (!stemmer) throw std::bad_alloc();
  if (const auto found = words.find(word); found != words.end()) return found->second;
  if (words.size() >= kMaxWords) words.clear();
  return words.emplace(word, Known{stemmed(stemmer.get(), word), is_stop_word(word)}).first->second;
}

// "company's" -> "company".
void drop_possessive(std::string& word) {
  const char last = word.empty() ? 'a' : word.back();
  if (last != 's' && last != '\'' && last != '\x99') return;  // the last byte of U+2019
  for (const std::string_view tail : {"'s", "\u2019s", "'", "\u2019"}) {
    if (word.size() > tail.size() && word.ends_with(tail)) {
      word.resize(word.size() - tail.size());
      return;
    }
  }
}

class WordScanner {
 public:
  explicit WordScanner(std::string_view text) : text_(text) {}

  // Moves to the next word; returns false at the end.
  bool next() {
    while (at_ < text_.size()) {
      start_ = at_;
      const char32_t c = utf8::next(text_, at_);
      if (!is_letter(c) && !is_digit(c)) continue;
      number_ = is_digit(c);
      if (!stands_alone(c)) extend(c);
      return true;
    }
    return false;
  }
  [[nodiscard]] std::size_t start() const { return start_; }
  [[nodiscard]] std::size_t end() const { return at_; }
  [[nodiscard]] bool number() const { return number_; }

 private:
  // Accepts letters and digits, an apostrophe between letters, a dot or comma between digits.
  void extend(char32_t before) {
    while (at_ < text_.size()) {
      std::size_t ahead = at_;
      const char32_t c = utf8::next(text_, ahead);
      if (stands_alone(c)) return;
      if (!is_letter(c) && !is_digit(c)) {
        if (ahead >= text_.size()) return;
        std::size_t behind = ahead;
        const char32_t after = utf8::next(text_, behind);
        const bool decimal = (c == '.' || c == ',') && is_digit(before) && is_digit(after);
        const bool elision = is_apostrophe(c) && is_letter(before) && is_letter(after);
        if (!decimal && !elision) return;
        ahead = behind;
        before = after;
      } else {
        before = c;
      }
      at_ = ahead;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
  bool number_ = false;
};

}  // namespace

bool is_stop_word(std::string_view word) {
  return std::ranges::binary_search(kWords, word);
}

std::vector<Term> terms(std::string_view text) {
  std::vector<Term> out;
  WordScanner scanner(text);
  while (scanner.next()) {
    Term term;
    term.start = scanner.start();
    term.end = scanner.end();
    term.number = scanner.number();
    term.word = fold_word(text.substr(term.start, term.end - term.start));
    drop_possessive(term.word);
    if (term.word.empty()) continue;
    const Known& word = known(term.word);
    term.stop = word.stop;
    term.stem = term.number ? term.word : word.stem;
    out.push_back(std::move(term));
  }
  return out;
}

std::vector<std::string> index_stems(std::string_view text) {
  std::vector<std::string> out;
  for (Term& term : terms(text)) {
    if (!term.stop) out.push_back(std::move(term.stem));
  }
  return out;
}

std::string collapsed(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool blank = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    const char32_t c = utf8::next(text, at);
    if (is_space(c)) {
      blank = !out.empty();
      continue;
    }
    if (blank) out += ' ';
    blank = false;
    out.append(text.substr(start, at - start));
  }
  return out;
}

std::string folded(std::string_view text) {
  return fold_word(collapsed(text));
}

Wording::Wording(std::string from, Owned)
    : text(std::move(from)), terms(text::terms(text)), folded(text::folded(text)) {}

bool is_space(char32_t c) {
  if (c <= 0x20) return c == ' ' || (c >= '\t' && c <= '\r');
  if (c < 0x80) return false;
  if (c == 0x85) return true;
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category >= UTF8PROC_CATEGORY_ZS && category <= UTF8PROC_CATEGORY_ZP;
}

}  // namespace assay::text
