// SPDX-License-Identifier: Apache-2.0
// Makes the first tenant and its administrator.
#include <algorithm>

#include "core/base/error.hpp"
#include "core/crypto/account.hpp"
#include "db/store/access/users.hpp"
#include "pipeline/ctl/accounts.hpp"
#include "pipeline/ctl/setup/questions.hpp"
#include "pipeline/ctl/setup/steps.hpp"

namespace assay::ctl::setup {
namespace {

namespace users = store::users;

// Refuses an empty name, and one that the schema would not store.
Check name_check(const std::string& option) {
  return [option](const std::string& name) {
    const bool blank = std::all_of(name.begin(), name.end(), [](char c) { return c == ' '; });
    if (blank || name.size() > account::kMaxName) {
      throw Failure(invalid_field(option, "must be 1 to 200 characters"));
    }
  };
}

std::int64_t count_tenants(pg::Connection& connection) {
  pg::Tx tx(connection, pg::Access::ReadOnly);
  const std::int64_t count = store::tenants::count(tx);
  tx.commit();
  return count;
}

bool user_exists(pg::Connection& connection, const TenantId& tenant, const std::string& email) {
  pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
  const bool found = users::find_by_email(tx, tenant, email).has_value();
  tx.commit();
  return found;
}

}  // namespace

void make_first_tenant(pg::Connection& connection, const Arguments& arguments,
                       const Report& report) {
  const std::int64_t there = count_tenants(connection);
  if (there > 0 && !arguments.flag("--tenant")) {
    report(Done::Exists, "tenants", std::to_string(there) + "; assayctl tenant list names them");
    return;
  }
  // All answers are read before anything is made of them.
  const std::string name = answer(arguments, "--tenant", "Name of the first tenant (your company)",
                                  name_check("--tenant"));
  store::access::User user;
  user.email = answer(arguments, "--email", "Email address of its administrator",
                      [](const std::string& email) { check_email("--email", email); });
  user.email = account::folded_email(user.email);
  user.display_name = answer(arguments, "--display-name", "Name of the administrator",
                             name_check("--display-name"));
  const std::string password = new_password(arguments);

  const auto [tenant, created] = make_tenant(connection, name);
  report(created ? Done::Made : Done::Exists, "tenant " + tenant.name, tenant.id.value);
  const bool known = user_exists(connection, tenant.id, user.email);
  if (!known) {
    user.tenant = tenant.id;
    user.id = UserId::fresh();
    user.role = Role::Admin;
    user.password_hash = password::hash(password);
    static_cast<void>(make_user(connection, user));
  }
  report(known ? Done::Exists : Done::Made, "administrator " + user.email,
         known ? "unchanged" : "signs in with the password");
}

}  // namespace assay::ctl::setup
