// SPDX-License-Identifier: Apache-2.0
// SQL of chunks and vectors; all writes are set-based.
#include "db/store/evidence/content.hpp"

#include <bit>
#include <cstring>
#include <stdexcept>

#include "core/json/utf8.hpp"

namespace assay::store {

static_assert(std::endian::native == std::endian::little, "vectors are stored as they are");

std::vector<pg::Bytes> rows_of_vectors(const std::vector<float>& vectors, std::size_t count) {
  if (vectors.size() % count != 0) throw std::logic_error("vectors do not fit their rows");
  const std::size_t width = vectors.size() / count * sizeof(float);
  const auto* bytes = reinterpret_cast<const char*>(vectors.data());
  std::vector<pg::Bytes> rows;
  rows.reserve(count);
  for (std::size_t i = 0; i < count; ++i) rows.push_back({{bytes + i * width, width}});
  return rows;
}

std::vector<float> vector_from_bytes(const std::string& bytes) {
  std::vector<float> vector(bytes.size() / sizeof(float));
  std::memcpy(vector.data(), bytes.data(), vector.size() * sizeof(float));
  return vector;
}

}  // namespace assay::store

namespace assay::store::content {
namespace {

using pg::Statement;

// Of the reading that is named, else of the one in use.
constexpr std::string_view kOfReading = R"sql(
  reading = coalesce($3::integer, (SELECT d.reading FROM document d
                                   WHERE d.tenant_id = $1 AND d.id = $2)))sql";

constexpr Statement kClearChunks{
    "content_clear_chunks",
    {"DELETE FROM chunk WHERE tenant_id = $1 AND document_id = $2 AND", kOfReading}};

constexpr Statement kInsertChunks{"content_insert_chunks", R"sql(
INSERT INTO chunk (tenant_id, document_id, reading, id, chunk_index, page_number, start_offset,
  end_offset, token_count, heading_path, content)
SELECT $1, $2, coalesce($3::integer, (SELECT d.reading FROM document d
                                      WHERE d.tenant_id = $1 AND d.id = $2)), c.*
FROM unnest($4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
            $10::text[], $11::text[]) AS c
RETURNING 1)sql"};

constexpr std::string_view kSelectChunks = R"sql(
SELECT id, document_id, chunk_index, page_number, start_offset, end_offset, token_count,
  heading_path, content
FROM chunk c)sql";

const pg::OrderedList& ordered_chunks() {
  static const pg::OrderedList list({.name = "content_chunk_list",
                                     .select = std::string(kSelectChunks),
                                     .filter = R"sql(
WHERE c.tenant_id = $1 AND c.document_id = $2
  AND c.reading = (SELECT d.reading FROM document d WHERE d.tenant_id = $1 AND d.id = $2))sql",
                                     .id = "c.id",
                                     .parameters = 2,
                                     .orders = kChunkOrders});
  return list;
}

constexpr Statement kChunksToEmbed{"content_chunks_to_embed",
                                   {kSelectChunks, R"sql(
WHERE tenant_id = $1 AND document_id = $2 AND chunk_index > $4
  AND NOT EXISTS (SELECT FROM chunk_embedding e
                  WHERE e.tenant_id = $1 AND e.chunk_id = c.id AND e.model_id = $6)
  AND)sql",
                                    kOfReading, "ORDER BY chunk_index LIMIT $5"}};

constexpr Statement kChunksWithoutVector{"content_chunks_without_vector", {kSelectChunks, R"sql(
WHERE tenant_id = $1 AND document_id = ANY ($2::uuid[])
  AND NOT EXISTS (SELECT FROM chunk_embedding e
                  WHERE e.tenant_id = $1 AND e.chunk_id = c.id AND e.model_id = $3)
  AND reading = (SELECT d.reading FROM document d
                 WHERE d.tenant_id = $1 AND d.id = c.document_id)
ORDER BY document_id, chunk_index LIMIT $4)sql"}};

constexpr Statement kAddVectors{"content_add_vectors", R"sql(
INSERT INTO chunk_embedding (tenant_id, chunk_id, model_id, vector)
SELECT $1, c.id, $2, v.vector FROM unnest($3::uuid[], $4::bytea[]) AS v (chunk_id, vector)
JOIN chunk c ON c.tenant_id = $1 AND c.id = v.chunk_id
ON CONFLICT DO NOTHING)sql"};

constexpr std::string_view kSelectOfAnyReading = R"sql(
SELECT id, document_id, chunk_index, page_number, start_offset, end_offset, token_count,
  heading_path, content,
  reading <> (SELECT d.reading FROM document d
              WHERE d.tenant_id = $1 AND d.id = c.document_id) AS replaced
FROM chunk c)sql";

