// SPDX-License-Identifier: Apache-2.0
// The pieces of an upload. Every piece but the last is a stored file of its own, named by the row
// that moves the offset. The last one is stored only as a part of the whole: the transaction that
// moves the offset to the end also makes the document, so an upload is never complete without one.
#pragma once

#include <optional>

#include "db/store/evidence/uploads.hpp"
#include "handlers/evidence/intake.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// The upload, if the caller made it. Throws Failure: as throw_absent(), or 410 if it has expired.
[[nodiscard]] store::uploads::Upload named_upload(const Context& context, pg::Tx& tx,
                                                  const UploadId& id);
[[nodiscard]] store::uploads::Upload named_upload(const Context& context, const UploadId& id);

// Throws Failure 409, which states the upload's offset.
[[noreturn]] void refuse_offset(const store::uploads::Upload& upload);

// Takes the body of the request as the next piece. Returns the document if it was the last one.
// Throws Failure: 400 if it is longer than what is left, 409 if another piece came first, 422 if
// there are too many pieces, 460 if its checksum does not match, and as take_in(); and IoError.
[[nodiscard]] std::optional<Intake> add_piece(const Context& context,
                                              const store::uploads::Upload& upload);

// Forgets the upload and queues the removal of its pieces, in the caller's transaction. Returns
// false if there is none.
[[nodiscard]] bool give_up(const Context& context, pg::Tx& tx, const UploadId& id);

}  // namespace assay::handlers
