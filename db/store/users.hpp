// SPDX-License-Identifier: Apache-2.0
// Users as their administrator sees them: lists, new ones, role, password, disabling, deleting.
// Sign-in reads the same rows through access.hpp.
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
  std::optional<Timestamp> deleted_at;  // then disabled_at too
};

struct Filter {
  std::optional<Role> role;
  std::optional<bool> disabled;
  std::optional<std::string> contains;  // in the address or the name, whatever the case
};
struct Position {
  Timestamp created_at;
  UserId id;
};
// Newest first, without those deleted.
[[nodiscard]] std::vector<User> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                     const std::optional<Position>& after, int limit);
[[nodiscard]] std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter);
// Those of the ids and addresses, newest first, also those deleted; whoever is not of the tenant is
// left out.
[[nodiscard]] std::vector<User> named(pg::Tx& tx, const TenantId& tenant,
                                      const std::vector<UserId>& ids,
                                      const std::vector<std::string>& emails);
// Also one that was deleted.
[[nodiscard]] std::optional<User> find(pg::Tx& tx, const TenantId& tenant, const UserId& id);
// Not one that was deleted.
[[nodiscard]] std::optional<User> find_by_email(pg::Tx& tx, const TenantId& tenant,
                                                const std::string& email);

struct NewUser {
  std::string email;  // in any case
  std::string display_name;
  Role role = Role::Viewer;
  std::optional<std::string> password_hash;  // none: signs in by another way than a password
};
// nullopt when the address is taken; that of a deleted user is free again.
[[nodiscard]] std::optional<User> insert(pg::Tx& tx, const TenantId& tenant, const NewUser& user);

// Locks every enabled user of role ADMIN or above until the transaction ends, and says who they
// are. Call it before lock(): in one order, two administrators who disable each other cannot both
// succeed.
[[nodiscard]] std::vector<UserId> lock_administrators(pg::Tx& tx, const TenantId& tenant);
[[nodiscard]] std::optional<User> lock(pg::Tx& tx, const TenantId& tenant, const UserId& id);

// What is to change; what is not given stays.
struct Change {
  std::optional<std::string> display_name;
  std::optional<Role> role;
  std::optional<bool> disabled;
  std::optional<std::string> password_hash;
};
void update(pg::Tx& tx, const TenantId& tenant, const UserId& id, const Change& change);
// Disables for good and forgets the password; the row stays for the records that name it.
void remove(pg::Tx& tx, const TenantId& tenant, const UserId& id);
// Ends every way to renew a session that the user has open.
void revoke_refresh_tokens(pg::Tx& tx, const TenantId& tenant, const UserId& id);

}  // namespace assay::store::users
