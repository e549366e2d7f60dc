// SPDX-License-Identifier: Apache-2.0
// Tenants: listing, creating, renaming, and which one owns an object.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::tenants {

struct Tenant {
  TenantId id;
  std::string name;
  Timestamp created_at;
};

// The tenant that the transaction acts for; nullopt for any other.
[[nodiscard]] std::optional<Tenant> find(pg::Tx& tx, const TenantId& id);
// By id, otherwise by name, whichever tenant the transaction acts for.
[[nodiscard]] std::optional<TenantId> named(pg::Tx& tx, const std::string& name_or_id);
// The tenant that owns an object: kind is document, run, assessment, task, pack or user.
[[nodiscard]] std::optional<TenantId> owner_of(pg::Tx& tx, std::string_view kind,
                                               std::string_view id);

struct Position {
  Timestamp created_at;
  TenantId id;
};
// Every tenant of the installation, newest first, whichever the transaction acts for.
[[nodiscard]] std::vector<Tenant> list(pg::Tx& tx, const std::optional<Position>& after, int limit);
[[nodiscard]] std::int64_t count(pg::Tx& tx);

// As assay_owner. Returns the tenant of that name, created if missing.
struct Ensured {
  Tenant tenant;
  bool created = false;
};
[[nodiscard]] Ensured ensure(pg::Tx& tx, const std::string& name);
// The transaction must act for the new id. Returns false if the name is taken.
[[nodiscard]] bool insert(pg::Tx& tx, const TenantId& id, const std::string& name);
// Renames the tenant that the transaction acts for. Returns false if the name is taken: the
// transaction can then only be rolled back.
[[nodiscard]] bool rename(pg::Tx& tx, const TenantId& id, const std::string& name);

}  // namespace assay::store::tenants
