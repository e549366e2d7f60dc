// SPDX-License-Identifier: Apache-2.0
// The stages of a document, one function each.
#pragma once

#include <exception>
#include <string_view>

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
// The type of a document that could not be inspected at its upload, or is of no known kind.
inline constexpr std::string_view kUnknownType = "bin";
// Still UPLOADED: inspects a document of unknown type again. true: its type is known now, and
// stored.
[[nodiscard]] bool determine_type(const JobContext& context,
                                  const store::documents::Document& document);
// EXTRACTED -> PARSED.
void cut_into_chunks(const JobContext& context, const store::documents::Document& document);
// PARSED -> INDEXED, batch by batch; what is embedded already is not embedded again. Gives way
// between batches.
void embed_chunks(const JobContext& context, const store::documents::Document& document);
// INDEXED -> READY, and the end of the item. Checks that every chunk has its vector.
void make_ready(const JobContext& context, const store::documents::Document& document);

// The stored original, for reading. Throws JobFailure when it is missing.
[[nodiscard]] FileDescriptor open_original(const JobContext& context,
                                           const store::documents::Document& document);
// Throws what this failure means for the job: a reader that was killed, or crashed for the first
// time, is tried again; anything else is for good.
[[noreturn]] void fail_reading(const ExtractFailure& failure);
// Throws JobFailure, naming both, when the tenant would have more than a quota allows.
void require_within(std::string_view what, std::int64_t allowed, std::int64_t found);
// What the reader of a document is watched by: the job ends with its claim, and what is in the
// short lane gives way when it is not short.
[[nodiscard]] ExtractWatch watch_of(const JobContext& context);
// Throws StatusMoved unless the stamp was set.
inline void require(bool moved) {
  if (!moved) throw StatusMoved();
}
// Within a fenced transaction, its last statements: ends the item and audits that the document is
// READY.
void finish_ready(const JobContext& context, pg::Tx& tx, const DocumentId& document);

}  // namespace assay::jobs
