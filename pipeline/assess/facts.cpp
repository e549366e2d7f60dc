// SPDX-License-Identifier: Apache-2.0
// Facts that a record must name, found by their form.
#include "pipeline/assess/facts.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "pipeline/assess/calendar.hpp"
#include "pipeline/assess/grammar.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

constexpr std::array kPosts{
    "ceo"sv,           "cto"sv,      "cio"sv,         "ciso"sv,      "cfo"sv,       "coo"sv,
    "dpo"sv,           "director"sv, "manager"sv,     "officer"sv,   "head"sv,      "lead"sv,
    "administrator"sv, "engineer"sv, "coordinator"sv, "president"sv, "secretary"sv, "supervisor"sv};

bool digits(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return false;
  return std::ranges::all_of(text.substr(at, count), [](char c) { return c >= '0' && c <= '9'; });
}

// A year as it stands in dates of records.
bool is_year(std::string_view word) {
  return word.size() == 4 && digits(word, 0, 4) &&
         (word.starts_with("19") || word.starts_with("20"));
}

// nn.nn.nnnn, nn/nn/nnnn, nnnn-nn-nn, one or two digits each.
bool numeric_date(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && digits(text, at - 1, 1)) continue;
    std::array<std::size_t, 3> lengths{};
    std::size_t part = 0;
    std::size_t i = at;
    for (; part < 3; ++part) {
      const std::size_t start = i;
      while (digits(text, i, 1)) ++i;
      lengths[part] = i - start;
      if (lengths[part] == 0) break;
      if (part < 2) {
        if (i >= text.size() || (text[i] != '-' && text[i] != '/' && text[i] != '.')) break;
        ++i;
      }
    }
    if (part < 3) continue;
    const bool year_first = lengths[0] == 4 && lengths[1] <= 2 && lengths[2] <= 2;
    const bool year_last = lengths[0] <= 2 && lengths[1] <= 2 && lengths[2] == 4;
    if (year_first || year_last) return true;
  }
  return false;
}

}  // namespace

bool capitalised(std::string_view word) {
  return word.size() >= 2 && word[0] >= 'A' && word[0] <= 'Z' && word[1] >= 'a' && word[1] <= 'z';
}

bool names_date(const text::Wording& said) {
  if (numeric_date(said.text)) return true;
  const auto& terms = said.terms;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (month_of(terms[i].word) == 0) continue;
    const auto numeric = [&terms](std::size_t at) { return at < terms.size() && terms[at].number; };
    const bool year_near = (i + 1 < terms.size() && is_year(terms[i + 1].word)) ||
                           (i + 2 < terms.size() && is_year(terms[i + 2].word));
    if (year_near || (i > 0 && numeric(i - 1) && terms[i].word.size() > 3)) return true;
  }
  return false;
}

bool names_somebody(const text::Wording& said) {
  const std::string_view text = said.text;
  const auto& terms = said.terms;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (grammar::among(kPosts, terms[i].word)) return true;
    if (i == 0) continue;
    const auto as_written = [&](std::size_t at) {
      return text.substr(terms[at].start, terms[at].end - terms[at].start);
    };
    // "Jane Doe", "J. Doe": two capitals in a row, the second no function word.
    const std::string_view between =
        text.substr(terms[i - 1].end, terms[i].start - terms[i - 1].end);
    const std::string_view first = as_written(i - 1);
    const bool initial = first.size() == 1 && first[0] >= 'A' && first[0] <= 'Z' && between == ". ";
    if (capitalised(as_written(i)) && !terms[i].stop &&
        (initial || (between == " " && capitalised(first) && !terms[i - 1].stop))) {
      return true;
    }
  }
  return false;
}

}  // namespace assay::assess
