// SPDX-License-Identifier: Apache-2.0
// Erasures: which documents were removed for good, and how far the removal of their files is.
// Retention rules: after how many days a tenant's documents and the files of its exports are
// removed. Legal holds: while one is in place, what it covers is not deleted, erased or removed by
// age.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/states.hpp"
#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"
#include "db/store/evidence/documents.hpp"

namespace assay::store::retention {

// Days since a document was uploaded, and since an export was made. Absent: never.
struct Rules {
  std::optional<std::int64_t> document_days;
  std::optional<std::int64_t> export_days;
  std::optional<UserId> updated_by;  // of both: absent if there never were rules
  std::optional<Timestamp> updated_at;
  std::optional<Timestamp> applied_from;  // a day later, so that a mistake can be corrected
};

[[nodiscard]] Rules find(pg::Tx& tx, const TenantId& tenant);
void put(pg::Tx& tx, const TenantId& tenant, const Rules& rules, const UserId& by);

// What these rules remove today. Documents: those uploaded directly, in no archive that stays,
// under no hold on them or on everything, and in no run that has not ended. Exports: those with a
// file, unless a hold covers everything.
struct Due {
  std::int64_t documents = 0;
  std::int64_t exports = 0;
};
[[nodiscard]] Due count_due(pg::Tx& tx, const TenantId& tenant, const Rules& rules);

struct Position {
  Timestamp uploaded_at;
  DocumentId id;
};
// The first of those documents after a place, in order of age, by the rules in force; nullopt if
// there is none.
[[nodiscard]] std::optional<Position> next_document(pg::Tx& tx, const TenantId& tenant,
                                                    const std::optional<Position>& after);
// Records that the files of those exports are removed, by the rules in force, and returns them.
struct DueExport {
  ExportId id;
  std::string sha256;
};
[[nodiscard]] std::vector<DueExport> take_exports(pg::Tx& tx, const TenantId& tenant);

// Queues the work of all tenants that have rules in force; returns how many. As assay_pipeline,
// without a tenant.
std::int64_t queue_due(pg::Tx& tx);

}  // namespace assay::store::retention

namespace assay::store::legal_holds {

struct Hold {
  LegalHoldId id;
  std::optional<DocumentId> document;  // absent: everything of the tenant
  std::optional<std::string> original_filename;
  std::string reason;
  UserId created_by;
  Timestamp created_at;
  std::optional<UserId> released_by;
  std::optional<Timestamp> released_at;
};

// A hold to be set, with the document's current name.
struct NewHold {
  LegalHoldId id;
  std::optional<DocumentId> document;
  std::optional<std::string> original_filename;
  std::string reason;
  UserId created_by;
};
// Waits for removals in progress, so that none of them misses the hold.
void insert(pg::Tx& tx, const TenantId& tenant, const NewHold& fresh);
[[nodiscard]] std::optional<Hold> find(pg::Tx& tx, const TenantId& tenant, const LegalHoldId& id);

struct Filter {
  std::optional<bool> released;
  std::optional<DocumentId> document;  // on this document itself
};
inline constexpr std::array kOrderKeys{
    pg::by_time("createdAt", "legal_hold.created_at"),
    pg::by_time("releasedAt",
                "coalesce(legal_hold.released_at, timestamptz '9999-12-31 00:00:00+00')")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// Newest first.
[[nodiscard]] pg::PartOf<Hold> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                    const pg::Part& part);
// Returns false if it has already been released.
[[nodiscard]] bool release(pg::Tx& tx, const TenantId& tenant, const LegalHoldId& id,
                           const UserId& by);

// The holds on one of these documents, on an archive or message that holds one, or on everything;
// oldest first.
[[nodiscard]] std::vector<Hold> covering(pg::Tx& tx, const TenantId& tenant,
                                         const std::vector<DocumentId>& documents);
// The same for a transaction that removes them: no hold is set until it ends.
[[nodiscard]] std::vector<Hold> covering_removed(pg::Tx& tx, const TenantId& tenant,
                                                 const std::vector<DocumentId>& documents);

}  // namespace assay::store::legal_holds

