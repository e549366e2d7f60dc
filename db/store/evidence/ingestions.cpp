// SPDX-License-Identifier: Apache-2.0
// SQL of ingestions and of the passages that they yield.
#include "db/store/evidence/content.hpp"
#include "db/store/evidence/corpora.hpp"

namespace assay::store::ingestions {
namespace {

using pg::Statement;

constexpr Statement kInsert{"ingestion_insert", R"sql(
INSERT INTO corpus_ingestion (tenant_id, id, corpus_id, source_url, original_filename, file_type,
  content_type, size_bytes, sha256, created_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (tenant_id, corpus_id) WHERE status NOT IN ('COMPLETED', 'FAILED') DO NOTHING)sql"};

constexpr std::string_view kSelect = R"sql(
SELECT id, corpus_id, status, source_url, original_filename, file_type, content_type, size_bytes,
  sha256, page_count, passage_count, error_code, error_details, created_by,
  micros(created_at) AS created_at, micros(fetching_at) AS fetching_at,
  micros(parsing_at) AS parsing_at, micros(indexing_at) AS indexing_at,
  micros(completed_at) AS completed_at, micros(failed_at) AS failed_at
FROM corpus_ingestion)sql";

constexpr Statement kFind{"ingestion_find", {kSelect, "WHERE tenant_id = $1 AND id = $2"}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list(
      {.name = "ingestion_list",
       .select = std::string(kSelect),
       .filter = "WHERE tenant_id = $1 AND corpus_id = $2 AND ($3::text IS NULL OR status = $3)",
       .id = "id",
       .parameters = 3,
       .orders = kOrders});
  return list;
}

constexpr Statement kNewestSource{"ingestion_newest_source", R"sql(
SELECT original_filename, file_type, content_type, size_bytes, sha256 FROM corpus_ingestion
WHERE tenant_id = $1 AND corpus_id = $2 AND sha256 IS NOT NULL
ORDER BY created_at DESC, id DESC LIMIT 1)sql"};

constexpr Statement kUnderWay{"ingestion_under_way", R"sql(
SELECT id FROM corpus_ingestion
WHERE tenant_id = $1 AND corpus_id = $2 AND status NOT IN ('COMPLETED', 'FAILED'))sql"};

constexpr Statement kFetching{"ingestion_fetching", R"sql(
UPDATE corpus_ingestion SET status = 'FETCHING', fetching_at = statement_timestamp()
WHERE tenant_id = $1 AND id = $2 AND status = 'PENDING')sql"};

constexpr Statement kParsing{"ingestion_parsing", R"sql(
UPDATE corpus_ingestion SET status = 'PARSING', parsing_at = statement_timestamp(),
  original_filename = $3, file_type = $4, content_type = $5, size_bytes = $6, sha256 = $7
WHERE tenant_id = $1 AND id = $2 AND status = 'FETCHING')sql"};

constexpr Statement kIndexing{"ingestion_indexing", R"sql(
UPDATE corpus_ingestion SET status = 'INDEXING', indexing_at = statement_timestamp(), page_count = $3,
  passage_count = $4
WHERE tenant_id = $1 AND id = $2 AND status = 'PARSING')sql"};

constexpr Statement kCompleted{"ingestion_completed", R"sql(
UPDATE corpus_ingestion SET status = 'COMPLETED', completed_at = statement_timestamp()
WHERE tenant_id = $1 AND id = $2 AND status = 'INDEXING')sql"};

constexpr Statement kFailed{"ingestion_failed", R"sql(
UPDATE corpus_ingestion SET status = 'FAILED', failed_at = statement_timestamp(), error_code = $3,
  error_details = $4
WHERE tenant_id = $1 AND id = $2 AND status NOT IN ('COMPLETED', 'FAILED'))sql"};

std::optional<Source> read_source(const pg::Row& row) {
  if (row.is_null("sha256")) return std::nullopt;
  return Source{row.text("original_filename"), row.text("file_type"), row.text("content_type"),
                row.integer("size_bytes"), row.text("sha256")};
}

Ingestion read_ingestion(const pg::Row& row) {
  Ingestion ingestion;
  ingestion.id = row.id<IngestionId>("id");
  ingestion.corpus = row.id<CorpusId>("corpus_id");
  ingestion.status = row.state<IngestionStatus>("status");
  ingestion.source_url = row.optional_text("source_url");
  ingestion.source = read_source(row);
  ingestion.page_count = row.optional_integer("page_count");
  ingestion.passage_count = row.optional_integer("passage_count");
  ingestion.error_code = row.optional_text("error_code");
  ingestion.error_details = row.optional_text("error_details");
  ingestion.created_by = row.optional_id<UserId>("created_by");
  ingestion.created_at = row.timestamp("created_at");
  ingestion.fetching_at = row.optional_timestamp("fetching_at");
  ingestion.parsing_at = row.optional_timestamp("parsing_at");
  ingestion.indexing_at = row.optional_timestamp("indexing_at");
  ingestion.completed_at = row.optional_timestamp("completed_at");
  ingestion.failed_at = row.optional_timestamp("failed_at");
  return ingestion;
}

constexpr Statement kClearPassages{
    "passages_clear", "DELETE FROM corpus_passage WHERE tenant_id = $1 AND ingestion_id = $2"};

constexpr Statement kInsertPassages{"passages_insert", R"sql(
INSERT INTO corpus_passage (tenant_id, ingestion_id, id, passage_index, page_number, start_offset,
  end_offset, heading_path, content)
SELECT $1, $2, p.*
FROM unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[],
            $9::text[]) AS p
RETURNING 1)sql"};

constexpr std::string_view kSelectPassages = R"sql(
SELECT id, passage_index, page_number, start_offset, end_offset, heading_path, content
FROM corpus_passage p)sql";

