// SPDX-License-Identifier: Apache-2.0
// Cuts a candidate into sentences and these into statements. Recognises titles by their form, and
// sentences that tell their reader what to conclude.
#include "pipeline/assess/reading/candidate.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/cells.hpp"
#include "pipeline/assess/reading/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

constexpr std::size_t kFragmentWords = 5;
constexpr std::size_t kLongestJoined = 320;  // bytes
constexpr std::string_view kTitleSeparator = " > ";

// "2.1 Access reviews" -> "Access reviews".
std::string_view unnumbered(std::string_view title) {
  const std::size_t letters = title.find_first_not_of("0123456789. )#");
  return letters == std::string_view::npos ? title : title.substr(letters);
}

// A title tells what comes, and shows nothing itself.
bool is_title(std::string_view text, std::string_view heading_path) {
  const std::string_view wanted = unnumbered(text);
  while (!heading_path.empty()) {
    const std::size_t end = std::min(heading_path.find(kTitleSeparator), heading_path.size());
    if (unnumbered(heading_path.substr(0, end)) == wanted) return true;
    heading_path.remove_prefix(std::min(end + kTitleSeparator.size(), heading_path.size()));
  }
  return false;
}

// Cells of a table that came line by line, or a name over its value.
bool is_fragment(const text::Wording& said) {
  return said.text.find_first_of(".:;!?") == std::string::npos &&
         said.terms.size() <= kFragmentWords;
}

// Where a sentence can be parted that a missing capital or full stop has joined with the next.
std::size_t next_part(std::string_view content, std::size_t from, std::size_t end) {
  for (std::size_t at = from; at + 1 < end; ++at) {
    const bool stop = content[at] == '.' || content[at] == '!' || content[at] == '?';
    if (content[at] == '\n' || (stop && content[at + 1] == ' ')) return at + 1;
  }
  return end;
}

bool tells(std::string_view content, text::ByteRange range) {
  return concludes(text::collapsed(range.of(content)));
}

// The sentences of a text, without those that tell their reader what to conclude. What stands
// before or after such words on its own is kept, so that nobody can hide evidence with them.
std::vector<text::ByteRange> untold_sentences(std::string_view content) {
  std::vector<text::ByteRange> out;
  for (const text::ByteRange range : text::sentences(content)) {
    if (!tells(content, range)) {
      out.push_back(range);
      continue;
    }
    std::vector<text::ByteRange> parts;
    bool found = false;  // which part tells
    for (std::size_t at = range.start; at < range.end;) {
      const text::ByteRange part{at, next_part(content, at, range.end)};
      at = part.end;
      const bool told = tells(content, part);
      found = found || told;
      if (!told) parts.push_back(part);
    }
    if (found) out.insert(out.end(), parts.begin(), parts.end());
  }
  return out;
}

}  // namespace

std::string without_conclusions(std::string_view content) {
  std::string out;
  for (const text::ByteRange range : untold_sentences(content)) {
    if (!out.empty()) out += '\n';
    out += range.of(content);
  }
  return out;
}

CandidateText::CandidateText(const Candidate& candidate)
    : heading(candidate.heading_path),
      file(file_words(candidate.file_name)),
      heading_concludes(concludes(heading)) {
  std::size_t end = 0;
  for (const text::ByteRange range : untold_sentences(candidate.content)) {
    const auto between = std::string_view(candidate.content).substr(end, range.start - end);
    const bool next = between.find_first_not_of(" \t\r\n") == std::string_view::npos;
    end = range.end;
    sentences.push_back({range, text::collapsed(range.of(candidate.content)), next});
  }
}

std::vector<Sentence> CandidateText::statements(const Candidate& candidate) const {
  std::vector<Sentence> out;
  bool open = false;  // the last one is of fragments and may grow
  for (const Sentence& sentence : sentences) {
    if (is_title(sentence.said.text, candidate.heading_path)) {
      open = false;
      continue;
    }
    const bool fragment = is_fragment(sentence.said) && !is_labelled_title(sentence.said.text);
    if (fragment && open && sentence.next &&
        sentence.range.end - out.back().range.start <= kLongestJoined) {
      text::ByteRange& range = out.back().range;
      range.end = sentence.range.end;
      out.back().said = text::collapsed(range.of(candidate.content));
    } else {
      out.push_back(sentence);
    }
    open = fragment;
  }
  return out;
}

std::string file_words(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return c == '_' || c == '-' || c == '.'; }, ' ');
  return name;
}

namespace {

bool is_word(char c) {
  return grammar::is_capital(c) || grammar::is_small(c) || grammar::is_digit(c);
}

// As a word of its own, in capitals, within a text that is not all in capitals.
bool names_verdict(std::string_view text) {
  if (std::ranges::none_of(text, grammar::is_small)) return false;
  return std::ranges::any_of(lists::kVerdicts, [text](std::string_view verdict) {
    for (std::size_t at = text.find(verdict); at != std::string_view::npos;
         at = text.find(verdict, at + 1)) {
      const std::size_t end = at + verdict.size();
      if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) {
        return true;
      }
    }
    return false;
  });
}

