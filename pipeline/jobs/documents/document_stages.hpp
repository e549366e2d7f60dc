// SPDX-License-Identifier: Apache-2.0
// The stages of a document, one function each. Reading, cutting and embedding, as documents,
// documents that are read again, and corpora share them. reading: the number of the document's
// reading.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extract_types.hpp"
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
// The same from pages that need not be stored.
[[nodiscard]] std::vector<store::content::Chunk> chunks_of(const JobContext& context,
                                                           const DocumentId& document,
                                                           std::int64_t reading,
                                                           const std::vector<Page>& pages);
// A batch takes at most a second and is stored before the next one.
inline constexpr int kChunksPerBatch = 64;
// Row-major, one unit vector per chunk.
[[nodiscard]] std::vector<float> vectors_of(const JobContext& context,
                                            const std::vector<store::content::Chunk>& chunks);
// Stores the chunks' vectors; replaces existing ones.
void store_vectors(const JobContext& context, pg::Tx& tx,
                   const std::vector<store::content::Chunk>& chunks,
                   const std::vector<float>& vectors);

// Embeds the chunks of a reading that have no vector and stores the vectors, batch by batch.
// stored(tx, done) is called in the transaction of each batch, before its vectors are written.
// Gives way between batches. Returns how many chunks have a vector now.
std::int64_t embed_rest(const JobContext& context, const DocumentId& document, std::int64_t reading,
                        const std::function<void(pg::Tx& tx, std::int64_t done)>& stored);

// Throws JobFailure if the tenant has more chunks than its quota, including this many that are not
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

// A stage found the document in another status than it started from; nothing was written.
class StatusMoved : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "the document moved on"; }
};

// Runs a stage and counts its time, also if it put the item into another lane (Moved).
void timed(const JobContext& context, std::string_view stage, const std::function<void()>& work);

// What a stage did.
enum class Step {
  Nothing,   // there is nothing to do
  Advanced,  // by one stage
  Ended,     // the item ended, or is put off
};

// A document's text and facts, read but not stored.
struct ReadText {
  Extracted extracted;
  std::vector<DocumentFact> facts;
};
// Reads the stored original.
[[nodiscard]] ReadText read_text(const JobContext& context,
                                 const store::documents::Document& document);
// UPLOADED -> EXTRACTED.
void store_text(const JobContext& context, const store::documents::Document& document,
                const ReadText& read);
// UPLOADED -> EXTRACTED, or -> READY at once for a small document; that ends the item.
[[nodiscard]] Step read_document(const JobContext& context,
                                 const store::documents::Document& document);
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

// Takes a READY document that is to be read again one stage further.
[[nodiscard]] Step reread(const JobContext& context, const store::documents::Document& document);
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
