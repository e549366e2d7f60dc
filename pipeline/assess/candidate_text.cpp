// SPDX-License-Identifier: Apache-2.0
// Cutting a candidate into sentences, and these into statements.
#include "pipeline/assess/candidate_text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "pipeline/assess/conclusions.hpp"
#include "pipeline/assess/titles.hpp"

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

}  // namespace

CandidateText::CandidateText(const Candidate& candidate)
    : heading(candidate.heading_path),
      file(file_words(candidate.file_name)),
      heading_concludes(concludes(heading)) {
  bool next = true;
  for (const text::ByteRange range : text::sentences(candidate.content)) {
    Sentence sentence{range, text::collapsed(range.of(candidate.content)), next};
    next = !concludes(sentence.said);
    if (next) sentences.push_back(std::move(sentence));
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

}  // namespace assay::assess
