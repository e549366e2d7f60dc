// SPDX-License-Identifier: Apache-2.0
// The stages of a document, one function each.
#pragma once

#include <exception>

#include "db/store/documents.hpp"
#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// A stage found the document in another status than the one it started from; nothing was written.
class StatusMoved : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "the document moved on"; }
};

// UPLOADED -> EXTRACTED: reads the stored original.
void extract_text(const JobContext& context, const store::documents::Document& document);
// EXTRACTED -> PARSED.
void cut_into_chunks(const JobContext& context, const store::documents::Document& document);
// PARSED -> INDEXED, some hundred chunks at a time; what a former worker embedded is done again.
void embed_chunks(const JobContext& context, const store::documents::Document& document);
// INDEXED -> READY, and the end of the item. Checks that every chunk has its vector.
void make_ready(const JobContext& context, const store::documents::Document& document);

// The stored original, for reading. Throws JobFailure when it is missing.
[[nodiscard]] FileDescriptor open_original(const JobContext& context,
                                           const store::documents::Document& document);
// Throws what ends the job for this reason.
[[noreturn]] void fail_reading(const ExtractFailure& failure);
// Throws StatusMoved unless the stamp was set.
inline void require(bool moved) {
  if (!moved) throw StatusMoved();
}
// Within a fenced transaction, its last statements: ends the item and audits that the document is
// READY.
void finish_ready(const JobContext& context, pg::Tx& tx, const DocumentId& document);

}  // namespace assay::jobs
