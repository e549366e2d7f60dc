// SPDX-License-Identifier: Apache-2.0
// Users as their administrator sees them: listing, creating, role, password, disabling, deleting.
// Sign-in reads the same rows through sign_in.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

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
struct Position {
  Timestamp created_at;
  UserId id;
};
// Newest first, without deleted ones.
[[nodiscard]] std::vector<User> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                     const std::optional<Position>& after, int limit);
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
// Disables the user for good and deletes the password; the row stays for the records that name it.
void remove(pg::Tx& tx, const TenantId& tenant, const UserId& id);
// Revokes all of the user's refresh tokens, so that no open session can be renewed.
void revoke_refresh_tokens(pg::Tx& tx, const TenantId& tenant, const UserId& id);

}  // namespace assay::store::users
