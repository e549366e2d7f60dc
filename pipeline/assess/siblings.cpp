// SPDX-License-Identifier: Apache-2.0
// Words of two sub-checks that they do not share.
#include "pipeline/assess/siblings.hpp"

#include <algorithm>

namespace assay::assess {
namespace {

std::vector<const AskedWord*> not_shared(const SubCheck& one, const SubCheck& other) {
  std::vector<const AskedWord*> out;
  for (const AskedWord& here : one.words) {
    const bool telling = commonness(here.word.stem) == 1 && !here.word.number;
    if (here.topic || !telling) continue;
    const bool shared = std::ranges::any_of(
        other.words, [&here](const AskedWord& there) { return same_word(here.word, there.word); });
    if (!shared) out.push_back(&here);
  }
  return out;
}

// "Porto", "CRM": written with a capital within the sentence.
bool is_name(const SubCheck& check, const AskedWord& asked) {
  const std::size_t at = asked.word.start;
  return at > 0 && at < check.text.size() && check.text[at] >= 'A' && check.text[at] <= 'Z';
}

}  // namespace

std::optional<Sibling> Sibling::of(const SubCheck& asked, const SubCheck& other) {
  Sibling out;
  out.mine_ = not_shared(asked, other);
  out.others_ = not_shared(other, asked);
  const bool list = !out.mine_.empty() && !out.others_.empty() &&
                    out.mine_.size() < asked.words.size() &&
                    out.others_.size() < other.words.size();
  if (!list) return std::nullopt;
  // Names tell them apart, whatever else differs.
  const auto common = [&asked](const AskedWord* word) { return !is_name(asked, *word); };
  out.by_name_ = !std::ranges::all_of(out.mine_, common);
  if (out.by_name_) std::erase_if(out.mine_, common);
  return out;
}

bool Sibling::named_alone(const Passage& passage, const Vocabulary& headings) const {
  if (!passage.columns.empty() && !by_name_) return false;  // a row holds each in its own cell
  const auto named = [&](const std::vector<const AskedWord*>& words) {
    return std::ranges::any_of(words, [&](const AskedWord* asked) {
      return passage.own.holds(asked->word) > 0 || headings.holds(asked->word) > 0;
    });
  };
  return named(others_) && !named(mine_);
}

}  // namespace assay::assess
