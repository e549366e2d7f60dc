// SPDX-License-Identifier: Apache-2.0
// Reading, cutting and embedding, as documents, documents that are read again, and corpora share
// them. reading: the number of the document's reading.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/extract/extractor.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/evidence/documents.hpp"
#include "pipeline/jobs/context/job_context.hpp"

namespace assay::jobs {

// Reads the stored original. progress: as ExtractWatch::progress, at most once a second; may be
// empty. Pages that are pictures are recognised in the lane Scan alone: elsewhere, a document that
// has some is put into that lane, and Moved is thrown.
[[nodiscard]] Result<Extracted, ExtractFailure> read_original(
    const JobContext& context, const store::documents::Document& document,
    const std::function<void(std::int64_t done, std::int64_t total)>& progress);

// After a reading is stored, in the same transaction: an item of the lane Scan leaves it. Returns
// whether it did; then throw Moved after the transaction.
[[nodiscard]] bool leave_scans(const JobContext& context, pg::Tx& tx);

// Cuts the stored pages of a reading. The same reading always gives the same ids, so repeating a
// stage changes nothing; no two readings share one.
[[nodiscard]] std::vector<store::content::Chunk> chunks_of(const JobContext& context,
                                                           const DocumentId& document,
                                                           std::int64_t reading);

// Embeds the chunks of a reading that have no vector and stores the vectors, batch by batch.
// stored(tx, done) is called in the transaction of each batch, before its vectors are written.
// Gives way between batches. Returns how many chunks have a vector now.
std::int64_t embed_rest(const JobContext& context, const DocumentId& document, std::int64_t reading,
                        const std::function<void(pg::Tx& tx, std::int64_t done)>& stored);

// Throws JobFailure if the tenant has more chunks than its quota, with so many more that are not
// counted yet.
void require_room_for_chunks(const JobContext& context, pg::Tx& tx, std::int64_t more = 0);

// Throws if not as many chunks have a vector as there should be.
void require_all(std::int64_t found, const std::optional<std::int64_t>& expected);

// Returns at least one chunk and at most as many as the settings allow, each fitting the encoder's
// window; else throws JobFailure. Leaves out wordless text (rows of brackets, lines of dots).
[[nodiscard]] std::vector<text::Chunk> cut(const JobContext& context,
                                           const std::vector<Page>& pages);

// The text of a chunk that is embedded: its heading path and content, cut to the window.
[[nodiscard]] std::string text_to_embed(const Services& services, const std::string& heading_path,
                                        const std::string& content);

// Row-major, one unit vector per text. Checks the claim between batches.
[[nodiscard]] std::vector<float> embed(const JobContext& context,
                                       const std::vector<std::string>& texts);

}  // namespace assay::jobs
