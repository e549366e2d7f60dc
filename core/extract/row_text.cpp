// SPDX-License-Identifier: Apache-2.0
// Writes and reads the rows of tables.
#include "core/extract/row_text.hpp"

#include <algorithm>

namespace assay {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// The quote that closes the one at `at`: the next that is not doubled.
std::size_t closing_quote(std::string_view text, std::size_t at) {
  for (std::size_t i = text.find('"', at + 1); i != kNone; i = text.find('"', i + 2)) {
    if (i + 1 >= text.size() || text[i + 1] != '"') return i;
  }
  return kNone;
}

// Whether a text that begins with a quote would be read as a quoted one, or swallow what follows.
bool seems_quoted(std::string_view text) {
  if (!text.starts_with('"')) return false;
  const std::size_t end = closing_quote(text, 0);
  return end == kNone || end + 1 == text.size() || text[end + 1] == ':';
}

// "Done. Approved by: Kay"
bool names_behind_sentence(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == kNone) return false;
  for (std::size_t at = text.find_first_of(".!?"); at < colon;
       at = text.find_first_of(".!?", at + 1)) {
    if (text[at + 1] == ' ' || text[at + 1] == '"' || text[at + 1] == ')') return true;
  }
  return false;
}

void append_quoted(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_name(std::string_view name, std::string& out) {
  const bool quote = name.find_first_of(":;") != kNone || name.starts_with('"');
  if (quote) {
    append_quoted(name, out);
  } else {
    out += name;
  }
}

std::size_t behind_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] == ' ') ++at;
  return at;
}

// Reads one value at `at`, up to the ';' that ends its cell; returns the position after that.
std::size_t read_value(std::string_view row, std::size_t at, RowCell& cell) {
  if (at < row.size() && row[at] == '"') {
    const std::size_t end = closing_quote(row, at);
    if (end != kNone && (end + 1 == row.size() || row[end + 1] == ';')) {
      cell.value_start = at + 1;
      cell.value_end = end;
      cell.quoted_value = true;
      return end + 2;
    }
  }
  cell.value_start = at;
  cell.value_end = std::min(row.find(';', at), row.size());
  return cell.value_end + 1;
}

}  // namespace

std::string row_text(const std::vector<WrittenCell>& cells) {
  const bool named =
      std::ranges::any_of(cells, [](const WrittenCell& cell) { return !cell.name.empty(); });
  std::string out;
  for (const auto& [name, value] : cells) {
    if (!out.empty()) out += "; ";
    if (!name.empty()) {
      append_name(name, out);
      out += ": ";
    }
    const bool poses = named && name.empty() && value.find(':') != kNone;
    if (poses || value.find(';') != kNone || seems_quoted(value) || names_behind_sentence(value)) {
      append_quoted(value, out);
    } else {
      out += value;
    }
  }
  return out;
}

std::vector<RowCell> row_cells(std::string_view row) {
  std::vector<RowCell> out;
  for (std::size_t at = 0; at < row.size(); at = behind_spaces(row, at)) {
    RowCell cell{at, at, at, at};
    std::size_t colon = kNone;
    if (row[at] == '"') {
      const std::size_t end = closing_quote(row, at);
      if (end != kNone && end + 1 < row.size() && row[end + 1] == ':') {
        cell.name_start = at + 1;
        cell.name_end = end;
        cell.quoted_name = true;
        colon = end + 1;
      } else if (end != kNone && (end + 1 == row.size() || row[end + 1] == ';')) {
        at = read_value(row, at, cell);
        out.push_back(cell);
        continue;
      }
    }
    if (colon == kNone) {
      const std::size_t end = std::min(row.find(';', at), row.size());
      const std::size_t found = row.substr(at, end - at).find(':');
      if (found != kNone && found > 0) {
        colon = at + found;
        cell.name_end = colon;
      }
    }
    if (colon == kNone) {
      cell.value_end = std::min(row.find(';', at), row.size());
      at = cell.value_end + 1;
    } else {
      at = read_value(row, behind_spaces(row, colon + 1), cell);
    }
    out.push_back(cell);
  }
  return out;
}

std::string unquoted(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    out += text[at];
    if (text[at] == '"' && at + 1 < text.size() && text[at + 1] == '"') ++at;
  }
  return out;
}

}  // namespace assay
