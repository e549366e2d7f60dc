// SPDX-License-Identifier: Apache-2.0
// SQL of the passages of ingestions and their vectors; all writes are set-based.

#include "db/store/ingestions.hpp"
#include "db/store/vectors.hpp"

namespace assay::store::ingestions {
namespace {

using pg::Statement;

constexpr Statement kClear{"passages_clear",
                           "DELETE FROM corpus_passage WHERE tenant_id = $1 AND ingestion_id = $2"};

constexpr Statement kInsert{"passages_insert", R"sql(
INSERT INTO corpus_passage (tenant_id, ingestion_id, id, passage_index, page_number, start_offset,
  end_offset, heading_path, content)
SELECT $1, $2, p.*
FROM unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[],
            $9::text[]) AS p)sql"};

constexpr Statement kPassages{"passages_list", R"sql(
SELECT id, passage_index, page_number, start_offset, end_offset, heading_path, content
FROM corpus_passage WHERE tenant_id = $1 AND ingestion_id = $2 AND passage_index > $3
ORDER BY passage_index LIMIT $4)sql"};

constexpr Statement kPassagesToEmbed{"passages_to_embed", R"sql(
SELECT id, passage_index, page_number, start_offset, end_offset, heading_path, content
FROM corpus_passage p WHERE tenant_id = $1 AND ingestion_id = $2 AND passage_index > $3
  AND NOT EXISTS (SELECT FROM corpus_passage_vector v
                  WHERE v.tenant_id = p.tenant_id AND v.passage_id = p.id AND v.model_id = $5)
ORDER BY passage_index LIMIT $4)sql"};

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
FROM unnest($3::uuid[], $4::bytea[]) AS v (passage_id, vector))sql"};

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
  static_cast<void>(tx.run(kClear, tenant, id));
  static_cast<void>(
      tx.run(kInsert, tenant, id, ids, indexes, pages, starts, ends, headings, contents));
}

std::vector<Passage> passages(pg::Tx& tx, const TenantId& tenant, const IngestionId& id, int after,
                              int limit) {
  std::vector<Passage> found;
  for (const pg::Row row : tx.run(kPassages, tenant, id, after, limit)) {
    found.push_back(read_passage(row));
  }
  return found;
}

std::vector<Passage> passages_to_embed(pg::Tx& tx, const TenantId& tenant, const IngestionId& id,
                                       const std::string& model_id, int after, int limit) {
  std::vector<Passage> found;
  for (const pg::Row row : tx.run(kPassagesToEmbed, tenant, id, after, limit, model_id)) {
    found.push_back(read_passage(row));
  }
  return found;
}

std::int64_t vector_count(pg::Tx& tx, const TenantId& tenant, const IngestionId& id,
                          const std::string& model_id) {
  return tx.run(kVectorCount, tenant, id, model_id)[0].integer("total");
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