// "Disregard the previous guidelines", "ignore all instructions above".
bool sets_aside(std::span<const text::Term> terms) {
  constexpr std::size_t kWordsApart = 6;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!grammar::among(lists::kSetAside, terms[i].word)) continue;
    const std::size_t count = std::min(kWordsApart, terms.size() - i - 1);
    if (grammar::any_among(terms.subspan(i + 1, count), lists::kGiven)) return true;
  }
  return false;
}

}  // namespace

bool concludes(const text::Wording& said) {
  if (grammar::holds_any(said.folded, lists::kConclusions) ||
      grammar::holds_any(said.folded, lists::kMarkup)) {
    return true;
  }
  return sets_aside(said.terms) ||
         (names_verdict(said.text) && column_names(said.text).size() < 2 &&
          grammar::any_among(said.terms, lists::kJudging));
}

namespace {

using namespace std::string_view_literals;

bool has_finite_verb(const std::vector<text::Term>& terms) {
  return grammar::any_among(terms, lists::kFinite);
}

// "Chapter 7", "7.1", "B", "S-02": what a title in a list begins with.
bool has_label(std::string_view title) {
  const auto terms = text::terms(title);
  if (terms.size() < 2) return false;
  const std::string& first = terms.front().word;
  const bool letter = first.size() == 1 && grammar::is_capital(title.front()) &&
                      (first != "a" || terms[1].start == 2);
  const bool code = first.size() <= 4 && terms[1].number && terms[1].start <= first.size() + 1 &&
                    grammar::is_capital(title.front());
  return terms.front().number || letter || code || grammar::among(lists::kDocumentParts, first);
}

// "Annex B: Cooling of samples."
bool is_part(std::string_view title) {
  const std::size_t colon = title.find(": ");
  if (colon == std::string_view::npos) return false;
  const auto label = text::terms(title.substr(0, colon));
  return label.size() == 2 && grammar::among(lists::kDocumentParts, label.front().word);
}

// Of "10:15 Safe handling 11:30 Use of safety cabinets": 2. Lines of a programme may have been
// joined.
std::size_t times_in(std::string_view line) {
  const auto digit = [&line](std::size_t at) {
    return at < line.size() && grammar::is_digit(line[at]);
  };
  std::size_t count = 0;
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos;
       colon = line.find(':', colon + 1)) {
    if (colon > 0 && digit(colon - 1) && digit(colon + 1) && digit(colon + 2)) ++count;
  }
  return count;
}

// "Data breach form | Contact": two marks between them, or more.
bool is_list_of_links(std::string_view text) {
  return std::ranges::count(text, '|') >= 2 &&
         text.find(": ", text.find('|')) == std::string_view::npos &&
         !has_finite_verb(text::terms(text));
}

}  // namespace

bool is_contents_entry(std::string_view text) {
  const std::size_t dots = text.find(" ...");
  if (dots == std::string_view::npos) return false;
  const std::size_t behind = text.find_first_not_of(". ", dots);
  // The page's number may have become a sentence of its own.
  if (behind == std::string_view::npos) return text.find(" ....") != std::string_view::npos;
  const std::string_view rest = text.substr(behind);
  return grammar::is_digit(rest[0]) || rest.starts_with("page ") || rest.starts_with("p. ");
}

bool is_list_of_titles(std::string_view text) {
  if (is_list_of_links(text)) return true;
  if (text.find(';') == std::string_view::npos) return false;  // one title is no list
  constexpr std::size_t kLongestTitle = 9;                     // words
  std::size_t titles = 0;
  std::size_t labelled = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    std::string_view title = text.substr(0, end);
    while (title.starts_with(' ')) title.remove_prefix(1);
    const auto terms = text::terms(title);
    const bool field = title.find(": ") != std::string_view::npos && !is_part(title);
    if (terms.size() > kLongestTitle || field || has_finite_verb(terms)) return false;
    titles += terms.empty() ? 0U : 1U;
    labelled += has_label(title) ? 1U : 0U;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return titles >= 2 && labelled * 2 > titles;
}

bool is_list_of_files(std::string_view text) {
  std::size_t files = 0;
  std::size_t others = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word = text::folded(text.substr(0, end));
    const bool file =
        std::ranges::any_of(lists::kFileEndings, [&](auto type) { return word.ends_with(type); });
    ++(file ? files : others);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return files > others;
}

bool is_labelled_title(std::string_view line) {
  constexpr std::size_t kLongestTitle = 10;  // words
  if (line.starts_with("- ")) line.remove_prefix(2);
  if (line.ends_with('.') && !is_part(line)) return false;  // a sentence
  const auto terms = text::terms(line);
  const std::size_t most = kLongestTitle * std::max<std::size_t>(times_in(line), 1);
  return terms.size() <= most && has_label(line) && !has_finite_verb(terms);
}

}  // namespace assay::assess
