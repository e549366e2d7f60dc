// SPDX-License-Identifier: Apache-2.0
// The content read from a document: pages, chunks and their vectors, and facts. Reading documents
// again: which ones, how far each is, and putting a new reading in use. Until then the document
// keeps its text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/document_fact.hpp"
#include "core/extract/extract_types.hpp"
#include "core/extract/page_words.hpp"
#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"

namespace assay::store {

// Vectors as the database stores them: float32, little-endian, one vector per row. The bytes of
// `count` consecutive vectors of equal width; the caller keeps ownership. Throws std::logic_error
// if the values do not divide into that many. Precondition: count > 0.
[[nodiscard]] std::vector<pg::Bytes> rows_of_vectors(const std::vector<float>& vectors,
                                                     std::size_t count);
[[nodiscard]] std::vector<float> vector_from_bytes(const std::string& bytes);

}  // namespace assay::store

namespace assay::store::content {

struct StoredPage {
  Page page;
  std::int64_t start_offset = 0;  // code points before the page's first
};

// Offsets are code points of the document's text: the pages' texts concatenated.
struct Chunk {
  ChunkId id;
  DocumentId document;
  int chunk_index = 0;
  int page_number = 1;
  std::int64_t start_offset = 0;
  std::int64_t end_offset = 0;
  int token_count = 0;
  std::string heading_path;
  std::string content;
  // Whether it belongs to an earlier reading of its document, so that its offsets are not those of
  // the text in use. Only chunks_by_id and chunk set this.
  bool replaced = false;
};

// Which reading of a document is meant: the one in use if none is named. See rereadings below.
using ReadingNumber = std::optional<std::int64_t>;

// Replaces the pages of a reading (idempotent); start offsets follow from the texts.
void replace_pages(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                   const std::vector<Page>& pages, ReadingNumber reading = std::nullopt);
[[nodiscard]] std::vector<StoredPage> pages(pg::Tx& tx, const TenantId& tenant,
                                            const DocumentId& document,
                                            ReadingNumber reading = std::nullopt);
[[nodiscard]] std::optional<StoredPage> page(pg::Tx& tx, const TenantId& tenant,
                                             const DocumentId& document, int number);

// The document's labels for its pages, in order; empty if they are the page numbers.
[[nodiscard]] pg::Later<std::vector<std::string>> page_labels(pg::Tx& tx, const TenantId& tenant,
                                                              const DocumentId& document);

// The places of a page's words. words: nullopt if they were not stored.
struct StoredWords {
  std::int64_t start_offset = 0;  // code points before the page's first
  std::string text;
  std::optional<PageWords> words;
};
// nullopt if there is no such page.
[[nodiscard]] std::optional<StoredWords> words(pg::Tx& tx, const TenantId& tenant,
                                               const DocumentId& document, int number);

// What recognising words in pictures (OCR) did for a document.
struct Pictures {
  std::int64_t recognized = 0;             // pages
  std::optional<double> confidence;        // of their words on average, 0 to 1
  std::vector<std::int64_t> without_text;  // the first 1,000 pages without text, recognised or not
};
[[nodiscard]] Pictures pictures(pg::Tx& tx, const TenantId& tenant, const DocumentId& document);

// Replaces the chunks of a reading, and so their vectors.
void replace_chunks(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                    const std::vector<Chunk>& chunks, ReadingNumber reading = std::nullopt);
inline constexpr std::array kChunkOrderKeys{pg::by_number("chunkIndex", "c.chunk_index")};
inline constexpr pg::Orders kChunkOrders{kChunkOrderKeys, false};
// Of the reading in use, in order of chunk_index.
[[nodiscard]] pg::PartOf<Chunk> chunks(pg::Tx& tx, const TenantId& tenant,
                                       const DocumentId& document, const pg::Part& part);
// The same, but only chunks without a vector of this model.
[[nodiscard]] std::vector<Chunk> chunks_to_embed(pg::Tx& tx, const TenantId& tenant,
                                                 const DocumentId& document,
                                                 const std::string& model_id, int after, int limit,
                                                 ReadingNumber reading = std::nullopt);
// Of any reading of the document.
[[nodiscard]] std::optional<Chunk> chunk(pg::Tx& tx, const TenantId& tenant,
                                         const DocumentId& document, const ChunkId& id);
// Of any reading.
[[nodiscard]] std::vector<Chunk> chunks_by_id(pg::Tx& tx, const TenantId& tenant,
                                              const std::vector<ChunkId>& ids);

// Chunks of these documents without a vector of this model, at most `limit`, in order of document
// and chunk index.
[[nodiscard]] std::vector<Chunk> chunks_without_vector(pg::Tx& tx, const TenantId& tenant,
                                                       const std::vector<DocumentId>& documents,
                                                       const std::string& model_id, int limit);
// Stores vectors (row-major, ids.size() rows of float32) of one model. Existing ones stay, and
// chunks deleted meanwhile are skipped.
void add_vectors(pg::Tx& tx, const TenantId& tenant, const std::string& model_id,
                 const std::vector<ChunkId>& ids, const std::vector<float>& vectors);
// Stores vectors (row-major, ids.size() rows of float32) of one model; replaces existing ones.
void put_vectors(pg::Tx& tx, const TenantId& tenant, const std::string& model_id,
                 const std::vector<ChunkId>& ids, const std::vector<float>& vectors);

// The number of the document's chunks that have a vector of that model.
[[nodiscard]] std::int64_t vector_count(pg::Tx& tx, const TenantId& tenant,
                                        const DocumentId& document, const std::string& model_id,
                                        ReadingNumber reading = std::nullopt);

struct IndexedChunk {
  Chunk chunk;
  std::optional<double> ocr_confidence;  // of its page, if its words were recognised
  std::string page_label;                // what the document calls its page; empty: by its number
  std::string original_filename;
  std::vector<float> vector;
};
// Chunks of these documents with their vectors, in order of document id and chunk index. Omits
// chunks without a vector of that model.
[[nodiscard]] std::vector<IndexedChunk> indexed_chunks(pg::Tx& tx, const TenantId& tenant,
                                                       const std::vector<DocumentId>& documents,
                                                       const std::string& model_id);
// A document and the reading of it that is in use: together they identify its chunks.
struct InUse {
  DocumentId document;
  std::int64_t reading = 1;
  friend bool operator==(const InUse&, const InUse&) = default;
};
// READY documents of the tenant that have chunks, ordered by id: the scope of a search.
[[nodiscard]] std::vector<InUse> searchable_documents(pg::Tx& tx, const TenantId& tenant);
// These documents, ordered by id, without those that do not exist.
[[nodiscard]] std::vector<InUse> in_use(pg::Tx& tx, const TenantId& tenant,
                                        const std::vector<DocumentId>& documents);

}  // namespace assay::store::content

