// SPDX-License-Identifier: Apache-2.0
// Tells kinds of cells by their letters, and usual names by a list of words. Shortens names of
// columns so that repeating them cannot exhaust the limit of text.
#include "pipeline/extract/table/table_header.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "core/base/ascii.hpp"

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

constexpr std::array kAnswers{"yes"sv,  "no"sv,     "y"sv,      "n"sv,      "true"sv, "false"sv,
                              "x"sv,    "ja"sv,     "nein"sv,   "n/a"sv,    "na"sv,   "none"sv,
                              "pass"sv, "fail"sv,   "passed"sv, "failed"sv, "ok"sv,   "-"sv,
                              "?"sv,    "\u2013"sv, "\u2014"sv, "\u2713"sv, "tbd"sv,  "tbc"sv,
                              "nil"sv,  "\u2714"sv, "\u2717"sv, "\u2718"sv, "oui"sv,  "non"sv};

constexpr std::array kColumnWords{"account"sv,      "accountable"sv,
                                  "action"sv,       "actions"sv,
                                  "activity"sv,     "address"sv,
                                  "adresse"sv,      "amount"sv,
                                  "answer"sv,       "antwort"sv,
                                  "anzahl"sv,       "application"sv,
                                  "approver"sv,     "asset"sv,
                                  "assignee"sv,     "author"sv,
                                  "bemerkung"sv,    "bereich"sv,
                                  "beschreibung"sv, "betrag"sv,
                                  "bezeichnung"sv,  "category"sv,
                                  "change"sv,       "city"sv,
                                  "class"sv,        "classification"sv,
                                  "clause"sv,       "code"sv,
                                  "comment"sv,      "comments"sv,
                                  "control"sv,      "cost"sv,
                                  "count"sv,        "country"sv,
                                  "course"sv,       "created"sv,
                                  "criticality"sv,  "currency"sv,
                                  "data"sv,         "date"sv,
                                  "datum"sv,        "day"sv,
                                  "deadline"sv,     "department"sv,
                                  "description"sv,  "device"sv,
                                  "document"sv,     "due"sv,
                                  "duration"sv,     "email"sv,
                                  "e-mail"sv,       "end"sv,
                                  "ergebnis"sv,     "evidence"sv,
                                  "expires"sv,      "expiry"sv,
                                  "field"sv,        "finding"sv,
                                  "findings"sv,     "format"sv,
                                  "frequency"sv,    "group"sv,
                                  "host"sv,         "hostname"sv,
                                  "id"sv,           "impact"sv,
                                  "interval"sv,     "issue"sv,
                                  "item"sv,         "key"sv,
                                  "level"sv,        "likelihood"sv,
                                  "location"sv,     "manager"sv,
                                  "measure"sv,      "mitigation"sv,
                                  "month"sv,        "name"sv,
                                  "no"sv,           "note"sv,
                                  "notes"sv,        "nr"sv,
                                  "number"sv,       "nummer"sv,
                                  "outcome"sv,      "owner"sv,
                                  "percentage"sv,   "period"sv,
                                  "permission"sv,   "permissions"sv,
                                  "person"sv,       "phone"sv,
                                  "position"sv,     "price"sv,
                                  "priority"sv,     "process"sv,
                                  "product"sv,      "purpose"sv,
                                  "quantity"sv,     "question"sv,
                                  "rating"sv,       "reason"sv,
                                  "recipient"sv,    "ref"sv,
                                  "reference"sv,    "region"sv,
                                  "remark"sv,       "remarks"sv,
                                  "requirement"sv,  "response"sv,
                                  "responsible"sv,  "responsibility"sv,
                                  "result"sv,       "results"sv,
                                  "retention"sv,    "review"sv,
                                  "reviewed"sv,     "reviewer"sv,
                                  "revision"sv,     "rights"sv,
                                  "risk"sv,         "role"sv,
                                  "roles"sv,        "rolle"sv,
                                  "score"sv,        "section"sv,
                                  "server"sv,       "service"sv,
                                  "severity"sv,     "signature"sv,
                                  "since"sv,        "site"sv,
                                  "source"sv,       "start"sv,
                                  "state"sv,        "status"sv,
                                  "step"sv,         "subject"sv,
                                  "supplier"sv,     "system"sv,
                                  "systems"sv,      "target"sv,
                                  "task"sv,         "team"sv,
                                  "test"sv,         "tested"sv,
                                  "time"sv,         "title"sv,
                                  "tool"sv,         "topic"sv,
                                  "total"sv,        "treatment"sv,
                                  "typ"sv,          "type"sv,
                                  "unit"sv,         "updated"sv,
                                  "user"sv,         "username"sv,
                                  "valid"sv,        "value"sv,
                                  "vendor"sv,       "verantwortlich"sv,
                                  "version"sv,      "wert"sv,
                                  "year"sv};

// Words that stand beside them.
constexpr std::array kBesideThem{"of"sv,      "the"sv,    "by"sv,      "last"sv, "next"sv,
                                 "first"sv,   "for"sv,    "and"sv,     "in"sv,   "to"sv,
                                 "or"sv,      "per"sv,    "on"sv,      "new"sv,  "old"sv,
                                 "planned"sv, "actual"sv, "current"sv, "full"sv, "short"sv};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
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
  if (text.size() <= 8 && among(kAnswers, ascii_lower(text))) return CellKind::Answer;
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
  const std::string lower = ascii_lower(text);
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
