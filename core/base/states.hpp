// SPDX-License-Identifier: Apache-2.0
// The interface specification's closed sets of states, and their exact names on the wire. Also
// defines which state may follow which, and which status a confidence gives. No other code knows
// these rules.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "core/base/ids.hpp"
#include "core/json/json.hpp"

namespace assay {

enum class DocumentStatus { Uploaded, Extracted, Parsed, Indexed, Ready, Failed };
// A corpus's status names the stage in progress; a document's names the stage completed.
enum class IngestionStatus { Pending, Fetching, Parsing, Indexing, Completed, Failed };
enum class AssessmentStatus { Complete, Partial, Missing, Failed };
// A person's verdict on an assessment.
enum class ReviewVerdict { Accepted, Overridden };
enum class TaskStatus { Pending, InProgress, Completed };
enum class RunStatus { Queued, InProgress, Completed, Failed, Cancelled };
enum class SnapshotStatus { Captured, Legacy };
// The last two are final.
enum class ReproductionStatus { Queued, InProgress, Completed, Failed };
// In the order of stepIndex 0 to 5.
enum class StepName { Ingestion, Retrieval, Verification, Assessment, TaskGeneration, Export };
enum class StepStatus { NotExecuted, InProgress, Completed, Failed };
// How a user authenticated.
enum class SignInWay { Password, Oidc };
// What an API token is for: to act for its user, or to keep the tenant's users and groups.
enum class TokenScope { Api, Scim };
// Each has all the rights of the one before.
enum class Role { Viewer, Member, Admin, SuperAdmin };

// Wire names of an enum, indexed by its value.
template <class E>
struct WireNames;

template <>
struct WireNames<DocumentStatus> {
  static constexpr std::array<std::string_view, 6> kNames{"UPLOADED", "EXTRACTED", "PARSED",
                                                          "INDEXED",  "READY",     "FAILED"};
};
template <>
struct WireNames<IngestionStatus> {
  static constexpr std::array<std::string_view, 6> kNames{"PENDING",  "FETCHING",  "PARSING",
                                                          "INDEXING", "COMPLETED", "FAILED"};
};
template <>
struct WireNames<AssessmentStatus> {
  static constexpr std::array<std::string_view, 4> kNames{"COMPLETE", "PARTIAL", "MISSING",
                                                          "FAILED"};
};
template <>
struct WireNames<ReviewVerdict> {
  static constexpr std::array<std::string_view, 2> kNames{"ACCEPTED", "OVERRIDDEN"};
};
template <>
struct WireNames<TaskStatus> {
  static constexpr std::array<std::string_view, 3> kNames{"PENDING", "IN_PROGRESS", "COMPLETED"};
};
template <>
struct WireNames<RunStatus> {
  static constexpr std::array<std::string_view, 5> kNames{"QUEUED", "IN_PROGRESS", "COMPLETED",
                                                          "FAILED", "CANCELLED"};
};
template <>
struct WireNames<SnapshotStatus> {
  static constexpr std::array<std::string_view, 2> kNames{"CAPTURED", "LEGACY"};
};
template <>
struct WireNames<ReproductionStatus> {
  static constexpr std::array<std::string_view, 4> kNames{"QUEUED", "IN_PROGRESS", "COMPLETED",
                                                          "FAILED"};
};
template <>
struct WireNames<StepName> {
  static constexpr std::array<std::string_view, 6> kNames{
      "INGESTION", "RETRIEVAL", "VERIFICATION", "ASSESSMENT", "TASK_GENERATION", "EXPORT"};
};
template <>
struct WireNames<StepStatus> {
  static constexpr std::array<std::string_view, 4> kNames{"NOT_EXECUTED", "IN_PROGRESS",
                                                          "COMPLETED", "FAILED"};
};
template <>
struct WireNames<SignInWay> {
  static constexpr std::array<std::string_view, 2> kNames{"password", "oidc"};
};
template <>
struct WireNames<TokenScope> {
  static constexpr std::array<std::string_view, 2> kNames{"API", "SCIM"};
};
template <>
struct WireNames<Role> {
  static constexpr std::array<std::string_view, 4> kNames{"VIEWER", "MEMBER", "ADMIN",
                                                          "SUPER_ADMIN"};
};

template <class E>
[[nodiscard]] constexpr std::string_view to_text(E value) {
  return WireNames<E>::kNames.at(static_cast<std::size_t>(value));
}

// Exact, case-sensitive; nullopt for anything else.
template <class E>
[[nodiscard]] constexpr std::optional<E> from_text(std::string_view text) {
  for (std::size_t i = 0; i < WireNames<E>::kNames.size(); ++i) {
    if (WireNames<E>::kNames[i] == text) return static_cast<E>(i);
  }
  return std::nullopt;
}

// Counts by state for responses: every state is present, with 0 when it has none.
template <class State>
[[nodiscard]] Json state_counts(const std::map<State, std::int64_t>& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < WireNames<State>::kNames.size(); ++i) {
    const auto found = counts.find(static_cast<State>(i));
    json.set(WireNames<State>::kNames[i], found == counts.end() ? 0 : found->second);
  }
  return json;
}

