// SPDX-License-Identifier: Apache-2.0
// Tells kinds of cells by their letters, and usual names by a list of words. Shortens names of
// columns so that repeating them cannot exhaust the limit of text.
#include "pipeline/extract/table/table_header.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "core/base/ascii.hpp"
#include "core/json/utf8.hpp"

namespace assay::extract {
namespace {

constexpr std::string_view kEllipsis = "\u2026";
constexpr std::size_t kMaxRepeatedBytes =
    std::size_t{20} * 1024 * 1024;  // bytes of names in a table

std::size_t repeated_bytes(const ColumnNames& names, std::size_t longest) {
  std::size_t bytes = 0;
  for (const auto& [column, name] : names) bytes += std::min(name.size(), longest) + 2;
  return bytes;
}

// The first bytes of the name, whole characters and without a space at the end.
std::string beginning(std::string_view name, std::size_t longest) {
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  while (end > 0 && name[end - 1] == ' ') --end;
  return std::string(name.substr(0, end));
}

using namespace std::string_view_literals;

constexpr std::size_t kLongestShort = 120;  // bytes

constexpr std::array kAnswers{"yes"sv,   "no"sv,     "y"sv,      "n"sv,      "true"sv, "false"sv,
                              "x"sv,     "ja"sv,     "nein"sv,   "n/a"sv,    "na"sv,   "none"sv,
                              "pass"sv,  "fail"sv,   "passed"sv, "failed"sv, "ok"sv,   "-"sv,
                              "?"sv,     "\u2013"sv, "\u2014"sv, "\u2713"sv, "tbd"sv,  "tbc"sv,
                              "nil"sv,   "\u2714"sv, "\u2717"sv, "\u2718"sv, "oui"sv,  "non"sv,
                              "keine"sv, "k.a."sv,   "k. a."sv,  "entf."sv,  "offen"sv};

// Between bars.
constexpr std::string_view kColumnWords =
    "|account|accountable|action|actions|activity|address|amount|answer|application|approver|"
    "asset|assignee|author|category|change|city|class|classification|clause|code|comment|"
    "comments|control|cost|count|country|course|created|criticality|currency|data|date|day|"
    "deadline|department|description|device|document|due|duration|e-mail|email|end|evidence|"
    "expires|expiry|field|finding|findings|format|frequency|group|host|hostname|id|impact|"
    "interval|issue|item|key|level|likelihood|location|manager|measure|mitigation|month|name|"
    "no|note|notes|nr|number|outcome|owner|percentage|period|permission|permissions|person|"
    "phone|position|price|priority|process|product|purpose|quantity|question|rating|reason|"
    "recipient|ref|reference|region|remark|remarks|requirement|response|responsibility|"
    "responsible|result|results|retention|review|reviewed|reviewer|revision|rights|risk|role|"
    "roles|score|section|server|service|severity|signature|since|site|source|start|state|"
    "status|step|subject|supplier|system|systems|target|task|team|test|tested|time|title|"
    "tool|topic|total|treatment|type|unit|updated|user|username|valid|value|vendor|version|"
    "year|"
    // Of German tables, where they are spelled in another way.
    "abteilung|abweichung|adresse|aktion|amt|anbieter|anforderung|anlage|anmerkung|"
    "anmerkungen|anschrift|ansprechpartner|antwort|anwendung|anzahl|art|aufbewahrung|"
    "aufbewahrungsfrist|aufgabe|auswirkung|autor|beauftragter|beginn|begründung|bemerkung|"
    "bemerkungen|benutzer|benutzername|berechtigung|berechtigungen|bereich|beschreibung|"
    "besitzer|betrag|bewertung|bezeichnung|datei|datenart|datenkategorie|datum|dauer|dienst|"
    "dienstleister|dokument|eigentümer|einheit|eintrittswahrscheinlichkeit|empfänger|ende|"
    "entscheidung|ergebnis|ergebnisse|erledigt|ersteller|fassung|feld|feststellung|freigabe|"
    "frist|fällig|fälligkeit|geprüft|gerät|gesamt|gesamtbetrag|grund|gruppe|gültig|"
    "häufigkeit|inhaber|inhalt|intervall|jahr|kategorie|kennung|klassifizierung|kommentar|"
    "kommentare|kontakt|kontrolle|kosten|kriterium|land|laufzeit|leitung|lfd|lieferant|"
    "löschfrist|maßnahme|maßnahmen|menge|mitarbeiter|mitarbeiterin|monat|nachweis|nachweise|"
    "notiz|notizen|nummer|objekt|ort|preis|priorität|produkt|prozess|prüfer|prüfung|quelle|"
    "rechte|rechtsgrundlage|referenz|risiken|risiko|rolle|rollen|schaden|schritt|schulung|"
    "schutzbedarf|schwachstelle|schweregrad|seite|stand|standort|stelle|straße|stufe|summe|"
    "systeme|tag|teilnehmer|telefon|telefonnummer|termin|thema|titel|typ|uhrzeit|umsetzung|"
    "umsetzungsstand|unterschrift|ursache|verantwortlich|verantwortliche|verantwortlicher|"
    "verantwortung|verarbeitung|verfahren|verfasser|vertrag|vorgang|vorname|"
    "wahrscheinlichkeit|wert|wirksamkeit|zeit|zeitraum|ziel|zuständig|zuständigkeit|zweck|"
    "änderung|änderungen|überprüfung|übung|";

// Words that stand beside them.
constexpr std::string_view kBesideThem =
    "|of|the|by|last|next|first|for|and|in|to|or|per|on|new|old|planned|actual|current|full|"
    "short|"
    "der|die|das|des|dem|den|und|oder|für|von|vom|am|im|an|zu|zum|zur|bis|ab|seit|je|pro|mit|"
    "letzte|letzter|letztes|letzten|nächste|nächster|nächstes|nächsten|erste|erster|neue|"
    "neuer|alte|alter|geplant|geplante|tatsächlich|aktuelle|aktueller|interne|externe|"
    "interner|externer|";

bool among(std::string_view list, std::string_view word) {
  return list.find("|" + std::string(word) + "|") != std::string_view::npos;
}

std::string lower_case(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto code = static_cast<utf8proc_int32_t>(utf8::next(text, at));
    utf8::append(static_cast<char32_t>(::utf8proc_tolower(code)), out);
  }
  return out;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (static_cast<unsigned char>(c) >= 0xC3);
}

}  // namespace

