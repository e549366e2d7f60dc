// SPDX-License-Identifier: Apache-2.0
// The steps of setup. Each creates what is missing, leaves what exists unchanged, and reports which
// of the two it did.
#pragma once

#include <functional>
#include <string>

#include "core/settings/config.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl::setup {

// Reports one line: what it is about, and what was done.
enum class Done { Made, Exists };
using Report = std::function<void(Done done, const std::string& what, const std::string& detail)>;

// On the PostgreSQL server of this machine: roles, database, and the lines of pg_hba.conf and
// pg_ident.conf that map operating system users to roles. As root. Throws Failure if no server
// answers, or if one of the server's programs fails.
void make_database(const Report& report);

// The schema and the first key that signs access tokens.
void make_schema(pg::Connection& connection, const Report& report);

// The key that signs checkpoints of the audit trail, made by the user that it belongs to.
void make_audit_key(const Config& config, const Report& report);

// The first tenant and its administrator. If there are tenants already and --tenant is not given,
// creates nothing and asks nothing. An existing user stays unchanged.
void make_first_tenant(pg::Connection& connection, const Arguments& arguments,
                       const Report& report);

// If nginx is installed: enables the site, and creates a certificate for the host that
// --self-signed names. An existing certificate stays.
void enable_site(const Arguments& arguments, const Report& report);

}  // namespace assay::ctl::setup
