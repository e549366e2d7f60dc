// SPDX-License-Identifier: Apache-2.0
// Credentials: refresh cookies of sign-ins, API tokens, and the rights that each currently gives.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::access {

struct RefreshToken {
  std::string token_hash;  // 32 bytes
  std::string family;
  UserId user;
  bool spent = false;
  bool just_spent = false;              // within the last 10 seconds, and the family is not revoked
  bool live = false;                    // neither spent nor expired, and the family is not revoked
  SignInWay way = SignInWay::Password;  // of the family
  std::chrono::seconds age{};           // of the family: since its first token was created
};
// Adds the first token of a family: a sign-in. Also deletes the user's long-expired tokens.
void add_refresh_token(pg::Tx& tx, const TenantId& tenant, const std::string& token_hash,
                       const std::string& family, const UserId& user, SignInWay way,
                       std::chrono::seconds lifetime);
// Locks the token's user, then the row, until the transaction ends. Disabling and a new password
// lock in the same order, so that ending one family and ending all of a user's do not deadlock.
[[nodiscard]] std::optional<RefreshToken> lock_refresh_token(pg::Tx& tx, const TenantId& tenant,
                                                             const std::string& token_hash);
// Spends the token and adds the next one of its family.
void renew_refresh_token(pg::Tx& tx, const TenantId& tenant, const std::string& token_hash,
                         const std::string& next_hash, std::chrono::seconds lifetime);
// Returns the family's user; nullopt if it was already revoked or does not exist.
[[nodiscard]] std::optional<UserId> revoke_family(pg::Tx& tx, const TenantId& tenant,
                                                  const std::string& family);
// Revokes every family of the user but that one ("" for all). Returns whether there were any.
[[nodiscard]] bool revoke_other_families(pg::Tx& tx, const TenantId& tenant, const UserId& user,
                                         const std::string& kept);
// What a session of this sign-in currently gives.
struct Rights {
  Role role = Role::Viewer;
  std::string email;
};
// kid: the key that signed the session's access token.
[[nodiscard]] pg::Question ask_rights(const TenantId& tenant, const UserId& user,
                                      const std::string& family, const std::string& kid);
// Reads the answer: nullopt if the user is disabled or gone, the sign-in was ended, or the key is
// no longer accepted.
[[nodiscard]] std::optional<Rights> read_rights(const pg::Rows& rows);
// Locks the user that the sign-in belongs to, as lock_user() does; call it before ending the
// sign-in. Does nothing if the sign-in belongs to nobody.
void lock_owner(pg::Tx& tx, const TenantId& tenant, const std::string& family);

}  // namespace assay::store::access

namespace assay::store::tokens {

struct Token {
  ApiTokenId id;
  UserId user;  // who created it
  std::string email;
  std::string name;
  Role role = Role::Viewer;  // as created; when used, at most the user's own
  TokenScope scope = TokenScope::Api;
  Timestamp created_at;
  std::optional<Timestamp> expires_at;
  std::optional<Timestamp> last_used_at;
};
inline constexpr std::array kOrderKeys{
    pg::by_time("createdAt", "t.created_at"), pg::by_text("name", "lower(t.name)"),
    pg::by_time("expiresAt", "coalesce(t.expires_at, timestamptz '9999-12-31 00:00:00+00')"),
    pg::by_time("lastUsedAt", "coalesce(t.last_used_at, timestamptz 'epoch')")};
inline constexpr pg::Orders kOrders{kOrderKeys};

struct NewToken {
  ApiTokenId id;
  UserId user;
  std::string name;
  Role role = Role::Viewer;
  std::string hash;  // SHA-256 of the token, 32 bytes
  std::optional<Timestamp> expires_at;
  TokenScope scope = TokenScope::Api;  // Scim: with the role Admin
};
void insert(pg::Tx& tx, const TenantId& tenant, const NewToken& token);
[[nodiscard]] std::optional<Token> find(pg::Tx& tx, const TenantId& tenant, const ApiTokenId& id);
// Newest first; only of that user, if one is given.
[[nodiscard]] pg::PartOf<Token> list(pg::Tx& tx, const TenantId& tenant,
                                     const std::optional<UserId>& user, const pg::Part& part);
// Returns false if there is no such token.
[[nodiscard]] bool remove(pg::Tx& tx, const TenantId& tenant, const ApiTokenId& id);

// A token's tenant and user, read in a transaction without a tenant.
struct Named {
  TenantId tenant;
  ApiTokenId id;
};
[[nodiscard]] std::optional<Named> by_hash(pg::Tx& tx, const std::string& hash);

// The user and rights that a token currently gives.
struct Rights {
  UserId user;
  std::string email;         // the user's
  Role role = Role::Viewer;  // the lesser of the token's and the user's; of a SCIM token, its own
  TokenScope scope = TokenScope::Api;
  std::optional<Timestamp> expires_at;
  bool use_unnoted = false;  // its last use is unknown or more than a minute ago
};
[[nodiscard]] pg::Question ask_rights(const TenantId& tenant, const ApiTokenId& id);
// Reads the answer: nullopt if the token is gone or expired, or its user is disabled or gone. A
// SCIM token belongs to the tenant, so its user does not matter.
[[nodiscard]] std::optional<Rights> read_rights(const pg::Rows& rows);
void note_use(pg::Tx& tx, const TenantId& tenant, const ApiTokenId& id);

}  // namespace assay::store::tokens
