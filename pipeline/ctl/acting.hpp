// SPDX-License-Identifier: Apache-2.0
// Shared parts of the commands on the database: connecting as its owner, choosing the tenant, and
// recording in its trail.
#pragma once

#include <string>

#include "db/pg/tx.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {

[[nodiscard]] pg::Connection connect(const Config& config);

// --tenant; throws Failure when it is missing or not an identifier.
[[nodiscard]] TenantId tenant_option(const Arguments& arguments);
// Throws NOT_FOUND when there is no such tenant.
void require_tenant(pg::Tx& tx, const TenantId& tenant);

// The file's bytes, or those of standard input for "-".
[[nodiscard]] std::string read_input(const std::string& file);

// Records an action on the command line in the tenant's trail, like everybody else's. The actor is
// the system's "assayctl"; the detail names the operating system user and what changed. detail: an
// object, without secrets.
void audit(pg::Tx& tx, const TenantId& tenant, const std::string& action,
           const std::string& object_type, const std::string& object_id,
           const Json& detail = Json::object());

// Records the same in the trail of every tenant, for an action that belongs to no single tenant.
// The transaction then acts for the last of them.
void audit_everywhere(pg::Tx& tx, const std::string& action, const std::string& object_type,
                      const std::string& object_id, const Json& detail = Json::object());

// Prints to standard output, on one line.
void print(const Json& json);

}  // namespace assay::ctl