constexpr Statement kChunksById{"content_chunks_by_id", {kSelectOfAnyReading, R"sql(
WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
ORDER BY document_id, chunk_index)sql"}};

constexpr Statement kChunk{"content_chunk", {kSelectOfAnyReading, R"sql(
WHERE tenant_id = $1 AND document_id = $2 AND id = $3)sql"}};

constexpr Statement kClearVectors{"content_clear_vectors", R"sql(
DELETE FROM chunk_embedding
WHERE tenant_id = $1 AND model_id = $2 AND chunk_id = ANY ($3::uuid[]))sql"};

constexpr Statement kPutVectors{"content_put_vectors", R"sql(
INSERT INTO chunk_embedding (tenant_id, chunk_id, model_id, vector)
SELECT $1, v.chunk_id, $2, v.vector FROM unnest($3::uuid[], $4::bytea[]) AS v (chunk_id, vector)
RETURNING 1)sql"};

constexpr Statement kVectorCount{"content_vector_count",
                                 {R"sql(
SELECT count(*) AS total FROM chunk c
JOIN chunk_embedding e ON e.tenant_id = c.tenant_id AND e.chunk_id = c.id AND e.model_id = $4
WHERE c.tenant_id = $1 AND c.document_id = $2 AND)sql",
                                  kOfReading}};

constexpr Statement kIndexed{"content_indexed", R"sql(
SELECT c.id::text AS id, c.document_id::text AS document_id, c.chunk_index, c.page_number,
  c.start_offset, c.end_offset, c.token_count, c.heading_path, c.content, d.original_filename,
  CASE WHEN p.source = 'RECOGNIZED' THEN round(p.confidence * 10000)::bigint END
    AS confidence_units,
  p.label, e.vector
FROM chunk c
JOIN document d ON d.tenant_id = c.tenant_id AND d.id = c.document_id AND d.reading = c.reading
LEFT JOIN document_page p ON p.tenant_id = c.tenant_id AND p.document_id = c.document_id
  AND p.reading = c.reading AND p.page_number = c.page_number
  AND (p.source = 'RECOGNIZED' OR p.label IS NOT NULL)
JOIN chunk_embedding e ON e.tenant_id = c.tenant_id AND e.chunk_id = c.id AND e.model_id = $3
WHERE c.tenant_id = $1 AND c.document_id = ANY ($2::uuid[])
ORDER BY c.document_id, c.chunk_index)sql",
                             true};

constexpr Statement kSearchable{"content_searchable", R"sql(
SELECT id, reading FROM document WHERE tenant_id = $1 AND status = 'READY' AND chunk_count > 0
ORDER BY id)sql"};

constexpr Statement kInUse{"content_in_use", R"sql(
SELECT id, reading FROM document WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
ORDER BY id)sql"};

Chunk read_chunk(const pg::Row& row) {
  Chunk chunk;
  chunk.id = row.id<ChunkId>("id");
  chunk.document = row.id<DocumentId>("document_id");
  chunk.chunk_index = static_cast<int>(row.integer("chunk_index"));
  chunk.page_number = static_cast<int>(row.integer("page_number"));
  chunk.start_offset = row.integer("start_offset");
  chunk.end_offset = row.integer("end_offset");
  chunk.token_count = static_cast<int>(row.integer("token_count"));
  chunk.heading_path = row.text("heading_path");
  chunk.content = row.text("content");
  return chunk;
}

Chunk read_of_any_reading(const pg::Row& row) {
  Chunk chunk = read_chunk(row);
  chunk.replaced = row.boolean("replaced");
  return chunk;
}

InUse read_in_use(const pg::Row& row) {
  return {row.id<DocumentId>("id"), row.integer("reading")};
}

}  // namespace

