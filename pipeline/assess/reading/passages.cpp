// SPDX-License-Identifier: Apache-2.0
// Reads the candidates: sentences, their surroundings, and what their documents state about
// themselves.
#include "pipeline/assess/reading/passages.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "pipeline/assess/language/dates.hpp"
#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/candidate.hpp"
#include "pipeline/assess/reading/cells.hpp"
#include "pipeline/assess/reading/document_state.hpp"
#include "pipeline/assess/reading/parties.hpp"
#include "pipeline/assess/reading/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

constexpr std::size_t kLinesOfForm = 3;

Passage read_passage(std::size_t candidate, Sentence sentence, const text::Wording& heading) {
  Passage out;
  static_cast<text::Wording&>(out) = std::move(sentence.said);
  out.candidate = candidate;
  out.range = sentence.range;
  const auto columns = column_names(out.text);
  out.is_row = !columns.empty();
  out.quantities = quantities(out);
  out.weakenings = weakenings(out);
  std::ranges::copy(cell_weakenings(out.text), std::back_inserter(out.weakenings));
  std::ranges::copy(kind_weakenings(out, columns, heading), std::back_inserter(out.weakenings));
  // A rule names nobody, and asks for names.
  out.binds_somebody = !days_named(out).empty() || names_somebody(out) ||
                       grammar::any_among(out.terms, lists::kByName);
  return out;
}

}  // namespace

Reading read_passages(std::span<const Candidate> candidates) {
  Reading out;
  std::set<std::string> noticed;   // documents that say they are not, or no longer, in force
  std::set<std::string> in_force;  // and those that say they are
  std::map<std::pair<std::string, std::string>, std::size_t> seen;  // the passage's number
  for (const Candidate& one : candidates) out.candidates.emplace_back(one);
  const Parties parties(out.candidates);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const std::string& document = candidates[c].document.value;
    const CandidateText& text = out.candidates[c];
    if (says_draft(text.heading) || says_draft(text.file) || is_early_edition(text.file) ||
        is_early_edition(text.heading)) {
      out.drafts.insert(document);
    }
    const text::Wording above(text.heading.text + " " + text.file.text);
    std::vector<Passage> chunk;
    std::size_t lines = 0;  // to be filled in
    bool other_party = false;
    for (Sentence& statement : text.statements(candidates[c])) {
      Passage& read = chunk.emplace_back(read_passage(c, std::move(statement), above));
      other_party = read.is_row
                        ? Parties::row_of_other(read)
                        : parties.other_party(c, read) || (other_party && Parties::continues(read));
      read.of_other = other_party || (!read.is_row && parties.speaks_for_other(read));
      lines += lines_to_fill(read.text);
      if (is_unfilled(read) || lines >= kLinesOfForm) out.unfilled.insert(document);
      if (is_notice(read)) noticed.insert(document);
      if (puts_in_force(read)) in_force.insert(document);
    }
    answer_questions(chunk);
    spread_definition(chunk);
    std::vector<std::size_t>& numbers = out.chunks.emplace_back();
    for (Passage& passage : chunk) {
      const auto [known, added] = seen.insert({{document, passage.text}, out.passages.size()});
      numbers.push_back(known->second);
      if (added) out.passages.push_back(std::move(passage));
    }
  }
  std::ranges::set_difference(noticed, in_force, std::inserter(out.drafts, out.drafts.end()));
  return out;
}

}  // namespace assay::assess
