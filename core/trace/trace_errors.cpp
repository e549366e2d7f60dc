// SPDX-License-Identifier: Apache-2.0
// Holds the tables of error classes and codes.
#include "core/trace/trace_errors.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace assay::trace {
namespace {

using Class = std::pair<std::string_view, std::string_view>;
constexpr std::array kClasses{
    Class{"unknown", "An error of a kind that has no name here"},
    Class{"internal", "An internal error"},
    Class{"timeout", "The time limit was reached"},
    Class{"cancelled", "Cancelled by a user"},
    Class{"worker_crash", "The worker ended in the middle of the work several times"},
    Class{"database", "The database refused or was away"},
    Class{"http", "Another service answered with an error"},
    Class{"connection", "Another service could not be reached"},
    Class{"model_unavailable", "The pinned embedding model is not available"},
    Class{"evaluator_unavailable", "The pinned evaluator is not available"},
    Class{"thresholds_invalid", "The pinned thresholds are not usable"},
    Class{"evidence_changed", "Pinned evidence is no longer what it was"},
    Class{"corpus_unavailable", "The pinned corpus activation is not available"},
    Class{"evaluation_failed", "No requirement could be evaluated"},
    Class{"llm_rate_limited", "The language model's rate limit was reached"},
    Class{"llm_unavailable", "The language model could not be reached"},
    Class{"llm_bad_output", "The language model's answer was not usable"},
    Class{"llm_truncated", "The language model's answer was cut off"},
    Class{"llm_refused", "The language model's server refused the request"},
};

// Connection, integrity, transaction, resources, locks, cancelled, shutdown (PostgreSQL, A).
constexpr std::array<std::string_view, 16> kSqlStates{
    "08000", "08003", "08006", "22P02", "23503", "23505", "25P03", "40001",
    "40P01", "42501", "53100", "53200", "53300", "55P03", "57014", "57P01"};
constexpr std::array kHttpStatuses{400, 401, 403, 404, 408, 409, 413,
                                   422, 429, 500, 501, 502, 503, 504};

std::string_view sentence(std::string_view name) {
  for (const auto& [known, text] : kClasses) {
    if (known == name) return text;
  }
  return kClasses.front().second;
}

}  // namespace

bool is_error_class(std::string_view text) {
  return std::any_of(kClasses.begin(), kClasses.end(),
                     [text](const Class& one) { return one.first == text; });
}

std::string_view error_class(std::string_view code) {
  return is_error_class(code) ? code : kClasses.front().first;
}

std::string error_sentence(std::string_view error_class, std::string_view sqlstate,
                           int http_status) {
  std::string text(sentence(error_class));
  if (std::find(kSqlStates.begin(), kSqlStates.end(), sqlstate) != kSqlStates.end()) {
    text.append(" (SQLSTATE ").append(sqlstate).append(")");
  } else if (std::find(kHttpStatuses.begin(), kHttpStatuses.end(), http_status) !=
             kHttpStatuses.end()) {
    text.append(" (HTTP ").append(std::to_string(http_status)).append(")");
  }
  return text;
}

std::string fixed_error_text(std::string_view error_class, std::string_view text) {
  const std::string plain = error_sentence(error_class);
  if (!text.starts_with(plain)) return plain;
  for (const std::string_view state : kSqlStates) {
    if (std::string made = error_sentence(error_class, state); made == text) return made;
  }
  for (const int status : kHttpStatuses) {
    if (std::string made = error_sentence(error_class, {}, status); made == text) return made;
  }
  return plain;
}

}  // namespace assay::trace
