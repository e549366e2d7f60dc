// SPDX-License-Identifier: Apache-2.0
// Metrics of what the service stands on: disk, database, checkpoints, the last backup.
#pragma once

#include "core/settings/config.hpp"
#include "core/trace/counters.hpp"
#include "db/pg/tx.hpp"

namespace assay::handlers {

// Of this host: the file system of stored files, and the last backup made here.
void expose_host(prometheus::Exposition& exposition, const Config& config);

// Of the installation, equal on every host.
void expose_database(prometheus::Exposition& exposition, pg::Tx& tx);

}  // namespace assay::handlers
