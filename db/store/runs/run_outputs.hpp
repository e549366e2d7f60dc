// SPDX-License-Identifier: Apache-2.0
// Exports and reproductions of runs: the record of each, its progress to a stored file or a result,
// and lists.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/states.hpp"
#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::exports {

struct Export {
  ExportId id;
  RunId run;
  ExportFormat format = ExportFormat::Json;
  ExportStatus status = ExportStatus::Queued;
  std::optional<UserId> requested_by;  // none: the report that the run made automatically
  std::optional<std::int64_t> size_bytes;
  std::optional<std::string> sha256;  // of the stored file
  std::optional<std::string> failure_code;
  std::optional<std::string> failure_reason;
  Timestamp created_at;
  std::optional<Timestamp> completed_at;
  std::optional<Timestamp> failed_at;
  std::optional<Timestamp> erased_at;  // of the file; the record stays
};

struct NewExport {
  ExportId id;
  RunId run;
  ExportFormat format = ExportFormat::Json;
  std::optional<UserId> requested_by;
};
// Inserts it QUEUED, with its work item. Exports that nobody asked for are queued behind all work
// that somebody waits for.
void create(pg::Tx& tx, const TenantId& tenant, const NewExport& fresh);
[[nodiscard]] std::optional<Export> find(pg::Tx& tx, const TenantId& tenant, const ExportId& id);

struct Filter {
  std::optional<RunId> run;
  std::optional<ExportFormat> format;
  std::optional<ExportStatus> status;
};
inline constexpr std::array kOrderKeys{
    pg::by_time("createdAt", "export.created_at"),
    pg::by_time("completedAt",
                "coalesce(export.completed_at, timestamptz '9999-12-31 00:00:00+00')")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// Newest first.
[[nodiscard]] pg::PartOf<Export> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                      const pg::Part& part);

// QUEUED -> IN_PROGRESS; also true if it already was (an earlier worker died over it).
[[nodiscard]] bool start(pg::Tx& tx, const TenantId& tenant, const ExportId& id);
// The finished file.
struct File {
  std::string sha256;
  std::int64_t size_bytes = 0;
};
// IN_PROGRESS -> COMPLETED.
[[nodiscard]] bool complete(pg::Tx& tx, const TenantId& tenant, const ExportId& id,
                            const File& file);
// QUEUED or IN_PROGRESS -> FAILED. reason is a sentence for a person.
[[nodiscard]] bool mark_failed(pg::Tx& tx, const TenantId& tenant, const ExportId& id,
                               std::string_view code, std::string_view reason);

}  // namespace assay::store::exports

namespace assay::store::reproductions {

// The evaluator named by the run's snapshot.
struct Judge {
  std::string evaluator;
  std::string version;
  std::optional<std::string> model;
};

struct Reproduction {
  ReproductionId id;
  RunId run;
  ReproductionStatus status = ReproductionStatus::Queued;
  Judge judge;
  UserId requested_by;
  // Set when COMPLETED: identical is whether differences is empty.
  std::optional<bool> identical;
  Json differences = Json::array();  // [{requirementId, field, frozen, reproduced}]
  std::optional<std::string> failure_reason;
  Timestamp created_at;
  std::optional<Timestamp> completed_at;
  std::optional<Timestamp> failed_at;
};

struct NewReproduction {
  ReproductionId id;
  RunId run;
  Judge judge;
  UserId requested_by;
};
// Inserts it QUEUED, with its work item.
void create(pg::Tx& tx, const TenantId& tenant, const NewReproduction& fresh);
[[nodiscard]] std::optional<Reproduction> find(pg::Tx& tx, const TenantId& tenant,
                                               const ReproductionId& id);

inline constexpr std::array kOrderKeys{
    pg::by_time("createdAt", "reproduction.created_at"),
    pg::by_time("completedAt",
                "coalesce(reproduction.completed_at, timestamptz '9999-12-31 00:00:00+00')")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// The run's reproductions, newest first.
[[nodiscard]] pg::PartOf<Reproduction> list(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                            const std::optional<ReproductionStatus>& status,
                                            const pg::Part& part);

// QUEUED -> IN_PROGRESS; also true if it already was (an earlier worker died over it).
[[nodiscard]] bool start(pg::Tx& tx, const TenantId& tenant, const ReproductionId& id);
// IN_PROGRESS -> COMPLETED.
[[nodiscard]] bool complete(pg::Tx& tx, const TenantId& tenant, const ReproductionId& id,
                            const Json& differences);
// QUEUED or IN_PROGRESS -> FAILED. reason is a sentence for a person.
[[nodiscard]] bool mark_failed(pg::Tx& tx, const TenantId& tenant, const ReproductionId& id,
                               std::string_view code, std::string_view reason);

}  // namespace assay::store::reproductions