void replace_chunks(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                    const std::vector<Chunk>& chunks, ReadingNumber reading) {
  std::vector<ChunkId> ids;
  std::vector<std::int64_t> indexes, pages, starts, ends, tokens;
  std::vector<std::string> headings, contents;
  for (const Chunk& chunk : chunks) {
    ids.push_back(chunk.id);
    indexes.push_back(chunk.chunk_index);
    pages.push_back(chunk.page_number);
    starts.push_back(chunk.start_offset);
    ends.push_back(chunk.end_offset);
    tokens.push_back(chunk.token_count);
    headings.push_back(chunk.heading_path);
    contents.push_back(chunk.content);
  }
  tx.run_with_next(kClearChunks, tenant, document, reading);
  tx.run_with_next(kInsertChunks, tenant, document, reading, ids, indexes, pages, starts, ends,
                   tokens, headings, contents);
}

pg::PartOf<Chunk> chunks(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                         const pg::Part& part) {
  return ordered_chunks().rows(tx, part, read_chunk, tenant, document);
}

std::vector<Chunk> chunks_to_embed(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                                   const std::string& model_id, int after, int limit,
                                   ReadingNumber reading) {
  return pg::all_of(tx.run(kChunksToEmbed, tenant, document, reading, after, limit, model_id),
                    read_chunk);
}

std::vector<Chunk> chunks_by_id(pg::Tx& tx, const TenantId& tenant,
                                const std::vector<ChunkId>& ids) {
  return pg::all_of(tx.run(kChunksById, tenant, ids), read_of_any_reading);
}

std::optional<Chunk> chunk(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                           const ChunkId& id) {
  return pg::first_of(tx.run(kChunk, tenant, document, id), read_of_any_reading);
}

std::vector<Chunk> chunks_without_vector(pg::Tx& tx, const TenantId& tenant,
                                         const std::vector<DocumentId>& documents,
                                         const std::string& model_id, int limit) {
  return pg::all_of(tx.run(kChunksWithoutVector, tenant, documents, model_id, limit), read_chunk);
}

void add_vectors(pg::Tx& tx, const TenantId& tenant, const std::string& model_id,
                 const std::vector<ChunkId>& ids, const std::vector<float>& vectors) {
  if (ids.empty()) return;
  static_cast<void>(
      tx.run(kAddVectors, tenant, model_id, ids, rows_of_vectors(vectors, ids.size())));
}

void put_vectors(pg::Tx& tx, const TenantId& tenant, const std::string& model_id,
                 const std::vector<ChunkId>& ids, const std::vector<float>& vectors) {
  if (ids.empty()) return;
  const auto rows = rows_of_vectors(vectors, ids.size());
  tx.run_with_next(kClearVectors, tenant, model_id, ids);
  tx.run_with_next(kPutVectors, tenant, model_id, ids, rows);
}

std::int64_t vector_count(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                          const std::string& model_id, ReadingNumber reading) {
  return pg::total_of(tx.run(kVectorCount, tenant, document, reading, model_id));
}

std::vector<IndexedChunk> indexed_chunks(pg::Tx& tx, const TenantId& tenant,
                                         const std::vector<DocumentId>& documents,
                                         const std::string& model_id) {
  std::vector<IndexedChunk> found;
  for (const pg::Row row : tx.run(kIndexed, tenant, documents, model_id)) {
    const auto units = row.optional_integer("confidence_units");
    found.push_back({read_chunk(row),
                     units ? std::optional(static_cast<double>(*units) / 10'000) : std::nullopt,
                     row.optional_text("label").value_or(""), row.text("original_filename"),
                     vector_from_bytes(row.bytes("vector"))});
  }
  return found;
}

std::vector<InUse> searchable_documents(pg::Tx& tx, const TenantId& tenant) {
  return pg::all_of(tx.run(kSearchable, tenant), read_in_use);
}

std::vector<InUse> in_use(pg::Tx& tx, const TenantId& tenant,
                          const std::vector<DocumentId>& documents) {
  return pg::all_of(tx.run(kInUse, tenant, documents), read_in_use);
}

}  // namespace assay::store::content
