// SPDX-License-Identifier: Apache-2.0
// Finds labels and phrases, and the values after them.
#include "pipeline/facts/find_facts.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ascii.hpp"
#include "pipeline/facts/fact_labels.hpp"
#include "pipeline/facts/fact_list.hpp"
#include "pipeline/text/sentence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::facts {
namespace {

using namespace std::string_view_literals;

void add_value(FactName name, const Piece& value, FactList& found) {
  if (name == FactName::ApprovedBy) return found.add_approval(value);
  found.add_words(name, value);
}

struct Labelled {
  FactName name = FactName::Title;
  std::size_t start = 0;  // of the label, bytes of the line
  std::size_t value = 0;  // after its colon
};

// The label that ends at a colon: the longest one of at most four words.
std::optional<Labelled> label_before(std::string_view line, std::size_t from, std::size_t colon) {
  constexpr int kMaxWords = 4;
  std::optional<Labelled> found;
  std::size_t start = colon;
  for (int words = 0; words < kMaxWords && start > from; ++words) {
    const std::size_t blank = line.substr(0, start - 1).rfind(' ');
    start = blank == std::string_view::npos || blank < from ? from : blank + 1;
    if (line[start] >= '0' && line[start] <= '9') break;  // the end of a value: "3.2"
    if (const auto name = labelled(line.substr(start, colon - start))) {
      found = Labelled{*name, start, colon + 1};
    }
  }
  return found;
}

// The labels of a line that begins with one. Some formats join lines: "Version: 3.2 Owner: CISO".
std::vector<Labelled> labels_of(std::string_view line) {
  std::vector<Labelled> found;
  const std::size_t first = line.find(':');
  if (first == std::string_view::npos) return found;
  const auto name = labelled(line.substr(0, first));
  if (!name) return found;
  found.push_back({*name, 0, first + 1});
  for (std::size_t colon = line.find(": ", first + 1); colon != std::string_view::npos;
       colon = line.find(": ", colon + 1)) {
    if (const auto next = label_before(line, found.back().value, colon)) found.push_back(*next);
  }
  return found;
}

// Whole words of the lowered text.
bool word_at(std::string_view text, std::size_t at, std::size_t size) {
  const auto part_of_word = [text](std::size_t i) {
    const auto c = static_cast<unsigned char>(text[i]);
    return c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  };
  return (at == 0 || !part_of_word(at - 1)) &&
         (at + size >= text.size() || !part_of_word(at + size));
}

// Lower case of A to Z, Ä, Ö and Ü, with the same bytes in the same places.
std::string lowered(std::string_view text) {
  std::string out = ascii_lower(text);
  for (std::size_t i = 0; i + 1 < out.size(); ++i) {
    const bool capital =
        out[i] == '\xC3' && (out[i + 1] == '\x84' || out[i + 1] == '\x96' || out[i + 1] == '\x9C');
    if (capital) out[i + 1] = static_cast<char>(static_cast<unsigned char>(out[i + 1]) + 0x20);
  }
  return out;
}

// Whether the words before a phrase make the sentence one about its document, as something done.
bool speaks_of_itself(std::string_view before) {
  constexpr std::array kNouns{"policy"sv,    "document"sv,   "procedure"sv, "standard"sv,
                              "guideline"sv, "plan"sv,       "version"sv,   "edition"sv,
                              "revision"sv,  "statement"sv,  "charter"sv,   "manual"sv,
                              "handbook"sv,  "richtlinie"sv, "dokument"sv,  "fassung"sv,
                              "leitlinie"sv, "anweisung"sv,  "konzept"sv};
  constexpr std::array kDuties{"must"sv,   "shall"sv, "should"sv, "will"sv,  "may"sv,  "be"sv,
                               "not"sv,    "needs"sv, "are"sv,    "muss"sv,  "soll"sv, "wird"sv,
                               "werden"sv, "nicht"sv, "each"sv,   "every"sv, "if"sv,   "until"sv,
                               "all"sv,    "any"sv,   "jede"sv,   "jeder"sv};
  const auto terms = text::terms(before);
  const auto holds = [&terms](const auto& words) {
    return std::ranges::any_of(terms, [&words](const text::Term& term) {
      return std::ranges::find(words, term.word) != words.end();
    });
  };
  if (terms.empty()) return true;
  return holds(kNouns) && !holds(kDuties);
}

// Whether nothing but small words stands before the date: "effective as of 1 April 2025".
bool near(std::string_view between) {
  constexpr std::array kSmall{"on"sv,      "in"sv,  "by"sv,      "is"sv,   "due"sv,
                              "from"sv,    "of"sv,  "the"sv,     "as"sv,   "am"sv,
                              "im"sv,      "vom"sv, "den"sv,     "date"sv, "since"sv,
                              "seit"sv,    "ab"sv,  "and"sv,     "was"sv,  "until"sv,
                              "updated"sv, "zum"sv, "planned"sv, "for"sv,  "scheduled"sv};
  constexpr std::size_t kFar = 24;  // bytes
  if (between.size() > kFar) return false;
  return std::ranges::all_of(text::terms(between), [&](const text::Term& term) {
    return std::ranges::find(kSmall, term.word) != kSmall.end();
  });
}

void add_spoken_date(FactName name, const Piece& rest, FactList& found) {
  const auto date = first_date(rest.text());
  if (date && near(rest.text().substr(0, date->start))) {
    found.add_words(name, rest.part(date->start, date->end));
  }
}

// "the board on 12 March 2025 and applies to ..."
void add_spoken_approval(const Piece& rest, FactList& found) {
  constexpr std::size_t kLongestName = 80;
  constexpr std::array kEnds{", "sv,         ";"sv,         " ("sv,           ". "sv,
                             " on "sv,       " at "sv,      " in "sv,         " am "sv,
                             " und "sv,      " and is "sv,  " and applies"sv, " and came"sv,
                             " and takes"sv, " effective"sv};
  const std::string_view text = rest.text();
  const auto date = first_date(text);
  std::size_t end = date ? date->start : text.size();
  for (const std::string_view mark : kEnds) end = std::min(end, text.find(mark));
  const Piece who = rest.part(0, end);
  if (who.end == who.start || who.end - who.start > kLongestName) return;
  found.add_words(FactName::ApprovedBy, who);
  const std::size_t name_end = who.end - rest.start;
  if (date && date->start >= name_end) {
    const std::string_view between = trimmed(text.substr(name_end, date->start - name_end), " ,;(");
    if (near(between)) found.add_words(FactName::ApprovedAt, rest.part(date->start, date->end));
  }
}

void add_from_sentence(const Piece& sentence, FactList& found) {
  const std::string text = lowered(sentence.text());
  for (const SpokenPhrase& phrase : spoken_phrases()) {
    const std::size_t at = text.find(phrase.words);
    if (at == std::string::npos || !word_at(text, at, phrase.words.size())) continue;
    if (!speaks_of_itself(std::string_view(text).substr(0, at))) continue;
    const Piece rest = sentence.part(at + phrase.words.size(), text.size());
    if (rest.text().starts_with(':')) continue;  // a label: see add_labelled
    if (phrase.name == FactName::ApprovedBy) {
      add_spoken_approval(rest, found);
    } else {
      add_spoken_date(phrase.name, rest, found);
    }
  }
}

// The bytes of a number such as "3.2" at a place; 0 if there is none.
std::size_t number_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && ((text[size] >= '0' && text[size] <= '9') ||
                                (text[size] == '.' && size > 0 && size + 1 < text.size() &&
                                 text[size + 1] >= '0' && text[size + 1] <= '9'))) {
    ++size;
  }
  return size;
}