constexpr Statement kPassages{"passages_list", {kSelectPassages, R"sql(
WHERE tenant_id = $1 AND ingestion_id = $2 AND passage_index > $3
ORDER BY passage_index LIMIT $4)sql"}};

constexpr Statement kPassagesToEmbed{"passages_to_embed", {kSelectPassages, R"sql(
WHERE tenant_id = $1 AND ingestion_id = $2 AND passage_index > $3
  AND NOT EXISTS (SELECT FROM corpus_passage_vector v
                  WHERE v.tenant_id = $1 AND v.passage_id = p.id AND v.model_id = $5)
ORDER BY passage_index LIMIT $4)sql"}};

constexpr Statement kVectorCount{"passages_vector_count", R"sql(
SELECT count(*) AS total FROM corpus_passage p
JOIN corpus_passage_vector v
  ON v.tenant_id = p.tenant_id AND v.passage_id = p.id AND v.model_id = $3
WHERE p.tenant_id = $1 AND p.ingestion_id = $2)sql"};

constexpr Statement kClearVectors{"passages_clear_vectors", R"sql(
DELETE FROM corpus_passage_vector
WHERE tenant_id = $1 AND model_id = $2 AND passage_id = ANY ($3::uuid[]))sql"};

constexpr Statement kPutVectors{"passages_put_vectors", R"sql(
INSERT INTO corpus_passage_vector (tenant_id, passage_id, model_id, vector)
SELECT $1, v.passage_id, $2, v.vector
FROM unnest($3::uuid[], $4::bytea[]) AS v (passage_id, vector)
RETURNING 1)sql"};

constexpr Statement kIndexed{"passages_indexed", R"sql(
SELECT p.id::text AS id, p.passage_index, p.page_number, p.start_offset, p.end_offset,
  p.heading_path, p.content, v.vector
FROM corpus_passage p
JOIN corpus_passage_vector v ON v.tenant_id = p.tenant_id AND v.passage_id = p.id
  AND v.model_id = $3
WHERE p.tenant_id = $1 AND p.ingestion_id = $2
ORDER BY p.passage_index)sql",
                             true};

Passage read_passage(const pg::Row& row) {
  Passage passage;
  passage.id = row.id<PassageId>("id");
  passage.index = static_cast<int>(row.integer("passage_index"));
  passage.page_number = static_cast<int>(row.integer("page_number"));
  passage.start_offset = row.integer("start_offset");
  passage.end_offset = row.integer("end_offset");
  passage.heading_path = row.text("heading_path");
  passage.content = row.text("content");
  return passage;
}

}  // namespace

std::optional<Source> newest_source(pg::Tx& tx, const TenantId& tenant, const CorpusId& corpus) {
  const pg::Rows rows = tx.run(kNewestSource, tenant, corpus);
  return rows.empty() ? std::nullopt : read_source(rows[0]);
}

std::optional<IngestionId> under_way(pg::Tx& tx, const TenantId& tenant, const CorpusId& corpus) {
  const pg::Rows rows = tx.run(kUnderWay, tenant, corpus);
  if (rows.empty()) return std::nullopt;
  return rows[0].id<IngestionId>("id");
}

