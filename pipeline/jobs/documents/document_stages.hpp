// SPDX-License-Identifier: Apache-2.0
// The stages of a document, one function each.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extract_types.hpp"
#include "db/store/evidence/documents.hpp"
#include "pipeline/jobs/context/job_context.hpp"

namespace assay::jobs {

// A stage found the document in another status than it started from; nothing was written.
class StatusMoved : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "the document moved on"; }
};

// UPLOADED -> EXTRACTED: reads the stored original.
void extract_text(const JobContext& context, const store::documents::Document& document);
// The type of a document that could not be inspected at upload, or whose type is not known.
inline constexpr std::string_view kUnknownType = "bin";
// Inspects a document of unknown type again; it stays UPLOADED. Returns true if its type is now
// known and stored.
[[nodiscard]] bool determine_type(const JobContext& context,
                                  const store::documents::Document& document);
// EXTRACTED -> PARSED.
void cut_into_chunks(const JobContext& context, const store::documents::Document& document);
// PARSED -> INDEXED, batch by batch. Skips chunks that already have a vector. Gives way between
// batches.
void embed_chunks(const JobContext& context, const store::documents::Document& document);
// INDEXED -> READY; ends the item. Checks that every chunk has its vector.
void make_ready(const JobContext& context, const store::documents::Document& document);

// Opens the stored original for reading. Throws JobFailure if it is missing.
[[nodiscard]] FileDescriptor open_original(const JobContext& context,
                                           const store::documents::Document& document);
// Throws the job's error for this failure: a reader that was killed, or crashed for the first time,
// is retried; any other failure is final.
[[noreturn]] void fail_reading(const ExtractFailure& failure);
// Throws JobFailure, naming both numbers, if the tenant would exceed a quota.
void require_within(std::string_view what, std::int64_t allowed, std::int64_t found);
// Watches a document's reader: it stops when the claim is lost, and a long item in the short lane
// gives way.
[[nodiscard]] ExtractWatch watch_of(const JobContext& context);
// Throws StatusMoved unless the stamp was set.
inline void require(bool moved) {
  if (!moved) throw StatusMoved();
}

// What reread() did.
enum class Reread {
  Nothing,   // nothing is to be read again
  Advanced,  // by one stage
  Ended,     // the item ended, or is put off
};
// Takes a READY document that is to be read again one stage further.
[[nodiscard]] Reread reread(const JobContext& context, const store::documents::Document& document);
// Gives up reading a READY document again and audits that; it keeps its text. Returns false if it
// was not to be read again.
[[nodiscard]] bool fail_reread(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                               std::string_view reason);

// Ends the item and audits that the document is READY. Call it last in a fenced transaction.
void finish_ready(const JobContext& context, pg::Tx& tx, const DocumentId& document);

// Whether the stored ZIP is a bundle of files (and not, say, a broken DOCX). Throws JobFailure.
[[nodiscard]] bool is_archive(const JobContext& context,
                              const store::documents::Document& document);

// The files become documents of their own, all of them or none. UPLOADED -> READY, without chunks
// of its own; ends the item. Skips files that the tenant already has. Throws JobFailure, with
// nothing stored.
void unpack_archive(const JobContext& context, const store::documents::Document& document);

// Stores what is attached to a document that is read itself; it stays UPLOADED. Doing it again
// changes nothing. Throws JobFailure, with nothing stored.
void unpack_attachments(const JobContext& context, const store::documents::Document& document);

}  // namespace assay::jobs
