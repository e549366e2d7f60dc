// SPDX-License-Identifier: Apache-2.0
// Counts function words that few other languages have.
#include "pipeline/facts/text_language.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/json/utf8.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::facts {
namespace {

using namespace std::string_view_literals;

struct CommonWords {
  std::string_view code;
  std::array<std::string_view, 14> words;
};
constexpr std::array kCommon{
    CommonWords{"en",
                {"the", "and", "of", "to", "is", "are", "for", "that", "with", "be", "by", "this",
                 "shall", "must"}},
    CommonWords{"de",
                {"der", "die", "und", "das", "den", "von", "ist", "mit", "dem", "nicht", "werden",
                 "für", "auf", "sind"}},
    CommonWords{"fr",
                {"les", "des", "et", "est", "dans", "pour", "une", "du", "par", "sont", "sur",
                 "aux", "ou", "qui"}},
    CommonWords{"es",
                {"los", "las", "y", "el", "del", "para", "una", "con", "por", "se", "su", "como",
                 "más", "está"}},
    CommonWords{"it",
                {"il", "della", "di", "che", "sono", "per", "gli", "delle", "con", "nel", "una",
                 "è", "dei", "alla"}},
    CommonWords{"nl",
                {"het", "een", "van", "de", "en", "zijn", "met", "voor", "worden", "niet", "wordt",
                 "aan", "door", "ook"}},
    CommonWords{"pt",
                {"os", "dos", "e", "da", "do", "para", "uma", "com", "não", "são", "das", "pela",
                 "ou", "ao"}},
};
constexpr std::size_t kBytes = 20'000;
constexpr std::size_t kLeast = 20;  // such words

}  // namespace

std::optional<std::string_view> text_language(const std::vector<Page>& pages) {
  std::string sample;
  for (const Page& page : pages) {
    if (sample.size() >= kBytes) break;
    sample += utf8::prefix(page.text, kBytes - sample.size());
    sample += '\n';
  }
  std::array<std::size_t, kCommon.size()> counts{};
  for (const text::Term& term : text::terms(sample)) {
    for (std::size_t i = 0; i < kCommon.size(); ++i) {
      const auto& words = kCommon.at(i).words;
      if (std::ranges::find(words, std::string_view(term.word)) != words.end()) ++counts.at(i);
    }
  }
  const auto most = std::ranges::max_element(counts);
  if (*most < kLeast) return std::nullopt;
  const auto rival =
      std::ranges::count_if(counts, [most](std::size_t count) { return count * 2 > *most; });
  if (rival > 1) return std::nullopt;
  return kCommon.at(static_cast<std::size_t>(most - counts.begin())).code;
}

}  // namespace assay::facts
