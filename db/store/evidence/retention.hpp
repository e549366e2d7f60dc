// SPDX-License-Identifier: Apache-2.0
// Rules of retention: after how many days a tenant's documents and the files of its exports go.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/erasing.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::retention {

// Days since a document was uploaded, and since an export was made. Absent: never.
struct Rules {
  std::optional<std::int64_t> document_days;
  std::optional<std::int64_t> export_days;
  std::optional<UserId> updated_by;  // of both: absent if there never were rules
  std::optional<Timestamp> updated_at;
  std::optional<Timestamp> applied_from;  // a day later, so that a slip can be mended
};

[[nodiscard]] Rules find(pg::Tx& tx, const TenantId& tenant);
void put(pg::Tx& tx, const TenantId& tenant, const Rules& rules, const UserId& by);

// What goes under these rules today. Documents: uploaded by themselves, in no archive that stays,
// under no hold on themselves or on everything, and of no run that has not ended. Exports: with a
// file, unless a hold stands on everything.
struct Due {
  std::int64_t documents = 0;
  std::int64_t exports = 0;
};
[[nodiscard]] Due count_due(pg::Tx& tx, const TenantId& tenant, const Rules& rules);

struct Position {
  Timestamp uploaded_at;
  DocumentId id;
};
// Of those documents, by the rules that are in force, the first after a place in order of age;
// nullopt if there is none.
[[nodiscard]] std::optional<Position> next_document(pg::Tx& tx, const TenantId& tenant,
                                                    const std::optional<Position>& after);
// Records that the files of those exports are to go, by the rules in force, and returns them.
struct DueExport {
  ExportId id;
  std::string sha256;
};
[[nodiscard]] std::vector<DueExport> take_exports(pg::Tx& tx, const TenantId& tenant);

// Queues the work of all tenants that have rules in force; returns how many. As assay_pipeline,
// without a tenant.
std::int64_t queue_due(pg::Tx& tx);

}  // namespace assay::store::retention