bool insert(pg::Tx& tx, const TenantId& tenant, const NewIngestion& ingestion) {
  const auto& source = ingestion.source;
  const auto text = [&source](std::string Source::*field) {
    return source ? std::optional(*source.*field) : std::nullopt;
  };
  std::optional<std::string> size;
  if (source) size = std::to_string(source->size_bytes);
  return tx.run(kInsert, tenant, ingestion.id, ingestion.corpus, ingestion.source_url,
                text(&Source::original_filename), text(&Source::file_type),
                text(&Source::content_type), size, text(&Source::sha256), ingestion.created_by)
             .affected() == 1;
}

std::optional<Ingestion> find(pg::Tx& tx, const TenantId& tenant, const IngestionId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_ingestion);
}

pg::PartOf<Ingestion> list(pg::Tx& tx, const TenantId& tenant, const CorpusId& corpus,
                           const std::optional<IngestionStatus>& status, const pg::Part& part) {
  return ordered().rows(tx, part, read_ingestion, tenant, corpus, status);
}

bool mark_fetching(pg::Tx& tx, const TenantId& tenant, const IngestionId& id) {
  return tx.run(kFetching, tenant, id).affected() == 1;
}

bool mark_parsing(pg::Tx& tx, const TenantId& tenant, const IngestionId& id, const Source& source) {
  return tx.run(kParsing, tenant, id, source.original_filename, source.file_type,
                source.content_type, source.size_bytes, source.sha256)
             .affected() == 1;
}

bool mark_indexing(pg::Tx& tx, const TenantId& tenant, const IngestionId& id,
                   std::int64_t page_count, std::int64_t passage_count) {
  return tx.run(kIndexing, tenant, id, page_count, passage_count).affected() == 1;
}

bool mark_completed(pg::Tx& tx, const TenantId& tenant, const IngestionId& id) {
  return tx.run(kCompleted, tenant, id).affected() == 1;
}

bool mark_failed(pg::Tx& tx, const TenantId& tenant, const IngestionId& id, std::string_view code,
                 std::string_view reason) {
  return tx.run(kFailed, tenant, id, code, reason).affected() == 1;
}

void replace_passages(pg::Tx& tx, const TenantId& tenant, const IngestionId& id,
                      const std::vector<Passage>& passages) {
  std::vector<PassageId> ids;
  std::vector<std::int64_t> indexes, pages, starts, ends;
  std::vector<std::string> headings, contents;
  for (const Passage& passage : passages) {
    ids.push_back(passage.id);
    indexes.push_back(passage.index);
    pages.push_back(passage.page_number);
    starts.push_back(passage.start_offset);
    ends.push_back(passage.end_offset);
    headings.push_back(passage.heading_path);
    contents.push_back(passage.content);
  }
  static_cast<void>(tx.run(kClearPassages, tenant, id));
  static_cast<void>(
      tx.run(kInsertPassages, tenant, id, ids, indexes, pages, starts, ends, headings, contents));
}

std::vector<Passage> passages(pg::Tx& tx, const TenantId& tenant, const IngestionId& id, int after,
                              int limit) {
  return pg::all_of(tx.run(kPassages, tenant, id, after, limit), read_passage);
}

std::vector<Passage> passages_to_embed(pg::Tx& tx, const TenantId& tenant, const IngestionId& id,
                                       const std::string& model_id, int after, int limit) {
  return pg::all_of(tx.run(kPassagesToEmbed, tenant, id, after, limit, model_id), read_passage);
}

std::int64_t vector_count(pg::Tx& tx, const TenantId& tenant, const IngestionId& id,
                          const std::string& model_id) {
  return pg::total_of(tx.run(kVectorCount, tenant, id, model_id));
}

void put_vectors(pg::Tx& tx, const TenantId& tenant, const std::string& model_id,
                 const std::vector<PassageId>& ids, const std::vector<float>& vectors) {
  if (ids.empty()) return;
  const auto rows = rows_of_vectors(vectors, ids.size());
  static_cast<void>(tx.run(kClearVectors, tenant, model_id, ids));
  static_cast<void>(tx.run(kPutVectors, tenant, model_id, ids, rows));
}

std::vector<IndexedPassage> indexed_passages(pg::Tx& tx, const TenantId& tenant,
                                             const IngestionId& id, const std::string& model_id) {
  std::vector<IndexedPassage> found;
  for (const pg::Row row : tx.run(kIndexed, tenant, id, model_id)) {
    found.push_back({read_passage(row), vector_from_bytes(row.bytes("vector"))});
  }
  return found;
}

}  // namespace assay::store::ingestions
