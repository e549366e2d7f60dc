// SPDX-License-Identifier: Apache-2.0
// SQL of API tokens.
#include "db/store/tokens.hpp"

#include <algorithm>

namespace assay::store::tokens {
namespace {

using pg::Statement;

constexpr Statement kInsert{"token_insert", R"sql(
INSERT INTO api_token (tenant_id, id, user_id, name, role, token_hash, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, from_micros($7)))sql"};

constexpr std::string_view kSelect = R"sql(
SELECT t.id, t.user_id, u.email, t.name, t.role, micros(t.created_at) AS created_at,
  micros(t.expires_at) AS expires_at, micros(t.last_used_at) AS last_used_at
FROM api_token t JOIN app_user u ON u.tenant_id = t.tenant_id AND u.id = t.user_id
WHERE t.tenant_id = $1)sql";

constexpr Statement kFind{"token_find", {kSelect, "AND t.id = $2"}};

constexpr Statement kList{"token_list", {kSelect, R"sql(
  AND ($2::uuid IS NULL OR t.user_id = $2)
  AND ($3::bigint IS NULL OR (t.created_at, t.id) < (from_micros($3), $4::uuid))
ORDER BY t.created_at DESC, t.id DESC LIMIT $5)sql"}};

constexpr Statement kRemove{"token_remove",
                            "DELETE FROM api_token WHERE tenant_id = $1 AND id = $2"};

constexpr Statement kByHash{"token_by_hash", "SELECT tenant_id, id FROM api_token_by_hash($1)"};

constexpr Statement kStanding{"token_standing", R"sql(
SELECT t.user_id, u.email, t.role, u.role AS user_role, micros(t.expires_at) AS expires_at,
  coalesce(t.last_used_at < clock_timestamp() - interval '1 minute', true) AS use_unnoted
FROM api_token t JOIN app_user u ON u.tenant_id = t.tenant_id AND u.id = t.user_id
WHERE t.tenant_id = $1 AND t.id = $2 AND u.disabled_at IS NULL
  AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp()))sql"};

// If several processes see an old use at the same time, only one records the new one.
constexpr Statement kNoteUse{"token_note_use", R"sql(
UPDATE api_token SET last_used_at = clock_timestamp()
WHERE tenant_id = $1 AND id = $2
  AND coalesce(last_used_at < clock_timestamp() - interval '1 minute', true))sql"};

Token read(const pg::Row& row) {
  return {row.id<ApiTokenId>("id"),
          row.id<UserId>("user_id"),
          row.text("email"),
          row.text("name"),
          row.state<Role>("role"),
          row.timestamp("created_at"),
          row.optional_timestamp("expires_at"),
          row.optional_timestamp("last_used_at")};
}

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const NewToken& token) {
  static_cast<void>(tx.run(kInsert, tenant, token.id, token.user, token.name, token.role,
                           pg::Bytes{token.hash}, token.expires_at));
}

std::optional<Token> find(pg::Tx& tx, const TenantId& tenant, const ApiTokenId& id) {
  const pg::Rows rows = tx.run(kFind, tenant, id);
  if (rows.empty()) return std::nullopt;
  return read(rows[0]);
}

std::vector<Token> list(pg::Tx& tx, const TenantId& tenant, const std::optional<UserId>& user,
                        const std::optional<Position>& after, int limit) {
  std::optional<Timestamp> at;
  std::optional<ApiTokenId> id;
  if (after) {
    at = after->created_at;
    id = after->id;
  }
  std::vector<Token> found;
  const pg::Rows rows = tx.run(kList, tenant, user, at, id, limit);
  for (const pg::Row row : rows) found.push_back(read(row));
  return found;
}

bool remove(pg::Tx& tx, const TenantId& tenant, const ApiTokenId& id) {
  return tx.run(kRemove, tenant, id).affected() == 1;
}

std::optional<Named> by_hash(pg::Tx& tx, const std::string& hash) {
  const pg::Rows rows = tx.run(kByHash, pg::Bytes{hash});
  if (rows.empty()) return std::nullopt;
  return Named{rows[0].id<TenantId>("tenant_id"), rows[0].id<ApiTokenId>("id")};
}

pg::Question ask_standing(const TenantId& tenant, const ApiTokenId& id) {
  return {&kStanding, pg::Params(tenant, id)};
}

std::optional<Standing> read_standing(const pg::Rows& rows) {
  if (rows.empty()) return std::nullopt;
  const pg::Row row = rows[0];
  return Standing{row.id<UserId>("user_id"), row.text("email"),
                  std::min(row.state<Role>("role"), row.state<Role>("user_role")),
                  row.optional_timestamp("expires_at"), row.boolean("use_unnoted")};
}

void note_use(pg::Tx& tx, const TenantId& tenant, const ApiTokenId& id) {
  static_cast<void>(tx.run(kNoteUse, tenant, id));
}

}  // namespace assay::store::tokens
