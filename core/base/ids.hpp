// SPDX-License-Identifier: Apache-2.0
// Identifiers: UUID text, one C++ type per kind so that a run's id is never taken for a document's.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

// Canonical lower-case UUID text: 8-4-4-4-12 hexadecimal digits.
[[nodiscard]] bool is_uuid(std::string_view text);
// A fresh UUIDv7 (RFC 9562 section 5.7): sorts by creation time to the millisecond, 74 random bits.
[[nodiscard]] std::string new_uuid();
// A UUIDv8 made from SHA-256 of the name: the same name always gives the same id.
[[nodiscard]] std::string named_uuid(std::string_view name);
// W3C trace context: 32 and 16 lower-case hexadecimal digits, never all zero.
[[nodiscard]] std::string new_trace_id();
[[nodiscard]] std::string new_span_id();

// value is always valid UUID text: made here, read from the database, or checked by parse().
template <class Kind>
struct Id {
  std::string value;

  [[nodiscard]] static Id fresh() { return Id{new_uuid()}; }
  // Returns nullopt if the text is not a UUID; a client's malformed id is then treated as absent.
  [[nodiscard]] static std::optional<Id> parse(std::string_view text) {
    if (!is_uuid(text)) return std::nullopt;
    return Id{std::string(text)};
  }
  friend auto operator<=>(const Id&, const Id&) = default;  // NOLINT(modernize-use-nullptr)
};

using TenantId = Id<struct TenantKind>;
using UserId = Id<struct UserKind>;
using ApiTokenId = Id<struct ApiTokenKind>;
using DocumentId = Id<struct DocumentKind>;
using UploadId = Id<struct UploadKind>;
using ChunkId = Id<struct ChunkKind>;
using PackId = Id<struct PackKind>;
using CriteriaVersionId = Id<struct CriteriaVersionKind>;
// The requirement's record; its dotted label ("2.3.i") is plain text, called requirement_id.
using RequirementRecordId = Id<struct RequirementKind>;
using RunId = Id<struct RunKind>;
using AssessmentId = Id<struct AssessmentKind>;
using ReviewId = Id<struct ReviewKind>;
using TaskId = Id<struct TaskKind>;
using WorkItemId = Id<struct WorkItemKind>;
using CorpusId = Id<struct CorpusKind>;
using IngestionId = Id<struct IngestionKind>;
using PassageId = Id<struct PassageKind>;
using ActivationId = Id<struct ActivationKind>;
using ExportId = Id<struct ExportKind>;
using ReproductionId = Id<struct ReproductionKind>;
using CalibrationId = Id<struct CalibrationKind>;

}  // namespace assay
