// SPDX-License-Identifier: Apache-2.0
// The content read from a document: pages, chunks and their vectors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/extract/extract_types.hpp"
#include "core/extract/page_words.hpp"
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
  // Whether it is of an earlier reading of its document: its offsets are not those of the text in
  // use. Only chunks_by_id and chunk tell.
  bool replaced = false;
};

// Which reading of a document is meant: the one in use if none is named. See rereadings.hpp.
using ReadingNumber = std::optional<std::int64_t>;

// Replaces the pages of a reading (idempotent); start offsets follow from the texts.
void replace_pages(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                   const std::vector<Page>& pages, ReadingNumber reading = std::nullopt);
[[nodiscard]] std::vector<StoredPage> pages(pg::Tx& tx, const TenantId& tenant,
                                            const DocumentId& document,
                                            ReadingNumber reading = std::nullopt);
[[nodiscard]] std::optional<StoredPage> page(pg::Tx& tx, const TenantId& tenant,
                                             const DocumentId& document, int number);

// Where the words of a page stand. words: nullopt if that was not kept.
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
// Of the reading in use, in order of chunk_index, those after `after` (-1: from the first).
[[nodiscard]] std::vector<Chunk> chunks(pg::Tx& tx, const TenantId& tenant,
                                        const DocumentId& document, int after = -1,
                                        int limit = 1'000'000);
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
