// SPDX-License-Identifier: Apache-2.0
// Tenants: listing, creating, renaming, which one owns an object, and all rows of one, for an
// export of the whole tenant. Users as their administrator sees them: listing, creating, role,
// password, disabling, deleting. Sign-in reads the same rows through sign_in.hpp.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/pg/ordered_list.hpp"
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

inline constexpr std::array kOrderKeys{pg::by_time("createdAt", "t.created_at"),
                                       pg::by_text("name", "lower(t.name)")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// Every tenant of the installation, newest first, whichever the transaction acts for.
[[nodiscard]] pg::PartOf<Tenant> list(pg::Tx& tx, const std::optional<std::string>& contains,
                                      const pg::Part& part);
[[nodiscard]] std::int64_t count(pg::Tx& tx,
                                 const std::optional<std::string>& contains = std::nullopt);

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

namespace assay::store::tenant_data {

// The tables with rows of tenants, in order of name. Omits tables that hold only secrets, sessions
// or the service's working data: they contain nothing about the tenant.
[[nodiscard]] std::vector<std::string> tables(pg::Tx& tx);

// Calls take with each row of the tenant in one of these tables, as JSON on one line, in no
// particular order. Columns with password hashes and secrets are left out.
void each_row(pg::Tx& tx, const TenantId& tenant, const std::string& table,
              const std::function<void(std::string_view)>& take);

// SHA-256 of the tenant's stored files: of documents, corpora and exports.
[[nodiscard]] std::vector<std::string> stored_files(pg::Tx& tx, const TenantId& tenant);
// The same for files that nothing needs any longer and that are still to be removed.
[[nodiscard]] std::vector<std::string> files_being_removed(pg::Tx& tx, const TenantId& tenant);

}  // namespace assay::store::tenant_data

namespace assay::store::users {

struct User {
  UserId id;
  TenantId tenant;
  std::string email;  // lower case
  std::string display_name;
  Role role = Role::Viewer;
  bool has_password = false;
  Timestamp created_at;
  std::optional<Timestamp> disabled_at;
  std::optional<Timestamp> deleted_at;  // disabled_at is then set too
};

struct Filter {
  std::optional<Role> role;
  std::optional<bool> disabled;
  std::optional<std::string> contains;  // in the address or the name, case-insensitive
};
inline constexpr std::array kOrderKeys{pg::by_time("createdAt", "u.created_at"),
                                       pg::by_text("email", "u.email"),
                                       pg::by_text("displayName", "lower(u.display_name)")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// Newest first, without deleted ones.
[[nodiscard]] pg::PartOf<User> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                    const pg::Part& part);
[[nodiscard]] std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter);
// Users with these ids and addresses, newest first, including deleted ones; omits those outside the
// tenant.
[[nodiscard]] std::vector<User> named(pg::Tx& tx, const TenantId& tenant,
                                      const std::vector<UserId>& ids,
                                      const std::vector<std::string>& emails);
// Finds deleted users too.
[[nodiscard]] std::optional<User> find(pg::Tx& tx, const TenantId& tenant, const UserId& id);
// Does not find deleted users.
[[nodiscard]] std::optional<User> find_by_email(pg::Tx& tx, const TenantId& tenant,
                                                const std::string& email);

struct NewUser {
  std::string email;  // in any case
  std::string display_name;
  Role role = Role::Viewer;
  std::optional<std::string> password_hash;  // none: does not sign in with a password
};
// nullopt if the address is taken; a deleted user's address is free again.
[[nodiscard]] std::optional<User> insert(pg::Tx& tx, const TenantId& tenant, const NewUser& user);

// Locks every enabled user of role ADMIN or above until the transaction ends, and returns their
// ids. Call it before lock(): with one order, two administrators who disable each other cannot both
// succeed.
[[nodiscard]] std::vector<UserId> lock_administrators(pg::Tx& tx, const TenantId& tenant);
[[nodiscard]] std::optional<User> lock(pg::Tx& tx, const TenantId& tenant, const UserId& id);

// The changes to make; fields not given stay.
struct Change {
  std::optional<std::string> display_name;
  std::optional<Role> role;
  std::optional<bool> disabled;
  std::optional<std::string> password_hash;
};
void update(pg::Tx& tx, const TenantId& tenant, const UserId& id, const Change& change);
// email: in any case. Returns false if the address is taken: the transaction can then only be
// rolled back.
[[nodiscard]] bool set_email(pg::Tx& tx, const TenantId& tenant, const UserId& id,
                             const std::string& email);
// Disables the user for good and deletes the password and the provider's data about the user. The
// row stays for the records that name it.
void remove(pg::Tx& tx, const TenantId& tenant, const UserId& id);
// Revokes all of the user's refresh tokens, so that no open session can be renewed.
void revoke_refresh_tokens(pg::Tx& tx, const TenantId& tenant, const UserId& id);

}  // namespace assay::store::users
