// SPDX-License-Identifier: Apache-2.0
// Words errors, and counts what imports leave out.
#include "core/packs/parse_report.hpp"
#include "core/json/utf8.hpp"

namespace assay::packs {
namespace {

constexpr std::size_t kLongestQuote = 80;

}  // namespace

void refuse(std::string_view path, std::string_view issue) {
  throw ParseError(invalid_field(path, issue));
}

void refuse(std::size_t line, std::string_view path, std::string_view issue) {
  const std::string where = "line " + std::to_string(line) + ": ";
  Error error = invalid_field(path, where + std::string(issue));
  error.message = where + std::string(path) + ": " + std::string(issue);
  throw ParseError(std::move(error));
}

std::string quoted(std::string_view text) {
  const std::string_view shown = utf8::prefix(text, kLongestQuote);
  std::string out = "\"" + std::string(shown);
  out += shown.size() < text.size() ? "…\"" : "\"";
  return out;
}

void OutputBudget::spend(std::size_t bytes, std::string_view path) {
  spent_ += bytes;
  if (spent_ > kMaxBytes) refuse(path, "the file's texts repeat each other past 128 MiB");
}

namespace {

// A hostile file may invent kinds (unknown members); above this many they are counted together.
constexpr std::size_t kMaxKinds = 64;
constexpr std::string_view kFurther = "more items are not kept";

}  // namespace

void Tally::add(std::string_view kind, std::string_view path, std::size_t count) {
  add_to(entries_, kind, path, count);
}

void Tally::leave_out(std::string_view kind, std::string_view path, std::size_t count) {
  add_to(left_out_, kind, path, count);
}

void Tally::add_to(std::vector<Entry>& entries, std::string_view kind, std::string_view path,
                   std::size_t count) {
  for (Entry& entry : entries) {
    if (entry.kind == kind) {
      entry.count += count;
      return;
    }
  }
  if (entries.size() >= kMaxKinds && kind != kFurther) {
    return add_to(entries, kFurther, path, count);
  }
  entries.push_back({std::string(kind), std::string(path), count});
}

void Tally::write(Report& report) const {
  for (const Entry& entry : left_out_) {
    const std::string further = ": " + std::to_string(entry.count) + ", this one first";
    report.skipped.push_back({entry.first, entry.kind + (entry.count > 1 ? further : "")});
  }
  for (const Entry& entry : entries_) {
    report.warnings.push_back(entry.kind + ": " + std::to_string(entry.count) +
                              " (first: " + entry.first + ')');
  }
}

}  // namespace assay::packs
