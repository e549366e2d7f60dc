// SPDX-License-Identifier: Apache-2.0
// SQL of corpora and activations. Ingestions and passages are in ingestions.cpp.
#include "db/store/evidence/corpora.hpp"

namespace assay::store::corpora {
namespace {

using pg::Statement;

constexpr Statement kInsert{"corpus_insert", R"sql(
INSERT INTO corpus (tenant_id, id, title, pack_id, source_url, created_by)
VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr std::string_view kSelect = R"sql(
SELECT tenant_id, id, title, pack_id, source_url, created_by, micros(created_at) AS created_at
FROM corpus)sql";

constexpr Statement kFind{"corpus_find", {kSelect, "WHERE tenant_id = $1 AND id = $2"}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "corpus_list",
                                     .select = std::string(kSelect),
                                     .filter = R"sql(
WHERE tenant_id = $1 AND ($2::text IS NULL OR position(lower($2) IN lower(title)) > 0)
  AND ($3::uuid IS NULL OR pack_id = $3))sql",
                                     .id = "id",
                                     .parameters = 3,
                                     .orders = kOrders});
  return list;
}

constexpr std::string_view kActivationColumns =
    "id, corpus_id, ingestion_id, pack_id, activated_by, micros(activated_at) AS activated_at";

constexpr Statement kActivate{"corpus_activate",
                              {R"sql(
INSERT INTO corpus_activation (tenant_id, id, corpus_id, ingestion_id, pack_id, activated_by)
VALUES ($1, $2, $3, $4, $5, $6)
RETURNING)sql",
                               kActivationColumns}};

constexpr Statement kFindActivation{
    "corpus_find_activation",
    {"SELECT", kActivationColumns, "FROM corpus_activation WHERE tenant_id = $1 AND id = $2"}};

const pg::OrderedList& ordered_activations() {
  static const pg::OrderedList list(
      {.name = "corpus_activation_list",
       .select = "SELECT " + std::string(kActivationColumns) + " FROM corpus_activation",
       .filter = "WHERE tenant_id = $1 AND corpus_id = $2",
       .id = "id",
       .parameters = 2,
       .orders = kActivationOrders});
  return list;
}

constexpr Statement kInForce{"corpus_in_force", R"sql(
SELECT id FROM corpus_activation
WHERE tenant_id = $1 AND (pack_id = $2 OR pack_id IS NULL)
ORDER BY pack_id IS NULL, activated_at DESC, id DESC LIMIT 1)sql"};

Corpus read_corpus(const pg::Row& row) {
  Corpus corpus;
  corpus.tenant = row.id<TenantId>("tenant_id");
  corpus.id = row.id<CorpusId>("id");
  corpus.title = row.text("title");
  corpus.pack = row.optional_id<PackId>("pack_id");
  corpus.source_url = row.optional_text("source_url");
  corpus.created_by = row.optional_id<UserId>("created_by");
  corpus.created_at = row.timestamp("created_at");
  return corpus;
}

Activation read_activation(const pg::Row& row) {
  Activation activation;
  activation.id = row.id<ActivationId>("id");
  activation.corpus = row.id<CorpusId>("corpus_id");
  activation.ingestion = row.id<IngestionId>("ingestion_id");
  activation.pack = row.optional_id<PackId>("pack_id");
  activation.activated_by = row.optional_id<UserId>("activated_by");
  activation.activated_at = row.timestamp("activated_at");
  return activation;
}

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const NewCorpus& corpus) {
  static_cast<void>(tx.run(kInsert, tenant, corpus.id, corpus.title, corpus.pack, corpus.source_url,
                           corpus.created_by));
}

std::optional<Corpus> find(pg::Tx& tx, const TenantId& tenant, const CorpusId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_corpus);
}

pg::PartOf<Corpus> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                        const pg::Part& part) {
  return ordered().rows(tx, part, read_corpus, tenant, filter.contains, filter.pack);
}

Activation activate(pg::Tx& tx, const TenantId& tenant, const Corpus& corpus,
                    const IngestionId& ingestion, const UserId& by) {
  return read_activation(
      tx.run(kActivate, tenant, ActivationId::fresh(), corpus.id, ingestion, corpus.pack, by)[0]);
}

std::optional<Activation> find_activation(pg::Tx& tx, const TenantId& tenant,
                                          const ActivationId& id) {
  return pg::first_of(tx.run(kFindActivation, tenant, id), read_activation);
}

pg::PartOf<Activation> activations(pg::Tx& tx, const TenantId& tenant, const CorpusId& corpus,
                                   const pg::Part& part) {
  return ordered_activations().rows(tx, part, read_activation, tenant, corpus);
}

std::optional<ActivationId> in_force(pg::Tx& tx, const TenantId& tenant, const PackId& pack) {
  const pg::Rows rows = tx.run(kInForce, tenant, pack);
  if (rows.empty()) return std::nullopt;
  return rows[0].id<ActivationId>("id");
}

}  // namespace assay::store::corpora
