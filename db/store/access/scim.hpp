// SPDX-License-Identifier: Apache-2.0
// Users and groups as identity providers see them by SCIM: accounts with the provider's data about
// them, and the members of the groups that represent roles.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/store/access/accounts.hpp"

namespace assay::store::scim {

// A provider's data about a user that an account has no field for.
struct Profile {
  std::optional<std::string> user_name;  // nullopt: the e-mail address
  std::optional<std::string> external_id;
  std::optional<std::string> given_name;
  std::optional<std::string> family_name;

  friend bool operator==(const Profile&, const Profile&) = default;
};

struct User {
  users::User account;
  Profile profile;
  Timestamp changed_at;  // last change of what SCIM shows of the user, by the trail
  // The roles whose groups the user is in, in order of Role. Until a provider sets them, the user's
  // own role; SUPER_ADMIN has no group.
  std::vector<Role> groups;

  [[nodiscard]] const std::string& user_name() const {
    return profile.user_name ? *profile.user_name : account.email;
  }
};

// Users match if they meet all the conditions given.
struct Filter {
  std::optional<std::string> user_name;    // A to Z in any case
  std::optional<std::string> external_id;  // exactly
  std::optional<std::string> id;           // text that need not be an identifier
  std::optional<std::string> email;        // A to Z in any case
  std::optional<bool> active;
};
// Oldest first, without deleted ones. skip: how many to leave out first.
[[nodiscard]] std::vector<User> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                     std::int64_t skip, std::int64_t limit);
[[nodiscard]] std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter);
// Does not find deleted users.
[[nodiscard]] std::optional<User> find(pg::Tx& tx, const TenantId& tenant, const UserId& id);
// Whether a user other than this one has the name. Precondition: users::lock_administrators() was
// called, so that no other request of a provider interferes.
[[nodiscard]] bool name_taken(pg::Tx& tx, const TenantId& tenant, const std::string& user_name,
                              const std::optional<UserId>& than);
void put(pg::Tx& tx, const TenantId& tenant, const UserId& id, const Profile& profile);

struct Member {
  UserId id;
  std::string display_name;
};
// Everybody in the group of this role, oldest first, without deleted users.
[[nodiscard]] std::vector<Member> members(pg::Tx& tx, const TenantId& tenant, Role group);
// A digest of these members in this order, 64 hexadecimal digits: the same for the same identifiers
// and names. members_digest() computes it in the database, without reading the members.
[[nodiscard]] std::string digest_of(const std::vector<Member>& members);
[[nodiscard]] std::string members_digest(pg::Tx& tx, const TenantId& tenant, Role group);
// From now on the user is in these groups and no others.
void set_groups(pg::Tx& tx, const TenantId& tenant, const UserId& id,
                const std::vector<Role>& groups);

}  // namespace assay::store::scim
