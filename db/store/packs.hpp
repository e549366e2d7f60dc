// SPDX-License-Identifier: Apache-2.0
// Packs, their versions, criteria and requirements, and the tenants' bindings to them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::packs {

struct Criterion {
  int criterion_id = 0;
  std::string title;
  std::string description;
  std::string label = {};  // the source's own name of it ("AC", "PR.AA"), or ""
};

struct Requirement {
  RequirementRecordId id;
  PackId pack;
  std::string requirement_id;  // the dotted label
  int criterion_id = 0;
  std::string criterion_title;
  std::string title;
  std::optional<std::string> subcheck_label;
  std::vector<std::string> expected_evidence;
  std::string guidance = {};    // what the source says beside the requirement, or ""
  std::string source_key = {};  // the source's stable key (urn, OSCAL id), or ""
};

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
};

// A version about to be stored, and the answer of storing it.
struct NewVersion {
  std::string pack_name;
  std::string description;
  std::string copyright;
  std::string version;
  std::string source_key = {};    // the framework's stable key in its source, or ""
  std::optional<TenantId> owner;  // none: shared by the installation (as assay_owner only)
  std::vector<Criterion> criteria;
  std::vector<Requirement> requirements;  // ids and pack are given by the store
};
struct StoredVersion {
  PackId pack;
  std::string pack_name;
  CriteriaVersionId criteria_version;
  std::string version;
  std::int64_t requirement_count = 0;
  bool existed = false;  // the same content was there already
};
// Stores a version under its pack, which is made where it is missing. The same content again gives
// the existing version; the same version name with other content: std::nullopt.
[[nodiscard]] std::optional<StoredVersion> add_version(pg::Tx& tx, const NewVersion& version);

// The version made last that the transaction may see.
[[nodiscard]] std::optional<CriteriaVersionId> newest_version(pg::Tx& tx, const PackId& pack);

// Oldest binding first: the first is the tenant's default pack.
[[nodiscard]] std::vector<Binding> bindings(pg::Tx& tx, const TenantId& tenant);
[[nodiscard]] std::optional<Binding> binding(pg::Tx& tx, const TenantId& tenant,
                                             const PackId& pack);
// Creates or moves the tenant's binding to this version; thresholds stay as they are.
void bind(pg::Tx& tx, const TenantId& tenant, const PackId& pack, const CriteriaVersionId& version);

[[nodiscard]] std::vector<Criterion> criteria(pg::Tx& tx, const CriteriaVersionId& version);
// In pack order.
[[nodiscard]] std::vector<Requirement> requirements(pg::Tx& tx, const CriteriaVersionId& version);
[[nodiscard]] std::vector<Requirement> requirements_of_run(pg::Tx& tx, const TenantId& tenant,
                                                           const RunId& run);

}  // namespace assay::store::packs
