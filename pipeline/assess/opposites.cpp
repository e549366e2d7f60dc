// SPDX-License-Identifier: Apache-2.0
// A table of contrary states, and the prefixes that turn a word into its contrary.
#include "pipeline/assess/opposites.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/language/tables.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

// What may be asked for, as stems, and the words that say the contrary.
struct Contrary {
  std::string_view asked;
  std::string_view said;
};
constexpr std::array kContraries{
    Contrary{" encrypt hash mask ", " plain plaintext clear cleartext "},
    Contrary{" lock ", " open unlocked "},
    Contrary{" close shut ", " open opened "},
    Contrary{" disabl deactiv block revok withdrawn withdraw suspend ", " active enabled "},
    Contrary{" enabl activ ", " disabled deactivated inactive off "},
    Contrary{" free clear unobstruct ", " blocked obstructed cluttered "},
    Contrary{" place fit mount ", " removed missing absent dismantled "},
    Contrary{" instal ", " uninstalled missing absent removed "},
    Contrary{" valid current calibr ", " expired lapsed outdated "},
    Contrary{" automat ", " manual manually "},
    Contrary{" mandatori oblig obligatori compulsori ", " optional voluntary voluntarily "},
    Contrary{" escort accompani supervis ", " alone unattended "},
    Contrary{" individu person ", " shared "},
    Contrary{" accept pass success ", " rejected failed "},
    Contrary{" withdrawn withdraw revok remov delet eras disabl deactiv termin destroy ",
             " still "},
    Contrary{" synchron run oper ", " stopped unsynchronised unsynchronized "}};
constexpr std::array kPrefixes{"un"sv, "in"sv, "non"sv, "dis"sv, "im"sv};

bool holds(std::string_view line, std::string_view word) {
  return line.find(" " + std::string(word) + " ") != std::string_view::npos;
}

// "no account was active", "not left open", "open only by day"
bool denied(const std::vector<text::Term>& terms, std::size_t at) {
  constexpr std::size_t kReach = 6;  // words
  for (std::size_t i = at; i-- > (at > kReach ? at - kReach : 0);) {
    if (grammar::among(lists::kDeniesState, terms[i].word)) return true;
  }
  return at + 1 < terms.size() && terms[at + 1].word == "only";
}

// The words that say the contrary, as the tables have them; "" where they have none.
std::string contraries_of(const std::string& asked_stem) {
  std::string out;
  for (const Contrary& line : kContraries) {
    if (holds(line.asked, asked_stem)) out += line.said;
  }
  return out;
}

bool has_prefix(const std::string& asked_stem, const std::string& stem) {
  return asked_stem.size() >= 4 && stem.size() > asked_stem.size() && stem.ends_with(asked_stem) &&
         grammar::among(kPrefixes,
                        std::string_view(stem).substr(0, stem.size() - asked_stem.size()));
}

}  // namespace

const text::Term* opposite_in(const std::string& asked_stem, const std::vector<text::Term>& terms) {
  const std::string contraries = contraries_of(asked_stem);
  const text::Term* found = nullptr;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].stem == asked_stem) return nullptr;
    const bool opposite = has_prefix(asked_stem, terms[i].stem) || holds(contraries, terms[i].word);
    if (found == nullptr && opposite && !denied(terms, i)) found = &terms[i];
  }
  return found;
}

}  // namespace assay::assess
