// SPDX-License-Identifier: Apache-2.0
// Changes to users, and the rules that apply whether an administrator or an identity provider asks
// for them. Nobody may change a user or grant a role above their own, lock themselves out, or
// remove the last administrator.
#pragma once

#include <vector>

#include "db/store/access/accounts.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// A user about to be changed, locked together with the tenant's administrators.
struct ChangedUser {
  std::vector<UserId> administrators;
  store::users::User user;
};

// Throws Failure: NOT_FOUND for a user who is deleted or does not exist, FORBIDDEN for one with a
// higher role than the session's.
[[nodiscard]] ChangedUser lock_changed_user(const Context& context, pg::Tx& tx, const UserId& id);

// Throws if the change breaks a rule: CONFLICT, or FORBIDDEN for a role above the session's.
void require_allowed(const Context& context, const ChangedUser& target,
                     const store::users::Change& change);

// Changes the user, ends all sessions if it is disabled or has a new password, and records each
// change in the trail. Returns the account as it is then. Precondition: the change is allowed.
[[nodiscard]] store::users::User change_user(const Context& context, pg::Tx& tx,
                                             const ChangedUser& target,
                                             const store::users::Change& change);

// Disables the user for good, ends all sessions and records it. Throws CONFLICT where that is not
// allowed.
void delete_user(const Context& context, pg::Tx& tx, const ChangedUser& target);

}  // namespace assay::handlers
