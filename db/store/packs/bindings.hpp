// SPDX-License-Identifier: Apache-2.0
// Bindings: the pack version that a tenant is assessed against, and the terms. A run copies the
// terms when it is created, so changes never affect past runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::bindings {

struct Terms {
  CriteriaVersionId criteria_version;
  double threshold_complete = 0.75;  // 0 <= partial <= complete <= 1
  double threshold_partial = 0.40;
  std::string evaluator;
};

struct Binding : Terms {
  PackId pack;
  std::string name;  // the pack's
  std::string description;
  std::string version;
  std::int64_t requirement_count = 0;
  Timestamp created_at;
  Timestamp updated_at;
};

// Oldest first: the first is the tenant's default pack.
[[nodiscard]] std::vector<Binding> list(pg::Tx& tx, const TenantId& tenant);
struct Position {
  Timestamp created_at;
  PackId pack;
};
// The same list, starting after that place; at most `limit`.
[[nodiscard]] std::vector<Binding> page(pg::Tx& tx, const TenantId& tenant,
                                        const std::optional<Position>& after, int limit);
[[nodiscard]] std::optional<Binding> find(pg::Tx& tx, const TenantId& tenant, const PackId& pack);
// Locks the row until the transaction ends.
[[nodiscard]] std::optional<Binding> lock(pg::Tx& tx, const TenantId& tenant, const PackId& pack);

// Creates the binding or moves it to this version; keeps existing thresholds.
void bind(pg::Tx& tx, const TenantId& tenant, const PackId& pack, const CriteriaVersionId& version);
// Creates the binding or changes it to these terms. The version must be one of the pack's.
void put(pg::Tx& tx, const TenantId& tenant, const PackId& pack, const Terms& terms);
// Returns false if there was none.
[[nodiscard]] bool remove(pg::Tx& tx, const TenantId& tenant, const PackId& pack);

// Whether the tenant may bind the pack: it is shared or the tenant's own.
[[nodiscard]] bool is_visible(pg::Tx& tx, const PackId& pack);
// The pack of a version that is visible to the tenant.
[[nodiscard]] std::optional<PackId> pack_of(pg::Tx& tx, const CriteriaVersionId& version);

}  // namespace assay::store::bindings