namespace assay::store::facts {

// The form in which facts are stored, and back. A fact of a kind that this release does not know is
// left out.
[[nodiscard]] Json stored(const std::vector<DocumentFact>& facts);
[[nodiscard]] std::vector<DocumentFact> from_stored(const Json& list);

// Replaces the document's facts.
void put(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
         const std::vector<DocumentFact>& facts);
// In the order in which they were put; empty for a document that does not exist.
[[nodiscard]] std::vector<DocumentFact> of(pg::Tx& tx, const TenantId& tenant,
                                           const DocumentId& document);

}  // namespace assay::store::facts

namespace assay::store::rereadings {

struct Rereading {
  DocumentId document;
  std::int64_t reading = 2;  // its number
  // The stage completed, or FAILED: the document keeps its text. Never READY: then the row is gone.
  DocumentStatus stage = DocumentStatus::Uploaded;
  Timestamp requested_at;
  std::optional<std::int64_t> chunk_count;  // since PARSED
  std::optional<Timestamp> failed_at;
  std::optional<std::string> failure_code;
  std::optional<std::string> failure_reason;
};

// Selects READY documents with text, and FAILED ones. Archives without text never match.
struct Filter {
  std::optional<DocumentId> document;
  std::optional<DocumentStatus> status;
  std::optional<std::string> failure_code;
  // Read by an earlier version of the reader than this, or without a recorded version.
  std::optional<std::int64_t> before_version;
};
struct Chosen {
  std::vector<DocumentId> ready;
  std::vector<DocumentId> failed;
};
// Locks these documents until the transaction ends. Documents that are already waiting to be read
// again are among them.
[[nodiscard]] Chosen choose(pg::Tx& tx, const TenantId& tenant, const Filter& filter);
[[nodiscard]] std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter);

// Records that these READY documents are to be read again. One whose rereading failed starts over;
// one that waits or is being read continues. Precondition: they are locked.
void request(pg::Tx& tx, const TenantId& tenant, const std::vector<DocumentId>& ready,
             const std::optional<UserId>& by);
// Sets FAILED documents back to UPLOADED, as documents::reset. Precondition: they are locked.
void restart(pg::Tx& tx, const TenantId& tenant, const std::vector<DocumentId>& failed);

[[nodiscard]] std::optional<Rereading> find(pg::Tx& tx, const TenantId& tenant,
                                            const DocumentId& document);

// What was read.
struct Read {
  std::string file_type;
  std::int64_t page_count = 0;
  std::int64_t reader_version = 0;
  std::vector<DocumentFact> facts;
};
// Each advances the rereading only from the preceding stage; returns whether it did.
[[nodiscard]] bool mark_extracted(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                                  const Read& read);
[[nodiscard]] bool mark_parsed(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                               std::int64_t chunk_count);
[[nodiscard]] bool mark_indexed(pg::Tx& tx, const TenantId& tenant, const DocumentId& document);
// From any stage before FAILED; drops what was read. The document keeps its text.
[[nodiscard]] bool mark_failed(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                               std::string_view code, std::string_view reason);
// Puts an INDEXED reading in use: the document has its pages, chunks and facts from now on. The
// chunks of the earlier reading stay, without vectors; its pages go. Returns false if it is not
// INDEXED. Precondition: the document is locked.
[[nodiscard]] bool take_over(pg::Tx& tx, const TenantId& tenant, const DocumentId& document);

}  // namespace assay::store::rereadings
