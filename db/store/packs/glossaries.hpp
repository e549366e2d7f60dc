// SPDX-License-Identifier: Apache-2.0
// A tenant's glossary: its own names for things and what they mean, each change a new version.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/json/json.hpp"
#include "db/pg/tx.hpp"

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