// Whether a task may change from one status to the other:
// PENDING <-> IN_PROGRESS -> COMPLETED, COMPLETED -> IN_PROGRESS (reopened). Staying is allowed.
[[nodiscard]] constexpr bool may_become(TaskStatus from, TaskStatus to) {
  if (from == to) return true;
  return from == TaskStatus::InProgress || to == TaskStatus::InProgress;
}

// The formats in which a run can be exported, their file names, and an export's states.
enum class ExportFormat { Json, Csv, Xlsx, Pdf, Html, Oscal, Package };
// The last two are final.
enum class ExportStatus { Queued, InProgress, Completed, Failed };

template <>
struct WireNames<ExportFormat> {
  static constexpr std::array<std::string_view, 7> kNames{"json", "csv",   "xlsx",   "pdf",
                                                          "html", "oscal", "package"};
};
template <>
struct WireNames<ExportStatus> {
  static constexpr std::array<std::string_view, 4> kNames{"QUEUED", "IN_PROGRESS", "COMPLETED",
                                                          "FAILED"};
};

struct ExportFile {
  std::string_view ending;  // of the file name: the kind of export, and the extension
  std::string_view content_type;
};

[[nodiscard]] constexpr ExportFile file_of(ExportFormat format) {
  switch (format) {
    case ExportFormat::Json:
      return {"-results.json", "application/json"};
    case ExportFormat::Csv:
      return {"-results.csv", "text/csv; charset=utf-8"};
    case ExportFormat::Xlsx:
      return {"-results.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"};
    case ExportFormat::Pdf:
      return {"-report.pdf", "application/pdf"};
    case ExportFormat::Html:
      return {"-report.html", "text/html; charset=utf-8"};
    case ExportFormat::Oscal:
      return {"-oscal.zip", "application/zip"};
    case ExportFormat::Package:
      break;
  }
  return {"-evidence-package.zip", "application/zip"};
}

// 0 < partial <= complete <= 1.
struct Thresholds {
  double complete = 0.75;
  double partial = 0.40;
};

[[nodiscard]] constexpr bool valid(const Thresholds& limits) {
  return limits.partial > 0 && limits.partial <= limits.complete && limits.complete <= 1;
}

// COMPLETE from `complete` up, PARTIAL from `partial` up, otherwise MISSING. Precondition:
// valid(limits) and confidence is a number in 0..1.
[[nodiscard]] constexpr AssessmentStatus status_for(double confidence, const Thresholds& limits) {
  if (confidence >= limits.complete) return AssessmentStatus::Complete;
  if (confidence >= limits.partial) return AssessmentStatus::Partial;
  return AssessmentStatus::Missing;
}

// The same for an assessment: one that could not be evaluated stays FAILED, and one without a
// citation is at most MISSING, however low the thresholds.
[[nodiscard]] constexpr AssessmentStatus status_under(AssessmentStatus assessed, double confidence,
                                                      bool cited, const Thresholds& limits) {
  if (assessed == AssessmentStatus::Failed) return assessed;
  return cited ? status_for(confidence, limits) : AssessmentStatus::Missing;
}

using ErasureId = Id<struct ErasureKind>;
using LegalHoldId = Id<struct LegalHoldKind>;

// COMPLETED is final; a FAILED one can be tried again.
enum class ErasureStatus { Queued, InProgress, Completed, Failed };

template <>
struct WireNames<ErasureStatus> {
  static constexpr std::array<std::string_view, 4> kNames{"QUEUED", "IN_PROGRESS", "COMPLETED",
                                                          "FAILED"};
};

}  // namespace assay
