// SPDX-License-Identifier: Apache-2.0
// The contents of pack versions, and the tenants' bindings to packs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/packs/pack_content.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::packs {

using assay::packs::Criterion;
using assay::packs::Requirement;

// A pack as bound to a tenant.
struct Binding {
  PackId pack;
  std::string name;
  std::string description;
  CriteriaVersionId criteria_version;
  std::string version;
  std::int64_t requirement_count = 0;
  double threshold_complete = 0.75;
  double threshold_partial = 0.40;
  std::string evaluator;
  Timestamp bound_at;
};

// Oldest binding first: the first is the tenant's default pack.
struct BindingPosition {
  Timestamp bound_at;
  PackId pack;
};
// Starting after that place; at most `limit`.
[[nodiscard]] std::vector<Binding> bindings(pg::Tx& tx, const TenantId& tenant,
                                            const std::optional<BindingPosition>& after, int limit);
[[nodiscard]] std::optional<Binding> binding(pg::Tx& tx, const TenantId& tenant,
                                             const PackId& pack);
// Creates the tenant's binding or moves it to this version; keeps existing thresholds.
void bind(pg::Tx& tx, const TenantId& tenant, const PackId& pack, const CriteriaVersionId& version);

// By criterion_id. A page: those after that id, at most `limit`.
[[nodiscard]] std::vector<Criterion> criteria(pg::Tx& tx, const CriteriaVersionId& version);
[[nodiscard]] std::vector<Criterion> criteria_page(pg::Tx& tx, const CriteriaVersionId& version,
                                                   std::optional<std::int64_t> after, int limit);
// In pack order. A page: those after that position, at most `limit`.
[[nodiscard]] std::vector<Requirement> requirements(pg::Tx& tx, const CriteriaVersionId& version);
[[nodiscard]] std::vector<Requirement> requirements_page(pg::Tx& tx,
                                                         const CriteriaVersionId& version,
                                                         std::optional<std::int64_t> after,
                                                         int limit);
[[nodiscard]] std::vector<Requirement> requirements_of_run(pg::Tx& tx, const TenantId& tenant,
                                                           const RunId& run);

}  // namespace assay::store::packs
