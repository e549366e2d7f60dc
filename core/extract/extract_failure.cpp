// SPDX-License-Identifier: Apache-2.0
// Names the problems, as in the reader's answers and in stored failures.
#include "core/extract/extract_failure.hpp"

#include <array>
#include <stdexcept>
#include <utility>

namespace assay {
namespace {

using Named = std::pair<ExtractProblem, std::string_view>;
constexpr std::array kNames{
    Named{ExtractProblem::ArchiveLimit, "archive_limit"},
    Named{ExtractProblem::ArchiveUnsafe, "archive_unsafe"},
    Named{ExtractProblem::Encrypted, "encrypted"},
    Named{ExtractProblem::Broken, "broken"},
    Named{ExtractProblem::Unsupported, "unsupported"},
    Named{ExtractProblem::NoText, "no_text"},
    Named{ExtractProblem::TypeMismatch, "type_mismatch"},
    Named{ExtractProblem::Empty, "empty"},
    Named{ExtractProblem::Limit, "limit"},
    Named{ExtractProblem::Timeout, "timeout"},
    Named{ExtractProblem::Crashed, "crashed"},
    Named{ExtractProblem::Killed, "killed"},
    Named{ExtractProblem::Memory, "memory"},
};

}  // namespace

std::string_view extract_problem_name(ExtractProblem problem) {
  for (const auto& [value, name] : kNames) {
    if (value == problem) return name;
  }
  throw std::logic_error("an unknown problem");
}

std::optional<ExtractProblem> extract_problem_of(std::string_view name) {
  for (const auto& [value, known] : kNames) {
    if (known == name) return value;
  }
  return std::nullopt;
}

ExtractFailure over_limit(std::string_view what, std::int64_t allowed, std::int64_t found,
                          std::string_view at_least) {
  return {ExtractProblem::Limit,
          "The document has " + std::string(at_least) + std::to_string(found) + " " +
              std::string(what) + ", and at most " + std::to_string(allowed) +
              " are allowed. Split it into smaller files.",
          {}};
}

}  // namespace assay