namespace assay::store::erasures {

struct Erasure {
  ErasureId id;
  DocumentId document;  // the one that was named
  std::string original_filename;
  std::string reason;
  ErasureStatus status = ErasureStatus::Queued;
  std::optional<UserId> requested_by;  // absent: the tenant's rules of retention
  std::optional<std::string> failure_reason;
  std::int64_t documents = 0;
  std::int64_t exports = 0;  // whose files were removed because they held an original
  Timestamp created_at;
  std::optional<Timestamp> completed_at;
  std::optional<Timestamp> failed_at;
};

// The values of a new erasure.
struct NewErasure {
  ErasureId id;
  DocumentId document;
  std::string original_filename;
  std::string reason;
  std::optional<UserId> requested_by;
};
// Records an erasure and the documents that it removed.
void insert(pg::Tx& tx, const TenantId& tenant, const NewErasure& fresh,
            const std::vector<archives::Item>& documents);
[[nodiscard]] std::optional<Erasure> find(pg::Tx& tx, const TenantId& tenant, const ErasureId& id);

struct Filter {
  std::optional<ErasureStatus> status;
  std::optional<DocumentId> document;  // named, or removed with the one named
};
inline constexpr std::array kOrderKeys{
    pg::by_time("createdAt", "e.created_at"),
    pg::by_time("completedAt", "coalesce(e.completed_at, timestamptz '9999-12-31 00:00:00+00')")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// Newest first.
[[nodiscard]] pg::PartOf<Erasure> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                       const pg::Part& part);

// Sets it to IN_PROGRESS; false if it is over.
[[nodiscard]] bool start(pg::Tx& tx, const TenantId& tenant, const ErasureId& id);
[[nodiscard]] bool complete(pg::Tx& tx, const TenantId& tenant, const ErasureId& id);
// false if it is over already.
[[nodiscard]] bool mark_failed(pg::Tx& tx, const TenantId& tenant, const ErasureId& id,
                               std::string_view code, std::string_view reason);
// Sets a FAILED one back to QUEUED; false if it is not FAILED.
[[nodiscard]] bool reset(pg::Tx& tx, const TenantId& tenant, const ErasureId& id);

// The removed documents, by name. Only id, name, SHA-256 and size are known.
[[nodiscard]] std::vector<archives::Item> documents(pg::Tx& tx, const TenantId& tenant,
                                                    const ErasureId& id);

// A run whose assessments quote a removed document.
struct Quoting {
  RunId run;
  PackId pack;
  RunStatus status = RunStatus::Completed;
  Timestamp created_at;
  std::int64_t quotes = 0;
};
struct QuotingRuns {
  std::vector<Quoting> runs;  // newest first, at most as many as asked for
  std::int64_t total = 0;     // runs that quote
  std::int64_t searched = 0;  // runs that searched one of the documents, quoting or not
};
[[nodiscard]] QuotingRuns quoting(pg::Tx& tx, const TenantId& tenant, const ErasureId& id,
                                  int limit);

// Evidence packages hold the originals that their run quotes. Records the COMPLETED ones whose run
// quotes a removed document. Returns false, and records nothing, while one is being made.
[[nodiscard]] bool note_exports(pg::Tx& tx, const TenantId& tenant, const ErasureId& id);
// SHA-256 of the stored files of the removed documents, and of the exports recorded so far.
[[nodiscard]] std::vector<std::string> files(pg::Tx& tx, const TenantId& tenant,
                                             const ErasureId& id);
// The exports that note_exports recorded.
[[nodiscard]] std::vector<ExportId> exports(pg::Tx& tx, const TenantId& tenant,
                                            const ErasureId& id);

}  // namespace assay::store::erasures
