// SPDX-License-Identifier: Apache-2.0
// API tokens: their records, and the rights that a token currently gives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::tokens {

struct Token {
  ApiTokenId id;
  UserId user;  // who created it
  std::string email;
  std::string name;
  Role role = Role::Viewer;  // as created; when used, at most the user's own
  Timestamp created_at;
  std::optional<Timestamp> expires_at;
  std::optional<Timestamp> last_used_at;
};
struct Position {
  Timestamp created_at;
  ApiTokenId id;
};

struct NewToken {
  ApiTokenId id;
  UserId user;
  std::string name;
  Role role = Role::Viewer;
  std::string hash;  // SHA-256 of the token, 32 bytes
  std::optional<Timestamp> expires_at;
};
void insert(pg::Tx& tx, const TenantId& tenant, const NewToken& token);
[[nodiscard]] std::optional<Token> find(pg::Tx& tx, const TenantId& tenant, const ApiTokenId& id);
// Newest first; only of that user, if one is given.
[[nodiscard]] std::vector<Token> list(pg::Tx& tx, const TenantId& tenant,
                                      const std::optional<UserId>& user,
                                      const std::optional<Position>& after, int limit);
// Returns false if there is no such token.
[[nodiscard]] bool remove(pg::Tx& tx, const TenantId& tenant, const ApiTokenId& id);

// A token's tenant and user, read in a transaction without a tenant.
struct Named {
  TenantId tenant;
  ApiTokenId id;
};
[[nodiscard]] std::optional<Named> by_hash(pg::Tx& tx, const std::string& hash);

// The user and rights that a token currently stands for.
struct Standing {
  UserId user;
  std::string email;         // the user's
  Role role = Role::Viewer;  // the lesser of the token's and the user's
  std::optional<Timestamp> expires_at;
  bool use_unnoted = false;  // its last use is unknown or more than a minute ago
};
[[nodiscard]] pg::Question ask_standing(const TenantId& tenant, const ApiTokenId& id);
// Reads the answer: nullopt if the token is gone or expired, or its user is disabled or gone.
[[nodiscard]] std::optional<Standing> read_standing(const pg::Rows& rows);
void note_use(pg::Tx& tx, const TenantId& tenant, const ApiTokenId& id);

}  // namespace assay::store::tokens
