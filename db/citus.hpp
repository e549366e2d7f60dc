// SPDX-License-Identifier: Apache-2.0
// Spreads the tables over the servers of a Citus cluster, by tenant.
#pragma once

#include "core/base/error.hpp"
#include "db/pg/connection.hpp"

namespace assay::db {

// Whether the tables are spread already. Throws pg::DbError.
[[nodiscard]] bool is_spread(pg::Connection& coordinator);

// Spreads what is not spread yet, on the coordinator and after migrate(): tables that all tenants
// share are copied to each server, those of tenants are cut by tenant, and the queue and the outbox
// stay where they are. A call that was interrupted is completed by the next one. Returns how many
// tables it spread, or what is missing in the cluster. Connect as assay_owner. Throws pg::DbError.
[[nodiscard]] Result<int> spread(pg::Connection& coordinator);

}  // namespace assay::db
