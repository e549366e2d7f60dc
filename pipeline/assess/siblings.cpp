// SPDX-License-Identifier: Apache-2.0
// Words of two sub-checks that they do not share.
#include "pipeline/assess/siblings.hpp"

#include <algorithm>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/cells.hpp"
#include "pipeline/assess/subjects.hpp"

namespace assay::assess {
namespace {

std::vector<const AskedWord*> not_shared(const SubCheck& one, const SubCheck& other) {
  std::vector<const AskedWord*> out;
  for (const AskedWord& here : one.words) {
    if (here.topic || here.word.number) continue;
    const bool shared = std::ranges::any_of(
        other.words, [&here](const AskedWord& there) { return here.word.stem == there.word.stem; });
    if (!shared) out.push_back(&here);
  }
  return out;
}

// Those that tell the two apart. Words as common as "staff" do where there are none other.
std::vector<const AskedWord*> telling(const std::vector<const AskedWord*>& words) {
  std::vector<const AskedWord*> out;
  std::vector<const AskedWord*> common;
  for (const AskedWord* word : words) {
    if (commonness(word->word.stem) == 1) {
      out.push_back(word);
    } else if (word->theme) {
      common.push_back(word);
    }
  }
  return out.empty() ? common : out;
}

// "Porto", "CRM": written with a capital within the sentence.
bool is_name(const SubCheck& check, const AskedWord& asked) {
  const std::size_t at = asked.word.start;
  return at > 0 && at < check.text.size() && check.text[at] >= 'A' && check.text[at] <= 'Z';
}

}  // namespace

std::optional<Sibling> Sibling::of(const SubCheck& asked, const SubCheck& other) {
  Sibling out;
  out.any_of_mine_ = not_shared(asked, other);
  out.mine_ = telling(out.any_of_mine_);
  out.others_ = telling(not_shared(other, asked));
  const bool list = !out.mine_.empty() && !out.others_.empty() &&
                    out.mine_.size() < asked.words.size() &&
                    out.others_.size() < other.words.size();
  if (!list) return std::nullopt;
  // "roles and responsibilities": two words for one thing.
  const auto deed = [](const AskedWord* word) { return grammar::participle(word->spoken); };
  const bool alike = out.mine_.size() == 1 && out.others_.size() == 1 && !deed(out.mine_.front()) &&
                     !deed(out.others_.front()) && !names_group(out.mine_.front()->word) &&
                     same_word(out.mine_.front()->word, out.others_.front()->word);
  if (alike) return std::nullopt;
  // "employees and agency workers": each by its own word.
  for (const AskedWord* mine : out.mine_) {
    const bool near = std::ranges::any_of(out.others_, [mine](const AskedWord* theirs) {
      return same_word(mine->word, theirs->word);
    });
    if (near) out.same_ = 1;
  }
  // Names tell them apart, whatever else differs.
  const auto common = [&asked](const AskedWord* word) { return !is_name(asked, *word); };
  out.by_name_ = !std::ranges::all_of(out.mine_, common);
  if (out.by_name_) std::erase_if(out.mine_, common);
  return out;
}

bool reaches_only(const SubCheck& other, const SubCheck& asked, const Passage& passage,
                  const Weakening& found) {
  const bool denies = found.rule == WeakeningRule::Negation || found.rule == WeakeningRule::Failure;
  if (!denies || !passage.columns.empty()) return false;
  const auto reached = [&](const std::vector<const AskedWord*>& words) {
    return std::ranges::any_of(passage.words, [&](const Word& word) {
      return reaches(found, word) && std::ranges::any_of(words, [&word](const AskedWord* wanted) {
               return !wanted->theme && wanted->word.stem == word.stem;
             });
    });
  };
  const auto mine = not_shared(asked, other);
  const auto others = not_shared(other, asked);
  const bool list = mine.size() < asked.words.size() && others.size() < other.words.size();
  return list && reached(others) && !reached(mine);
}

bool Sibling::named_alone(const Passage& passage, const Vocabulary& headings) const {
  if (!passage.columns.empty() && !by_name_) return row_of_other(passage);
  const auto named = [&](const std::vector<const AskedWord*>& words) {
    return std::ranges::any_of(words, [&](const AskedWord* asked) {
      return passage.own.holds(asked->word) >= same_ || headings.holds(asked->word) >= same_;
    });
  };
  return named(others_) && !named(mine_);
}

bool Sibling::named_by(const Passage& passage) const {
  return std::ranges::any_of(any_of_mine_, [&](const AskedWord* asked) {
    return passage.own.holds(asked->word) >= same_;
  });
}

// "Status: own employee" where the agency's are asked for. A column's name says nothing: a row
// holds each in its own cell.
bool Sibling::row_of_other(const Passage& row) const {
  const auto valued = [&row](const AskedWord* asked) {
    const auto all = cells(row.text);
    return std::ranges::any_of(row.words, [&](const Word& word) {
      return same_word(asked->word, word) && std::ranges::any_of(all, [&word](const Cell& cell) {
               return word.start >= cell.value.start && word.end <= cell.value.end;
             });
    });
  };
  return !named_by(row) && std::ranges::all_of(others_, valued);
}

}  // namespace assay::assess
