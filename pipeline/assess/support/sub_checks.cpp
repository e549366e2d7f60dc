// SPDX-License-Identifier: Apache-2.0
// Finds the parts of a requirement's text that demand nothing, its form (a question, a thing by
// name), and its sub-checks: the clauses of the rest.
#include "pipeline/assess/support/sub_checks.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/ascii.hpp"
#include "pipeline/assess/language/clauses.hpp"
#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/support/tables.hpp"
#include "pipeline/text/sentence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;
using text::Term;

bool names_action(const std::vector<Term>& terms) {
  return std::ranges::any_of(terms, [](const Term& term) {
    return grammar::among(lists::kFinite, term.word) || grammar::among(lists::kVerbs, term.word) ||
           grammar::among(lists::kMoreVerbs, term.word) || grammar::participle(term.word);
  });
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// "[Assignment: organization-defined roles]", "[Selection (one or more): remove; disable]".
void fill_blanks(std::string& text) {
  for (std::size_t open = text.rfind('['); open != std::string::npos;
       open = open == 0 ? std::string::npos : text.rfind('[', open - 1)) {
    const std::size_t close = text.find(']', open);
    if (close == std::string::npos) continue;
    std::string inside = text.substr(open + 1, close - open - 1);
    const std::size_t colon = inside.find(':');
    if (colon == std::string::npos ||
        !(inside.starts_with("Assignment") || inside.starts_with("Selection"))) {
      continue;
    }
    inside = std::string(assay::trimmed(std::string_view(inside).substr(colon + 1)));
    replace_all(inside, "organization-defined", "defined");
    replace_all(inside, ";", " or");
    text.replace(open, close - open + 1, inside);
  }
}

// "NIST SP 800-171 Rev 2 3.1.4", "ISO/IEC 27001:2022 A.5.1": a number, and nothing that is done.
bool only_refers(std::string_view line) {
  const auto terms = text::terms(line);
  const bool number = line.find_first_of("0123456789") != std::string_view::npos;
  return number && terms.size() <= 10 && !names_action(terms);
}

// Text without its bullets that refer elsewhere, wherever a line break went lost in an import.
void drop_references(std::string& text) {
  constexpr auto kBullet = "\xE2\x80\xA2"sv;
  for (std::size_t at = text.find(kBullet); at != std::string::npos; at = text.find(kBullet, at)) {
    const std::size_t end =
        std::min({text.find('\n', at), text.find(kBullet, at + kBullet.size()), text.size()});
    const std::size_t begin = at + kBullet.size();
    if (only_refers(std::string_view(text).substr(begin, end - begin))) {
      text.erase(at, end - at);
    } else {
      at = end;
    }
  }
}

// "Separation of Duties: Separate the duties ...": where the name ends.
std::size_t end_of_name(std::string_view text) {
  constexpr std::size_t kLongestName = 12;  // words
  const std::size_t colon = text.find(": ");
  const std::size_t numbered = text.find_first_not_of("0123456789.) ");  // "2. Name: ..."
  if (colon == std::string_view::npos || numbered > colon ||
      text.find_first_of(".;\n", numbered) < colon) {
    return 0;
  }
  const auto name = text::terms(text.substr(0, colon));
  const auto rest = text::terms(text.substr(colon + 2));
  const bool verb = std::ranges::any_of(
      name, [](const Term& term) { return grammar::among(lists::kFinite, term.word); });
  const std::string_view said = assay::trimmed(text.substr(colon + 2));
  const bool sentence = !said.empty() && (said.front() < 'a' || said.front() > 'z');
  return !verb && name.size() <= kLongestName && rest.size() >= 4 && sentence ? colon + 2 : 0;
}

// Where examples end that begin at `from`: before the verb that goes on with the clause ("policies,
// such as that on backup, are reviewed"), or with the clause.
std::size_t end_of_examples(std::string_view text, std::size_t from) {
  constexpr std::array kSubordinators{"that"sv,  "which"sv, "who"sv,
                                      "where"sv, "when"sv,  "whether"sv};
  std::size_t end =
      std::min({text.find(". ", from), text.find(';', from), text.find('\n', from), text.size()});
  if (end == text.size() && end > from && text.back() == '.') --end;
  const auto terms = text::terms(text.substr(from, end - from));
  for (std::size_t i = 1; i < terms.size(); ++i) {
    if (grammar::among(kSubordinators, terms[i].word)) break;
    if (grammar::among(lists::kFinite, terms[i].word)) return from + terms[i].start - 1;
  }
  return end;
}

struct Opening {
  std::string_view words;
  bool parenthesis_only = false;
};
constexpr std::array kOpenings{Opening{"such as "},
                               Opening{"e.g."},
                               Opening{"for example"},
                               Opening{"for instance"},
                               Opening{"including but not limited to"},
                               Opening{"including, but not limited to"},
                               Opening{"i.e.", true}};

void drop_examples(std::string& text) {
  for (const Opening& opening : kOpenings) {
    for (std::size_t at = text.find(opening.words); at != std::string::npos;
         at = text.find(opening.words, at)) {
      std::size_t begin = at;
      while (begin > 0 && text[begin - 1] == ' ') --begin;
      std::size_t end = 0;
      if (begin > 0 && text[begin - 1] == '(') {
        end = text.find(')', at);
        end = end == std::string::npos ? text.size() : end + 1;
        --begin;
      } else if (opening.parenthesis_only) {
        at += opening.words.size();
        continue;
      } else {
        end = end_of_examples(text, at + opening.words.size());
        if (begin > 0 && text[begin - 1] == ',') --begin;
      }
      while (begin > 0 && text[begin - 1] == ' ') --begin;
      text.erase(begin, end - begin);
      at = begin;
    }
  }
}

// "Such measures may include ...": a list of what others do.
bool lists_examples(std::string_view sentence) {
  const auto terms = text::terms(sentence);
  bool general = false;
  for (std::size_t i = 0; i < terms.size() && i < 6; ++i) {
    if (general && (terms[i].word == "include" || terms[i].word == "includes")) return true;
    general = general || grammar::among(lists::kGenericNouns, terms[i].word);
  }
  return false;
}

std::string without_lists(const std::string& text) {
  std::string out;
  std::size_t copied = 0;
  for (const text::ByteRange sentence : text::sentences(text)) {
    if (sentence.start == 0 || !lists_examples(sentence.of(text))) continue;
    out.append(text, copied, sentence.start - copied);
    copied = sentence.end;
  }
  return out.append(text, copied);
}

}  // namespace

