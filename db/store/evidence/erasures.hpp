// SPDX-License-Identifier: Apache-2.0
// Erasures: which documents went for good, and how far removing their files is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/erasing.hpp"
#include "db/store/evidence/archives.hpp"

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
  std::int64_t exports = 0;  // whose files went, since they held an original
  Timestamp created_at;
  std::optional<Timestamp> completed_at;
  std::optional<Timestamp> failed_at;
};

// What an erasure is made of.
struct NewErasure {
  ErasureId id;
  DocumentId document;
  std::string original_filename;
  std::string reason;
  std::optional<UserId> requested_by;
};
// Records an erasure and the documents that went.
void insert(pg::Tx& tx, const TenantId& tenant, const NewErasure& fresh,
            const std::vector<archives::Item>& documents);
[[nodiscard]] std::optional<Erasure> find(pg::Tx& tx, const TenantId& tenant, const ErasureId& id);

struct Filter {
  std::optional<ErasureStatus> status;
  std::optional<DocumentId> document;  // named, or gone with the one named
};
struct Position {
  Timestamp created_at;
  ErasureId id;
};
// Newest first.
[[nodiscard]] std::vector<Erasure> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                        const std::optional<Position>& after, int limit);

// Sets it to IN_PROGRESS; false if it is over.
[[nodiscard]] bool start(pg::Tx& tx, const TenantId& tenant, const ErasureId& id);
[[nodiscard]] bool complete(pg::Tx& tx, const TenantId& tenant, const ErasureId& id);
// false if it is over already.
[[nodiscard]] bool mark_failed(pg::Tx& tx, const TenantId& tenant, const ErasureId& id,
                               std::string_view code, std::string_view reason);
// Sets a FAILED one back to QUEUED; false if it is not FAILED.
[[nodiscard]] bool reset(pg::Tx& tx, const TenantId& tenant, const ErasureId& id);

// The documents that went, by name. Only id, name, SHA-256 and size are known.
[[nodiscard]] std::vector<archives::Item> documents(pg::Tx& tx, const TenantId& tenant,
                                                    const ErasureId& id);

// A run whose assessments quote a document that went.
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
  std::int64_t searched = 0;  // runs that were given one of the documents, quoting or not
};
[[nodiscard]] QuotingRuns quoting(pg::Tx& tx, const TenantId& tenant, const ErasureId& id,
                                  int limit);

// Evidence packages hold the originals that their run quotes. Records those COMPLETED whose run
// quotes a document that went. Returns false, with nothing recorded, while one is being made.
[[nodiscard]] bool note_exports(pg::Tx& tx, const TenantId& tenant, const ErasureId& id);
// SHA-256 of the stored files of the documents that went, and of the exports recorded so far.
[[nodiscard]] std::vector<std::string> files(pg::Tx& tx, const TenantId& tenant,
                                             const ErasureId& id);
// The exports of which note_exports took the files.
[[nodiscard]] std::vector<ExportId> exports(pg::Tx& tx, const TenantId& tenant,
                                            const ErasureId& id);

}  // namespace assay::store::erasures
