// SPDX-License-Identifier: Apache-2.0
// Why a document could not be read: a closed list of problems and a sentence for a person.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json/json.hpp"

namespace assay {

enum class ExtractProblem {
  ArchiveLimit,   // details {limit: "depth"|"fileCount"|"totalBytes", allowed, found}
  ArchiveUnsafe,  // names that escape, links, encrypted, overlapping or broken ZIP structure
  Encrypted,      // needs a password
  Broken,         // not readable as the type it claims to be
  Unsupported,    // a type Assay does not read
  NoText,         // pages, but no text on any of them
  TypeMismatch,   // the name claims a type that the content is not
  Empty,          // no bytes, or no words
  Limit,          // more text, pages or cells than Assay takes
  Timeout,
  Crashed,
  Killed,  // the reader was killed from outside: not the document's fault
  Memory,
};

// "archive_limit", "archive_unsafe", "encrypted" and so on.
[[nodiscard]] std::string_view extract_problem_name(ExtractProblem problem);
[[nodiscard]] std::optional<ExtractProblem> extract_problem_of(std::string_view name);

// reason is one or two plain sentences for a person: what is wrong and what to do. details is an
// object or null.
struct ExtractFailure {
  ExtractProblem problem = ExtractProblem::Broken;
  std::string reason;
  Json details;
};

// Limit: the document has found of what, "pages", and allowed are. at_least: "at least " if it may
// have more.
[[nodiscard]] ExtractFailure over_limit(std::string_view what, std::int64_t allowed,
                                        std::int64_t found, std::string_view at_least = "");

}  // namespace assay
