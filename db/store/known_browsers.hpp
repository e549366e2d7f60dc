// SPDX-License-Identifier: Apache-2.0
// Browsers that signed in to an account before, each identified by the hash of its secret.
#pragma once

#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::known_browsers {

struct Account {
  TenantId tenant;
  UserId user;
};
// The accounts that the browser with this secret signed in to within the last 180 days, in any
// tenant. secret_hash: SHA-256, 32 bytes. Works in a transaction without a tenant.
[[nodiscard]] std::vector<Account> accounts_of(pg::Tx& tx, const std::string& secret_hash);

// Records a sign-in of this browser to the account. Keeps the 100 browsers of an account that
// signed in most recently. The transaction acts for the tenant.
void remember(pg::Tx& tx, const Account& account, const std::string& secret_hash);

}  // namespace assay::store::known_browsers
