// SPDX-License-Identifier: Apache-2.0
// What each document shows of a sub-check: what weakening leaves of it, and which document is best.
#include "pipeline/assess/support/comparer.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "pipeline/assess/support/constants.hpp"

namespace assay::assess {
namespace {

double left_by(const Match& match, double shown) {
  return cut_short(shown * match.force / match.shortfall, match.shortfall);
}

// Titles and definitions say nothing to the matter, for or against.
bool silent(const Match& match) {
  return !match.draft && std::ranges::all_of(match.weakened, [](const Weakening& found) {
    return describes_kind(found.rule);
  });
}

// Whether what is weakened says so much more that the rest is not to be taken for the thing.
// next: the strength of the strongest of the rest; first: of the best.
bool dominates(const Match& strongest, double next, double first) {
  const bool says_so = !strongest.weakened.empty() || strongest.draft;
  return says_so && !(silent(strongest) && first >= constants::kSpeaks) &&
         strongest.strength >= constants::kDominates * next;
}

// The strongest, or the passage beside it whose words make it so.
std::vector<Match>::const_iterator says_most(const std::vector<Match>& matches,
                                             const Reading& reading) {
  const auto strongest = std::ranges::max_element(matches, {}, &Match::strength);
  const auto& beside = reading.passages[strongest->passage].beside;
  return std::ranges::max_element(matches, {}, [&](const Match& match) {
    const bool near = match.passage == strongest->passage ||
                      std::ranges::find(beside, match.passage) != beside.end();
    return near ? match.alone : -1;
  });
}

// Up to here one more is no matter of chance: a sentence put beside the evidence changes nothing.
constexpr std::size_t kFewPassages = 6;

class Document {
 public:
  // matches: of one document, best first, not empty.
  Document(std::size_t number, const Comparer& comparer, const Reading& reading, const Shown& shown,
           std::vector<Match> matches, std::span<const std::size_t> passages)
      : number_(number),
        comparer_(comparer),
        reading_(reading),
        shown_(shown),
        matches_(std::move(matches)),
        passages_(passages) {}

  // What weakens a passage weakens what it alone shows: the others count as if it were not there.
  [[nodiscard]] DocumentSupport read() const {
    DocumentSupport out;
    out.basis = matches_.front();
    const auto strongest = says_most(matches_, reading_);
    out.strongest = *strongest;
    out.denied = comparer_.denies_it(number_, *strongest, true);
    const double unweakened = of(matches_, {});  // if nothing of it were weakened
    std::set<std::size_t> weakened;
    std::vector<Match> rest;
    bool done = false;  // whether the rest names what is to be done, or nothing does
    bool undone = false;
    for (const Match& match : matches_) {
      const bool names = comparer_.action(number_, passage(match), true) >= constants::kNamesAction;
      if (match.force < constants::kUnweakened) {
        weakened.insert(match.passage);
        const bool of_it = comparer_.theme(number_, passage(match), false) >= constants::kSameTheme;
        const bool speaks = match.passage == strongest->passage || (of_it && !silent(match));
        undone = undone || (names && speaks);
      } else {
        rest.push_back(match);
        done = done || names;
      }
    }
    undone =
        (undone && !done) || comparer_.only_denied(number_, matches_) >= constants::kOnlyDenied;
    if (strongest->force >= constants::kUnweakened && !undone) {
      out.probability = left_by(out.basis, unweakened);
      return out;
    }
    for (Match& match : rest) {
      comparer_.cover(number_, match, weakened);
    }
    std::erase_if(rest, [](const Match& match) { return match.strength <= 0; });
    std::ranges::sort(rest, stronger);
    const auto worst = std::ranges::max_element(matches_, {}, [](const Match& match) {
      return match.force < constants::kUnweakened ? match.alone : -1;  // of what is weakened
    });
    out.probability = left_by(*worst, unweakened);
    if (rest.empty()) return out;
    const auto next = std::ranges::max_element(rest, {}, &Match::strength);
    double left = undone ? constants::kDenied : 1;
    if (dominates(*strongest, next->strength, rest.front().strength)) {
      left = std::min(left, out.denied ? constants::kDenied : constants::kDominated);
    }
    const double others = left * left_by(rest.front(), of(rest, weakened));
    if (others > out.probability) {
      out.basis = rest.front();
      out.probability = others;
    }
    return out;
  }

 private:
  [[nodiscard]] const Passage& passage(const Match& match) const {
    return reading_.passages[match.passage];
  }

  [[nodiscard]] double of(const std::vector<Match>& some,
                          const std::set<std::size_t>& left_out) const {
    std::vector<std::size_t> left;
    std::ranges::set_difference(passages_, left_out, std::back_inserter(left));
    const Match& first = some.front();
    const double together = comparer_.strength_together(number_, some, left_out);
    return shown_(number_,
                  {std::max(first.strength, together), first.focus_coverage,
                   comparer_.theme(number_, passage(first), true, left_out),
                   std::log(static_cast<double>(std::max(reading_.passages.size(), kFewPassages)))},
                  left);
  }

  std::size_t number_;
  const Comparer& comparer_;
  const Reading& reading_;
  const Shown& shown_;
  std::vector<Match> matches_;
  std::span<const std::size_t> passages_;
};

// The document that shows it best. Where the one that says most of it is weakened, the others
// count for less.
DocumentSupport best_of(std::vector<DocumentSupport> supports) {
  const auto most = std::ranges::max_element(
      supports, {}, [](const DocumentSupport& one) { return one.strongest.strength; });
  // Of some as good as certain the one whose passage says it best.
  const auto best = std::ranges::max_element(supports, {}, [](const DocumentSupport& one) {
    return std::pair(std::min(one.probability, constants::kCertain), one.basis.value());
  });
  if (best != most && most->strongest.force < constants::kUnweakened &&
      dominates(most->strongest, best->strongest.strength, best->strongest.strength)) {
    best->probability *= most->denied ? constants::kDenied : constants::kDominated;
    if (most->probability > best->probability) return *most;
  }
  return *best;
}

}  // namespace

bool stronger(const Match& a, const Match& b) {
  if (a.value() != b.value()) return a.value() > b.value();
  return a.strength != b.strength ? a.strength > b.strength : a.passage < b.passage;
}

double cut_short(double shown, double left) {
  return std::max(shown * left, std::min(shown, constants::kInPart));
}

DocumentSupport best_supported(std::size_t check, const Comparer& comparer, const Reading& reading,
                               const Shown& shown, const std::vector<Match>& matches) {
  std::map<std::size_t, std::vector<Match>> documents;
  for (const Match& match : matches) {
    documents[reading.passages[match.passage].document].push_back(match);
  }
  std::vector<DocumentSupport> supports;
  for (auto& [document, some] : documents) {
    supports.push_back(
        Document(check, comparer, reading, shown, std::move(some), reading.documents[document])
            .read());
  }
  return best_of(std::move(supports));
}

}  // namespace assay::assess
