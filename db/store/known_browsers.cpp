// SPDX-License-Identifier: Apache-2.0
// SQL of known browsers.
#include "db/store/known_browsers.hpp"

namespace assay::store::known_browsers {
namespace {

using pg::Statement;

constexpr Statement kAccountsOf{"known_browsers_accounts_of",
                                "SELECT tenant_id, user_id FROM users_of_browser($1)"};

constexpr Statement kRemember{"known_browsers_remember", R"sql(
INSERT INTO known_browser (tenant_id, user_id, secret_hash) VALUES ($1, $2, $3)
ON CONFLICT (tenant_id, user_id, secret_hash) DO UPDATE SET signed_in_at = clock_timestamp())sql"};

constexpr Statement kForgetOldest{"known_browsers_forget_oldest", R"sql(
DELETE FROM known_browser
WHERE tenant_id = $1 AND user_id = $2 AND secret_hash IN (
  SELECT secret_hash FROM known_browser WHERE tenant_id = $1 AND user_id = $2
  ORDER BY signed_in_at DESC OFFSET 100))sql"};

}  // namespace

std::vector<Account> accounts_of(pg::Tx& tx, const std::string& secret_hash) {
  std::vector<Account> accounts;
  for (const pg::Row row : tx.run(kAccountsOf, pg::Bytes{secret_hash})) {
    accounts.push_back({row.id<TenantId>("tenant_id"), row.id<UserId>("user_id")});
  }
  return accounts;
}

void remember(pg::Tx& tx, const Account& account, const std::string& secret_hash) {
  static_cast<void>(tx.run(kRemember, account.tenant, account.user, pg::Bytes{secret_hash}));
  static_cast<void>(tx.run(kForgetOldest, account.tenant, account.user));
}

}  // namespace assay::store::known_browsers