std::string demand_of(std::string_view requirement) {
  std::string out(requirement);
  fill_blanks(out);
  drop_references(out);
  out.erase(0, end_of_name(out));
  drop_examples(out);
  out = std::string(assay::trimmed(without_lists(out)));
  return text::terms(out).size() < 3 ? std::string(assay::trimmed(requirement)) : out;
}

using namespace std::string_view_literals;

bool asks(std::string_view title) {
  constexpr std::array kArticles{"the"sv, "a"sv, "an"sv};
  constexpr std::size_t kLongestName = 14;  // words
  const std::string flat = text::collapsed(title);
  if (flat.find('?') != std::string::npos) return true;
  const auto terms = text::terms(flat);
  if (flat.ends_with('.') || terms.empty() || terms.size() > kLongestName ||
      !grammar::among(kArticles, terms.front().word)) {
    return false;
  }
  for (std::size_t i = 1; i < terms.size(); ++i) {
    const std::string& word = terms[i].word;
    if (grammar::among(lists::kRelatives, word)) return true;
    // "the name of": after an article such a word is no verb.
    const bool noun = grammar::among(kArticles, terms[i - 1].word);
    const bool verb = grammar::among(lists::kFinite, word) || grammar::participle(word) ||
                      (grammar::among(lists::kVerbs, word) && !noun);
    if (verb) return false;
  }
  return true;
}

bool asks_for_thing(std::string_view title) {
  return title.find('?') == std::string_view::npos && asks(title);
}

std::vector<SubCheck> sub_checks(std::string_view title) {
  std::vector<std::string> parts;
  if (!asks(title)) parts = clauses(demand_of(title));
  if (parts.empty()) parts.push_back(text::collapsed(title));
  if (parts.size() > kMaxSubChecks) parts.resize(kMaxSubChecks);
  std::vector<SubCheck> out;
  for (std::string& part : parts) {
    const auto number = static_cast<char>(out.size());
    SubCheck check{std::string(1, static_cast<char>('a' + number)), std::move(part), {}};
    check.quantities = asked_quantities(text::Wording(check.text));
    out.push_back(std::move(check));
  }
  return out;
}

}  // namespace assay::assess
