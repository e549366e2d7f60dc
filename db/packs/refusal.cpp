// SPDX-License-Identifier: Apache-2.0
// Words the refusals of pack file readers.
#include "db/packs/refusal.hpp"

#include "core/json/utf8.hpp"

namespace assay::packs {
namespace {

constexpr std::size_t kLongestQuote = 80;

}  // namespace

void refuse(std::string_view path, std::string_view issue) {
  throw Refusal(invalid_field(path, issue));
}

void refuse(std::size_t line, std::string_view path, std::string_view issue) {
  const std::string where = "line " + std::to_string(line) + ": ";
  Error error = invalid_field(path, where + std::string(issue));
  error.message = where + std::string(path) + ": " + std::string(issue);
  throw Refusal(std::move(error));
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

}  // namespace assay::packs
