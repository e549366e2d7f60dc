// SPDX-License-Identifier: Apache-2.0
// What a tenant chooses for its assessments. Bindings: the pack version that it is assessed
// against, and the terms; a run copies the terms when it is created, so changes never affect past
// runs. Its glossary: its own names for things and what they mean, each change a new version. Its
// calibrations: curves fitted to its reviewers' decisions, each with its own version.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/states.hpp"
#include "core/json/json.hpp"
#include "db/pg/ordered_list.hpp"
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
inline constexpr std::array kOrderKeys{pg::by_time("createdAt", "b.created_at"),
                                       pg::by_text("name", "left(lower(p.name), 200)")};
inline constexpr pg::Orders kOrders{kOrderKeys, false};
// A part of the same list.
[[nodiscard]] pg::PartOf<Binding> page(pg::Tx& tx, const TenantId& tenant, const pg::Part& part);
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

namespace assay::store::glossaries {

struct Entry {
  std::string expression;  // "HarbourLink"
  std::string meaning;     // "VPN"
  friend bool operator==(const Entry&, const Entry&) = default;
};

// The state before the first version is version 0: no entries, and nobody made it.
struct Glossary {
  std::int64_t version = 0;
  std::vector<Entry> entries;
  std::optional<std::string> sha256;  // of the entries as stored
  std::optional<UserId> created_by;
  std::optional<Timestamp> created_at;
};

// Makes transactions that change the tenant's glossary wait for one another.
void lock(pg::Tx& tx, const TenantId& tenant);
[[nodiscard]] Glossary current(pg::Tx& tx, const TenantId& tenant);
[[nodiscard]] std::optional<Glossary> find(pg::Tx& tx, const TenantId& tenant,
                                           std::int64_t version);
// The version that a run created now pins; none before the first.
[[nodiscard]] std::optional<std::int64_t> in_force(pg::Tx& tx, const TenantId& tenant);
// Adds the next version. Precondition: lock() was called.
[[nodiscard]] Glossary insert(pg::Tx& tx, const TenantId& tenant, const std::vector<Entry>& entries,
                              const UserId& actor);

// The first expression that repeats an earlier one, and that one: positions in the list. Letter
// case, width and the number of blanks make no difference.
struct Repeated {
  std::size_t at = 0;
  std::size_t earlier = 0;
};
[[nodiscard]] std::optional<Repeated> first_repeated(pg::Tx& tx, const std::vector<Entry>& entries);

// [{expression, meaning}]: as stored and hashed, and as clients see them.
[[nodiscard]] Json entries_json(const std::vector<Entry>& entries);

}  // namespace assay::store::glossaries

namespace assay::store::calibrations {

// A logistic curve of the logit; 1 and 0 change nothing.
struct Curve {
  double slope = 1;
  double intercept = 0;
  friend bool operator==(const Curve&, const Curve&) = default;
};

struct Calibration {
  CalibrationId id;
  std::int64_t version = 0;       // from 1, within the tenant
  std::string evaluator_version;  // the only version whose confidences it applies to
  Curve confidence;
  Curve supported;
  // The decisions it was fitted to, by the reviewer's status; empty: ends the one in force.
  std::map<AssessmentStatus, std::int64_t> decisions;
  Json measured;  // errors before and after; null without decisions
  bool forced = false;
  Timestamp fitted_at;
  [[nodiscard]] std::int64_t decision_count() const;
};

// Makes transactions that work on a tenant's calibrations wait for one another.
void lock(pg::Tx& tx, const TenantId& tenant);
// Inserts it as the next version; ignores the given `version` and `fitted_at`. Precondition: lock()
// was called.
[[nodiscard]] Calibration insert(pg::Tx& tx, const TenantId& tenant,
                                 const Calibration& calibration);
// Newest first.
[[nodiscard]] std::vector<Calibration> list(pg::Tx& tx, const TenantId& tenant);
[[nodiscard]] std::optional<Calibration> find(pg::Tx& tx, const TenantId& tenant,
                                              std::int64_t version);
// The last calibration for that version of the evaluator, which a run that starts now pins.
[[nodiscard]] std::optional<std::int64_t> in_force(pg::Tx& tx, const TenantId& tenant,
                                                   const std::string& evaluator_version);

// The last decision on an assessment by the built-in evaluator, and its uncalibrated result.
struct Decision {
  std::string requirement_id;  // dotted, prefixed with the pack
  std::string evaluator_version;
  bool failed = false;  // there was no verdict, so no confidence
  double confidence = 0;
  double supported = 0;
  bool cited = false;
  AssessmentStatus held = AssessmentStatus::Missing;
  Thresholds limits;  // of its run
};
// In the order of their assessments.
[[nodiscard]] std::vector<Decision> decisions(pg::Tx& tx, const TenantId& tenant);

}  // namespace assay::store::calibrations
