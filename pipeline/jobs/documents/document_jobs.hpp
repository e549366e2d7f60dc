// SPDX-License-Identifier: Apache-2.0
// The jobs of this folder: reading a document, reading the text of a corpus, removing stored
// originals, and erasing documents.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/states.hpp"
#include "pipeline/jobs/context/job_context.hpp"

namespace assay::jobs {

// Takes a document from the stage it has reached to READY, or reads a READY one again. Resumable at
// any stage: each stage stores its result and its stamp in one fenced transaction. Throws
// JobFailure if the document cannot be read; a document is never READY incomplete.
void process_document(const JobContext& context);

// Marks the document FAILED; false if it is over already. A READY document that was being read
// again stays READY: that attempt is marked and audited instead, and the answer is false.
[[nodiscard]] bool fail_document(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                                 std::string_view reason);

// How often an unavailable source is tried before the ingestion is FAILED.
inline constexpr int kFetchAttempts = 3;

// Fetches, reads, cuts and embeds the text of a corpus. Resumable at any stage: each stage stores
// its result and its stamp in one fenced transaction. The
// status names the current stage, so a killed worker's stage is done again. Throws JobFailure if
// the text cannot be fetched or read.
void process_corpus(const JobContext& context);

// Marks the ingestion FAILED; false if it is over already.
[[nodiscard]] bool fail_corpus(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                               std::string_view reason);

// A file younger than this stays, since the transaction of its upload may be in progress.
inline constexpr std::chrono::seconds kUploadGrace{60};

// Removes the stored files with these hashes that nothing of the tenant needs, except young ones.
// Throws IoError.
struct RemovedFiles {
  std::size_t removed = 0;
  std::size_t young = 0;
};
[[nodiscard]] RemovedFiles remove_unused(const JobContext& context,
                                         const std::vector<std::string>& hashes);

// Does what the payload says. {"sha256": [...]}: removes stored originals that no document uses any
// more. Files that a document uses stay. While any other file is too young, the item is postponed.
// {"erasureId"}: finish_erasure(). {"retention"}: apply_retention().
void process_purge(const JobContext& context);

// Marks the erasure that the item belongs to FAILED; false for any other item, and if the erasure
// is over already.
[[nodiscard]] bool fail_purge(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                              std::string_view reason);

// Removes what is left of documents that were erased: their stored originals, and the files of
// evidence packages that hold one. Resumable. Postponed while a file is too young or such a package
// is being made.
void finish_erasure(const JobContext& context, const ErasureId& id);

// Erases the documents, and removes the files of the exports, that are too old by the tenant's
// rules of retention. Resumable.
void apply_retention(const JobContext& context);

}  // namespace assay::jobs
