// SPDX-License-Identifier: Apache-2.0
// What commands on the database have in common: connecting as its owner, the tenant they are about,
// and its trail.
#pragma once

#include <string>

#include "db/pg/tx.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {

[[nodiscard]] pg::Connection connect(const Config& config);

// --tenant; throws Failure when it is missing or no identifier.
[[nodiscard]] TenantId tenant_option(const Arguments& arguments);
// Throws NOT_FOUND when there is no such tenant.
void require_tenant(pg::Tx& tx, const TenantId& tenant);

// The file's bytes, or those of standard input for "-".
[[nodiscard]] std::string read_input(const std::string& file);

// What is done on the command line is in the tenant's trail like everybody else's acts. The actor
// is the system's "assayctl"; the detail says for which user of the operating system, and what
// changed. detail: an object, without secrets.
void audit(pg::Tx& tx, const TenantId& tenant, const std::string& action,
           const std::string& object_type, const std::string& object_id,
           const Json& detail = Json::object());

// The same in the trail of every tenant, for what is no single tenant's. The transaction acts for
// the last of them afterwards.
void audit_everywhere(pg::Tx& tx, const std::string& action, const std::string& object_type,
                      const std::string& object_id, const Json& detail = Json::object());

// To standard output, on a line.
void print(const Json& json);

}  // namespace assay::ctl
