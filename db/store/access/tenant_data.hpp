// SPDX-License-Identifier: Apache-2.0
// All rows of a tenant, for an export of the whole tenant.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::tenant_data {

// The tables with rows of tenants, in order of name, without those that hold only secrets and
// sessions or what the service works with: they say nothing of the tenant.
[[nodiscard]] std::vector<std::string> tables(pg::Tx& tx);

// Calls take with each row of the tenant in one of these tables, as JSON on one line, in no
// particular order. Columns with password hashes and secrets are left out.
void each_row(pg::Tx& tx, const TenantId& tenant, const std::string& table,
              const std::function<void(std::string_view)>& take);

// SHA-256 of the tenant's stored files: of documents, corpora and exports.
[[nodiscard]] std::vector<std::string> stored_files(pg::Tx& tx, const TenantId& tenant);
// The same of files that nothing needs and whose removal is still to come.
[[nodiscard]] std::vector<std::string> files_being_removed(pg::Tx& tx, const TenantId& tenant);

}  // namespace assay::store::tenant_data
