// SPDX-License-Identifier: Apache-2.0
// The content of a report, read from a run's record once for all formats, and the slices of
// canonical JSON that it is read from.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/ascii.hpp"
#include "core/base/ids.hpp"
#include "core/base/states.hpp"
#include "core/base/time.hpp"

namespace assay::exports {

// A person's judgement of an assessment.
struct Review {
  AssessmentId assessment;
  std::string verdict;                     // ACCEPTED or OVERRIDDEN
  std::optional<AssessmentStatus> status;  // the reviewer's status
  std::string note;
  std::string reviewer;
  Timestamp at;
};

// The source of a report. content: the run's snapshot, or, for a run without one, JSON with the
// same members from the current records.
struct Source {
  std::string content;
  std::optional<std::string> snapshot_hash;  // of content; none: a run without a snapshot
  std::string tenant_name;
  std::string pack_name;
  std::string pack_version;
  std::vector<Review> reviews;  // oldest first
};

struct Quote {
  std::string document_id;
  std::string file_name;
  std::string text;
  std::int64_t page = 1;
  std::string page_label = {};  // what the document calls the page; empty: by its number

  // "3", or "iii (5)" if the document numbers its pages so.
  [[nodiscard]] std::string called() const {
    const std::string number = std::to_string(page);
    return page_label.empty() ? number : page_label + " (" + number + ")";
  }

  // "page 3", or "page iii (5)"; for a workbook "sheet 3".
  [[nodiscard]] std::string place() const {
    const bool workbook = ascii_lower(file_name).ends_with(".xlsx");
    return (workbook ? "sheet " : "page ") + called();
  }
};

struct SubCheck {
  std::string label;
  std::string text;
  bool met = false;
  double confidence = 0;
  std::vector<std::string> missing_terms;
};

struct Task {
  std::string id;
  std::string requirement_id;
  std::string title;
  std::string description;
  std::string status;
  std::optional<std::string> assignee;
  std::optional<std::string> due_date;  // YYYY-MM-DD
};

struct Finding {
  std::string_view record;  // the assessment as JSON, in Report::content
  AssessmentId id;
  std::string requirement_id;
  std::string title;
  std::optional<std::string> subcheck_label;
  AssessmentStatus status = AssessmentStatus::Missing;
  double confidence = 0;
  std::string reasoning;
  std::string created_at;  // as written in the record
  std::vector<Quote> quotes;
  std::vector<SubCheck> subchecks;
  std::optional<std::string> error;  // why it FAILED
  std::vector<Review> reviews;
  std::vector<Task> tasks;
};

// How many findings have each status, by the status's value.
using Counts = std::array<std::size_t, WireNames<AssessmentStatus>::kNames.size()>;

struct Criterion {
  std::int64_t id = 0;
  std::string title;
  std::string description;
  std::vector<Finding> findings;  // in pack order
  Counts counts{};
};

struct Document {
  std::string id;
  std::string file_name;
  std::string file_type;
  std::string sha256;
  std::int64_t chunk_count = 0;
  bool deleted = false;    // before the run could read it
  std::size_t quoted = 0;  // how many quotes are from it
};

struct Report {
  std::unique_ptr<const std::string> content;  // what slices point into
  std::string tenant_name;
  std::string pack_name;
  std::string pack_version;
  std::optional<std::string> snapshot_hash;

  std::string tenant_id;
  std::string run_id;
  std::string pack_id;
  std::string criteria_version_id;
  std::optional<std::string> corpus_title;
  Timestamp started_at;
  Timestamp completed_at;
  std::string evaluator;  // with its version if known
  std::string model;
  std::optional<std::int64_t> glossary_version;  // none: searched without a glossary
  double threshold_complete = 0;
  double threshold_partial = 0;
  double similarity_threshold = 0;
  std::optional<std::string> failure_reason;  // of requirements that FAILED

  std::vector<Criterion> criteria;  // those with findings, in pack order
  std::vector<Document> documents;
  Counts counts{};
  std::size_t finding_count = 0;
  std::size_t quote_count = 0;
  bool reviewed = false;  // whether any finding has a review
};

[[nodiscard]] inline std::size_t count_of(const Counts& counts, AssessmentStatus status) {
  return counts.at(static_cast<std::size_t>(status));
}

// Throws std::runtime_error when the content is not a run's record.
[[nodiscard]] Report read_report(Source source);

// Snapshots of large runs contain far more than a report shows, so JSON is taken apart without
// building all of it. The slices point into the text given, which must be valid JSON without blanks
// between tokens (as Json::canonical() and Json::dump() write it). Anything else throws
// std::runtime_error.

// Members of an object in order; names without their quotes (no name here needs escapes).
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> members(
    std::string_view object);
// The member of that name; "null" when there is none.
[[nodiscard]] std::string_view member(std::string_view object, std::string_view name);
[[nodiscard]] std::vector<std::string_view> elements(std::string_view array);

}  // namespace assay::exports
