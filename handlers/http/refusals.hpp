// SPDX-License-Identifier: Apache-2.0
// Handles requests that are refused or fail: the error for the client, the log line, and the entry
// in the trail.
#pragma once

#include <string_view>

#include "core/base/error.hpp"
#include "core/base/io.hpp"
#include "core/blob/blob_store.hpp"
#include "db/pg/connection.hpp"
#include "handlers/http/context.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {

// The error that a client gets for a failure of the database, the object store or the disk. Each
// function logs the actual cause.
[[nodiscard]] Error error_of(const pg::DbError& error);
[[nodiscard]] Error error_of(const StoreUnavailable& error);
[[nodiscard]] Error error_of(const IoError& error);

// Writes a refusal to the log.
void log_refusal(const Error& error);

// An act on the request's route itself.
[[nodiscard]] Act of_route(const Context& context, std::string_view action);
// Records an act in a transaction of its own: the handler's is over, whether it changed anything or
// not.
void record_alone(const Context& context, const Act& act);
// Records a failure in the trail of the session's tenant, if it denies access.
void record_denial(const Context& context, const Failure& failure);

}  // namespace assay::handlers
