// SPDX-License-Identifier: Apache-2.0
// Lists the destinations that are read, and those that are skipped although they have no \*.
#include "pipeline/extract/rtf/rtf_destinations.hpp"

#include <algorithm>
#include <array>

namespace assay::extract {
namespace {

struct Named {
  std::string_view word;
  RtfDestination destination;
};
using enum RtfDestination;

constexpr std::array kDestinations{
    Named{"fonttbl", Fonts},
    Named{"stylesheet", Styles},
    Named{"listtext", Label},
    Named{"pntext", Label},
    Named{"footnote", Note},
    Named{"header", PageEdge},
    Named{"headerl", PageEdge},
    Named{"headerr", PageEdge},
    Named{"headerf", PageEdge},
    Named{"footer", PageEdge},
    Named{"footerl", PageEdge},
    Named{"footerr", PageEdge},
    Named{"footerf", PageEdge},
    Named{"atnauthor", Author},
    Named{"annotation", Comment},
    Named{"shptxt", Box},
    Named{"dptxbxtext", Box},
    Named{"upr", Variants},
    Named{"ud", Unicode},
    Named{"fldrslt", Text},
    Named{"shpinst", Text},
    Named{"do", Text},
    Named{"moMath", Text},
    Named{"moMathPara", Text},
    Named{"nesttableprops", Properties},
};

// Metadata, pictures, embedded files, field codes, index entries, and what repeats other text for
// old readers.
constexpr std::array<std::string_view, 53> kSkipped{
    "atnid",    "atntime",  "author",    "background", "bkmkend",    "bkmkstart",    "buptim",
    "category", "colortbl", "comment",   "company",    "creatim",    "datafield",    "doccomm",
    "fldinst",  "filetbl",  "fldtype",   "fontemb",    "fontfile",   "formfield",    "ftncn",
    "ftnsep",   "ftnsepc",  "aftncn",    "aftnsep",    "aftnsepc",   "generator",    "info",
    "keywords", "listname", "listtable", "manager",    "nonshppict", "nonesttables", "objclass",
    "objdata",  "objname",  "operator",  "pict",       "pntxta",     "pntxtb",       "printim",
    "private",  "revtim",   "revtbl",    "rxe",        "shppict",    "shprslt",      "sp",
    "subject",  "tc",       "title",     "xe"};

struct Character {
  std::string_view word;
  std::string_view text;
};
constexpr std::array kCharacters{
    Character{"tab", "\t"},      Character{"nestcell", "\n"}, Character{"line", "\n"},
    Character{"softline", "\n"}, Character{"lbr", "\n"},      Character{"emdash", "—"},
    Character{"endash", "–"},    Character{"bullet", "•"},    Character{"lquote", "‘"},
    Character{"rquote", "’"},    Character{"ldblquote", "“"}, Character{"rdblquote", "”"},
    Character{"emspace", " "},   Character{"enspace", " "},   Character{"qmspace", " "},
};

}  // namespace

RtfDestination rtf_destination(std::string_view word, bool optional, RtfDestination otherwise) {
  if (otherwise == Skipped) return Skipped;
  if (otherwise == Variants) return word == "ud" ? Unicode : Skipped;
  const auto* named = std::ranges::find(kDestinations, word, &Named::word);
  // Fonts and styles have no text of the document inside.
  if (otherwise == Fonts || otherwise == Styles) return optional ? Skipped : otherwise;
  if (named != kDestinations.end()) return named->destination;
  if (optional || std::ranges::find(kSkipped, word) != kSkipped.end()) return Skipped;
  // Properties of formulas: \mfPr, \mnaryPr.
  return word.starts_with('m') && word.ends_with("Pr") ? Skipped : otherwise;
}

std::string_view rtf_character(std::string_view word) {
  const auto* found = std::ranges::find(kCharacters, word, &Character::word);
  return found == kCharacters.end() ? std::string_view() : found->text;
}

}  // namespace assay::extract
