// SPDX-License-Identifier: Apache-2.0
// Turns a received file into a document, whichever way it was uploaded.
#pragma once

#include <functional>
#include <string>

#include "core/blob/blob_store.hpp"
#include "core/json/json.hpp"
#include "db/pg/tx.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

struct Intake {
  DocumentId id;
  bool fresh = false;  // otherwise the tenant already had these bytes
  Json body;           // {document, members?}, with duplicate: true unless fresh
};

// Writes more in the transaction that creates or finds the document; an exception undoes both. May
// be called again, in another transaction.
using Alongside = std::function<void(pg::Tx&, const DocumentId&)>;

// Checks, stores and records the file, and queues reading it. A file that the tenant already has is
// not stored again; see answer of POST /api/documents/upload. name: from stored_name().
// Precondition: blob.finish() was called. Throws Failure: 400 naming "file" for an empty one, 422
// for what inspect() refuses or a quota, 409 while the same bytes are being deleted; and IoError.
[[nodiscard]] Intake take_in(const Context& context, IncomingBlob& blob, const std::string& name,
                             const Alongside& alongside = {});

// Keeps the blob, as the last step before committing the rows that refer to it: when those cannot
// be written, no blob is left behind. Does nothing for a blob that was kept.
void keep_once(const Context& context, pg::Tx& tx, IncomingBlob& blob);

}  // namespace assay::handlers