// "Version 3.2" and "v3.2" at the beginning of a line, or anywhere in a heading.
void add_spoken_version(const FrontLine& line, FactList& found) {
  constexpr std::array kWords{"version "sv,  "v"sv,        "rev. "sv,
                              "revision "sv, "edition "sv, "rev "sv};
  const std::string text = lowered(line.text());
  for (const std::string_view word : kWords) {
    const std::size_t at = text.find(word);
    if (at == std::string::npos || !(at == 0 || line.kind == BlockKind::Heading)) continue;
    if (at > 0 && std::string_view(" (,-–_").find(text[at - 1]) == std::string_view::npos) continue;
    const std::size_t start = at + word.size();
    const std::size_t size = number_size(std::string_view(text).substr(start));
    if (size == 0 || !word_at(text, start, size)) continue;
    const std::string_view behind = trimmed(std::string_view(text).substr(start + size));
    const bool sentence =
        at == 0 && !behind.empty() && behind.front() >= 'a' && line.kind != BlockKind::Heading;
    if (sentence) continue;  // "Version 3 introduces ..."
    return found.add_words(FactName::Version, line.part(start, start + size));
  }
}

}  // namespace

void add_labelled(const FrontText& front, FactList& found) {
  for (const Pair& pair : front.pairs) {
    if (const auto name = labelled(pair.label.text())) add_value(*name, pair.value, found);
  }
  for (const FrontLine& line : front.lines) {
    const std::vector<Labelled> labels = labels_of(line.text());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const std::size_t end = i + 1 < labels.size() ? labels[i + 1].start : line.end - line.start;
      add_value(labels[i].name, line.part(labels[i].value, end), found);
    }
  }
}

void add_spoken(const FrontText& front, FactList& found) {
  for (const FrontLine& line : front.lines) {
    if (!labels_of(line.text()).empty()) continue;
    add_spoken_version(line, found);
    for (const text::ByteRange& range : text::sentences(line.text())) {
      add_from_sentence(line.part(range.start, range.end), found);
    }
  }
}

}  // namespace assay::facts
