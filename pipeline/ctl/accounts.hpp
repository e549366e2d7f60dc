// SPDX-License-Identifier: Apache-2.0
// Making tenants and users from the command line, recorded in the trail.
#pragma once

#include <string>

#include "core/json/json.hpp"
#include "db/pg/connection.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/access/sign_in.hpp"

namespace assay::ctl {

// The tenant of that name, created if missing.
[[nodiscard]] store::tenants::Ensured make_tenant(pg::Connection& connection,
                                                  const std::string& name);

// Creates the user, or sets name, role and password of the user with that address. Returns the
// account. Throws NOT_FOUND when there is no such tenant.
[[nodiscard]] Json make_user(pg::Connection& connection, const store::access::User& user);

// Throws Failure naming the option when the address or the password is not acceptable.
void check_email(const std::string& option, const std::string& email);
void check_password(const std::string& option, const std::string& password);

// The whole file without the line break at its end; "-" is standard input.
[[nodiscard]] std::string read_password(const std::string& file);

// Applies missing migrations and makes the first signing key. Returns the number applied. Throws
// Failure if the database is newer than this program.
[[nodiscard]] int bring_up_to_date(pg::Connection& connection);

}  // namespace assay::ctl
