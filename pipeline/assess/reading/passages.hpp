// SPDX-License-Identifier: Apache-2.0
// The candidates' sentences and rows, read once for all sub-checks of a requirement.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "pipeline/assess/language/quantities.hpp"
#include "pipeline/assess/reading/candidate.hpp"
#include "pipeline/assess/reading/weakening.hpp"
#include "pipeline/text/sentence.hpp"

namespace assay::assess {

struct Passage : text::Wording {  // white space collapsed
  std::size_t candidate = 0;
  text::ByteRange range;  // of the candidate's content
  std::vector<Quantity> quantities;
  std::vector<Weakening> weakenings;
  bool of_other = false;        // about what another party does or says: see Parties
  bool is_row = false;          // of a table, with two cells or more
  bool binds_somebody = false;  // names a day or a person: no definition
};

struct Reading {
  std::vector<CandidateText> candidates;  // as they were read
  std::vector<Passage> passages;
  // For each candidate, the numbers of its passages, in order of reading. Passages shared with an
  // earlier candidate are listed there only.
  std::vector<std::vector<std::size_t>> chunks;
  std::set<std::string> drafts;    // ids of documents that call themselves draft or out of force
  std::set<std::string> unfilled;  // and of forms nobody has filled in
};

// Candidates that repeat an excerpt (overlapping chunks) give its passage once.
[[nodiscard]] Reading read_passages(std::span<const Candidate> candidates);

}  // namespace assay::assess
