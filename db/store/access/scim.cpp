// SPDX-License-Identifier: Apache-2.0
// SQL of users as identity providers see them.
#include "db/store/access/scim.hpp"

#include "core/base/digest.hpp"
#include "core/crypto/account.hpp"
#include "db/store/access/user_rows.hpp"

namespace assay::store::scim {
namespace {

using pg::Statement;

// Names are compared as addresses are: see core/crypto/account.hpp.
constexpr std::string_view kProvided = R"sql(
, s.user_name, s.external_id, s.given_name, s.family_name,
  coalesce(s.roles, ARRAY[u.role]) @> '{VIEWER}' AS views,
  coalesce(s.roles, ARRAY[u.role]) @> '{MEMBER}' AS takes_part,
  coalesce(s.roles, ARRAY[u.role]) @> '{ADMIN}' AS administers,
  micros(greatest(u.created_at, (SELECT max(a.created_at) FROM audit_log a
    WHERE a.tenant_id = $1 AND a.object_id = u.id::text AND a.object_type = 'user'
      AND a.outcome = 'allow' AND a.action IN ('user.create', 'user.disable', 'user.enable',
        'user.provision', 'user.put', 'user.rename', 'user.role')))) AS changed_at)sql";

constexpr std::string_view kFrom = R"sql(
FROM app_user u LEFT JOIN scim_user s ON s.tenant_id = u.tenant_id AND s.user_id = u.id
WHERE u.tenant_id = $1 AND u.deleted_at IS NULL)sql";

constexpr std::string_view kFilter = R"sql(
  AND ($2::text IS NULL OR lower(coalesce(s.user_name, u.email) COLLATE "C") = $2)
  AND ($3::text IS NULL OR s.external_id = $3) AND ($4::text IS NULL OR u.id::text = $4)
  AND ($5::text IS NULL OR u.email = $5)
  AND ($6::boolean IS NULL OR (u.disabled_at IS NULL) = $6))sql";

constexpr Statement kList{"scim_user_list",
                          {"SELECT", users::kColumns, kProvided, kFrom, kFilter,
                           "ORDER BY u.created_at, u.id OFFSET $7 LIMIT $8"}};

constexpr Statement kCount{"scim_user_count", {"SELECT count(*) AS total", kFrom, kFilter}};

constexpr Statement kFind{"scim_user_find",
                          {"SELECT", users::kColumns, kProvided, kFrom, "AND u.id = $2"}};

constexpr Statement kNameTaken{"scim_user_name_taken", {"SELECT", kFrom, R"sql(
  AND lower(coalesce(s.user_name, u.email) COLLATE "C") = $2
  AND u.id IS DISTINCT FROM $3::uuid LIMIT 1)sql"}};

constexpr Statement kPut{"scim_user_put", R"sql(
INSERT INTO scim_user (tenant_id, user_id, user_name, external_id, given_name, family_name)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (tenant_id, user_id) DO UPDATE SET user_name = excluded.user_name,
  external_id = excluded.external_id, given_name = excluded.given_name,
  family_name = excluded.family_name)sql"};

constexpr Statement kMembers{"scim_group_members", {"SELECT u.id, u.display_name", kFrom, R"sql(
  AND coalesce(s.roles, ARRAY[u.role]) @> ARRAY[$2] ORDER BY u.created_at, u.id)sql"}};

// As digest_of() makes it.
constexpr Statement kMembersDigest{"scim_group_members_digest",
                                   {R"sql(
SELECT encode(sha256(convert_to(coalesce(string_agg(
    u.id::text || ' ' || u.display_name || E'\n', '' ORDER BY u.created_at, u.id), ''), 'UTF8')),
  'hex') AS digest)sql",
                                    kFrom, R"sql(
  AND coalesce(s.roles, ARRAY[u.role]) @> ARRAY[$2])sql"}};

constexpr Statement kSetGroups{"scim_user_set_groups", R"sql(
INSERT INTO scim_user (tenant_id, user_id, roles) VALUES ($1, $2, $3::text[])
ON CONFLICT (tenant_id, user_id) DO UPDATE SET roles = excluded.roles)sql"};

User read_user(const pg::Row& row) {
  User user;
  user.account = users::read_user(row);
  user.profile = {row.optional_text("user_name"), row.optional_text("external_id"),
                  row.optional_text("given_name"), row.optional_text("family_name")};
  user.changed_at = row.timestamp("changed_at");
  if (row.boolean("views")) user.groups.push_back(Role::Viewer);
  if (row.boolean("takes_part")) user.groups.push_back(Role::Member);
  if (row.boolean("administers")) user.groups.push_back(Role::Admin);
  return user;
}

std::optional<std::string> folded(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  return account::folded_email(*text);
}

}  // namespace

std::vector<User> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter, std::int64_t skip,
                       std::int64_t limit) {
  return pg::all_of(tx.run(kList, tenant, folded(filter.user_name), filter.external_id,
                           folded(filter.id), folded(filter.email), filter.active, skip, limit),
                    read_user);
}

std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter) {
  return pg::total_of(tx.run(kCount, tenant, folded(filter.user_name), filter.external_id,
                             folded(filter.id), folded(filter.email), filter.active));
}

std::optional<User> find(pg::Tx& tx, const TenantId& tenant, const UserId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_user);
}

bool name_taken(pg::Tx& tx, const TenantId& tenant, const std::string& user_name,
                const std::optional<UserId>& than) {
  return !tx.run(kNameTaken, tenant, account::folded_email(user_name), than).empty();
}

void put(pg::Tx& tx, const TenantId& tenant, const UserId& id, const Profile& profile) {
  static_cast<void>(tx.run(kPut, tenant, id, profile.user_name, profile.external_id,
                           profile.given_name, profile.family_name));
}

std::vector<Member> members(pg::Tx& tx, const TenantId& tenant, Role group) {
  return pg::all_of(tx.run(kMembers, tenant, group), [](const pg::Row& row) {
    return Member{row.id<UserId>("id"), row.text("display_name")};
  });
}

std::string digest_of(const std::vector<Member>& members) {
  Sha256 digest;
  for (const Member& member : members) {
    digest.update(member.id.value).update(" ").update(member.display_name).update("\n");
  }
  return to_hex(digest.finish());
}

std::string members_digest(pg::Tx& tx, const TenantId& tenant, Role group) {
  return tx.run(kMembersDigest, tenant, group)[0].text("digest");
}

void set_groups(pg::Tx& tx, const TenantId& tenant, const UserId& id,
                const std::vector<Role>& groups) {
  std::vector<std::string> names;
  names.reserve(groups.size());
  for (const Role group : groups) names.emplace_back(to_text(group));
  static_cast<void>(tx.run(kSetGroups, tenant, id, names));
}

}  // namespace assay::store::scim