bool shorten_names(ColumnNames& names, std::size_t rows) {
  constexpr std::array<std::size_t, 6> kLongest{80, 60, 40, 30, 20, 12};
  std::size_t longest = kLongest.back();
  for (const std::size_t candidate : kLongest) {
    if (repeated_bytes(names, candidate) <= kMaxRepeatedBytes / std::max<std::size_t>(rows, 1)) {
      longest = candidate;
      break;
    }
  }
  bool any = false;
  std::set<std::string> seen;
  for (auto& [column, name] : names) {
    if (name.size() <= longest) continue;
    any = true;
    const std::string start = beginning(name, longest - kEllipsis.size());
    name = start + std::string(kEllipsis);
    for (int number = 2; !seen.insert(name).second; ++number) {
      name = start + std::string(kEllipsis) + std::to_string(number);
    }
  }
  return any;
}

std::string column_letters(std::size_t column) {
  std::string out;
  for (std::size_t rest = column + 1; rest > 0; rest = (rest - 1) / 26) {
    out.insert(out.begin(), static_cast<char>('A' + (rest - 1) % 26));
  }
  return out;
}

CellKind kind_of(std::string_view text) {
  if (text.empty()) return CellKind::Empty;
  if (text.size() <= 8 && std::ranges::find(kAnswers, ascii_lower(text)) != kAnswers.end())
    return CellKind::Answer;
  const bool spaced = text.find(' ') != std::string_view::npos;
  if (text.find("://") != std::string_view::npos) return CellKind::Address;
  if (!spaced && text.find('@') != std::string_view::npos) return CellKind::Address;
  const bool abbreviated = text.size() <= 8;  // "No.", "Resp."
  if (text.size() > kLongestShort || (text.ends_with('.') && !abbreviated)) return CellKind::Long;
  const bool letters = std::ranges::any_of(text, is_letter);
  if (!std::ranges::any_of(text, is_digit)) {
    return letters || text == "#" || text == "%" ? CellKind::Words : CellKind::Answer;
  }
  return letters ? CellKind::Code : CellKind::Number;
}

bool usual_name(std::string_view text) {
  bool any = false;
  const std::string lower = lower_case(text);
  constexpr std::string_view kBetween = " ./()_:,&";
  for (std::size_t at = 0; at < lower.size();) {
    const std::size_t start = lower.find_first_not_of(kBetween, at);
    if (start == std::string::npos) break;
    at = std::min(lower.find_first_of(kBetween, start), lower.size());
    const std::string_view word = std::string_view(lower).substr(start, at - start);
    if (among(kColumnWords, word)) {
      any = true;
    } else if (!among(kBesideThem, word) && !std::ranges::all_of(word, is_digit) && word != "#") {
      return false;
    }
  }
  return any || text == "#";
}

}  // namespace assay::extract
