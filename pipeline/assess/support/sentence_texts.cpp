// SPDX-License-Identifier: Apache-2.0
// A sentence becomes a candidate with one passage; file, heading and cosine are its chunk's.
#include "pipeline/assess/support/sentence_texts.hpp"

#include <array>
#include <set>

namespace assay::assess {

SentenceTexts::SentenceTexts(std::span<const Candidate> candidates, const Reading& reading,
                             const ReadTexts& texts, std::span<const std::size_t> chunks) {
  reading_.drafts = reading.drafts;
  reading_.unfilled = reading.unfilled;
  std::set<std::size_t> taken;
  for (const std::size_t c : chunks) {
    for (const std::size_t p : reading.chunks[c]) {
      if (!taken.insert(p).second) continue;
      sentences_.push_back(candidates[c]);
      sentences_.back().content = reading.passages[p].text;
      reading_.chunks.push_back({reading_.passages.size()});
      reading_.passages.push_back(reading.passages[p]);
      const ConceptText& title = *texts.titles[c];
      const ConceptText& said = *texts.passages[p];
      const std::array<ReadTexts::Part, 2> parts{
          {{title.text, title.terms}, {said.text, said.terms}}};
      texts_.chunks.push_back(ReadTexts::joined(parts));
      texts_.passages.push_back(texts.passages[p]);
      passages_.push_back(p);
      chunks_.push_back(c);
    }
  }
}

std::vector<Signals> SentenceTexts::measure(const RequirementWords& asked) const {
  return measure_signals(asked, sentences_, reading_, texts_);
}

}  // namespace assay::assess
