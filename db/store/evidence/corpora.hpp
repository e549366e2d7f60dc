// SPDX-License-Identifier: Apache-2.0
// Corpora (regulatory source texts): ingestions, which read a text in stages and yield its
// passages, and activations, which put one text in force.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::corpora {

struct Corpus {
  CorpusId id;
  TenantId tenant;
  std::string title;
  std::optional<PackId> pack;  // none: applies to any pack
  std::optional<std::string> source_url;
  std::optional<UserId> created_by;
  Timestamp created_at;
};

struct NewCorpus {
  CorpusId id;
  std::string title;
  std::optional<PackId> pack;
  std::optional<std::string> source_url;
  std::optional<UserId> created_by;
};
void insert(pg::Tx& tx, const TenantId& tenant, const NewCorpus& corpus);
[[nodiscard]] std::optional<Corpus> find(pg::Tx& tx, const TenantId& tenant, const CorpusId& id);

struct Filter {
  std::optional<std::string> contains = std::nullopt;  // in the title, case-insensitive
  std::optional<PackId> pack = std::nullopt;
};
inline constexpr std::array kOrderKeys{pg::by_time("createdAt", "corpus.created_at"),
                                       pg::by_text("title", "left(lower(title), 200)")};
inline constexpr pg::Orders kOrders{kOrderKeys};
[[nodiscard]] pg::PartOf<Corpus> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                      const pg::Part& part);

// Never changed or removed. pack is the corpus's.
struct Activation {
  ActivationId id;
  CorpusId corpus;
  IngestionId ingestion;
  std::optional<PackId> pack;
  std::optional<UserId> activated_by;
  Timestamp activated_at;
};
// Precondition: the ingestion belongs to the corpus and is COMPLETED.
[[nodiscard]] Activation activate(pg::Tx& tx, const TenantId& tenant, const Corpus& corpus,
                                  const IngestionId& ingestion, const UserId& by);
[[nodiscard]] std::optional<Activation> find_activation(pg::Tx& tx, const TenantId& tenant,
                                                        const ActivationId& id);
inline constexpr std::array kActivationOrderKeys{
    pg::by_time("activatedAt", "corpus_activation.activated_at")};
inline constexpr pg::Orders kActivationOrders{kActivationOrderKeys};
[[nodiscard]] pg::PartOf<Activation> activations(pg::Tx& tx, const TenantId& tenant,
                                                 const CorpusId& corpus, const pg::Part& part);
// The activation that a run of this pack must pin: the newest of a corpus of the pack, otherwise
// the newest of a corpus without a pack.
[[nodiscard]] std::optional<ActivationId> in_force(pg::Tx& tx, const TenantId& tenant,
                                                   const PackId& pack);

}  // namespace assay::store::corpora

namespace assay::store::ingestions {

// The stored text.
struct Source {
  std::string original_filename;
  std::string file_type;
  std::string content_type;
  std::int64_t size_bytes = 0;
  std::string sha256;
};

struct Ingestion {
  IngestionId id;
  CorpusId corpus;
  IngestionStatus status = IngestionStatus::Pending;
  std::optional<std::string> source_url;  // none: uploaded
  std::optional<Source> source;           // none: not fetched yet
  std::optional<std::int64_t> page_count;
  std::optional<std::int64_t> passage_count;
  std::optional<std::string> error_code;
  std::optional<std::string> error_details;
  std::optional<UserId> created_by;
  Timestamp created_at;
  std::optional<Timestamp> fetching_at;
  std::optional<Timestamp> parsing_at;
  std::optional<Timestamp> indexing_at;
  std::optional<Timestamp> completed_at;
  std::optional<Timestamp> failed_at;
};

struct NewIngestion {
  IngestionId id;
  CorpusId corpus;
  std::optional<std::string> source_url;
  std::optional<Source> source;  // of an upload
  std::optional<UserId> created_by;
};
// The text stored last for the corpus, whatever the outcome of its ingestion.
[[nodiscard]] std::optional<Source> newest_source(pg::Tx& tx, const TenantId& tenant,
                                                  const CorpusId& corpus);
[[nodiscard]] std::optional<IngestionId> under_way(pg::Tx& tx, const TenantId& tenant,
                                                   const CorpusId& corpus);
// Returns false if another ingestion of the corpus is in progress.
[[nodiscard]] bool insert(pg::Tx& tx, const TenantId& tenant, const NewIngestion& ingestion);
[[nodiscard]] std::optional<Ingestion> find(pg::Tx& tx, const TenantId& tenant,
                                            const IngestionId& id);
inline constexpr std::array kOrderKeys{
    pg::by_time("createdAt", "corpus_ingestion.created_at"),
    pg::by_time("completedAt",
                "coalesce(corpus_ingestion.completed_at, timestamptz '9999-12-31 00:00:00+00')")};
inline constexpr pg::Orders kOrders{kOrderKeys};
[[nodiscard]] pg::PartOf<Ingestion> list(pg::Tx& tx, const TenantId& tenant, const CorpusId& corpus,
                                         const std::optional<IngestionStatus>& status,
                                         const pg::Part& part);

// Stage stamps. Each advances the ingestion only from the preceding stage; returns whether it did.
[[nodiscard]] bool mark_fetching(pg::Tx& tx, const TenantId& tenant, const IngestionId& id);
[[nodiscard]] bool mark_parsing(pg::Tx& tx, const TenantId& tenant, const IngestionId& id,
                                const Source& source);
[[nodiscard]] bool mark_indexing(pg::Tx& tx, const TenantId& tenant, const IngestionId& id,
                                 std::int64_t page_count, std::int64_t passage_count);
[[nodiscard]] bool mark_completed(pg::Tx& tx, const TenantId& tenant, const IngestionId& id);
// From any stage before COMPLETED. reason is a sentence for a person.
[[nodiscard]] bool mark_failed(pg::Tx& tx, const TenantId& tenant, const IngestionId& id,
                               std::string_view code, std::string_view reason);

struct Passage {
  PassageId id;
  int index = 0;  // from 0, in reading order
  int page_number = 1;
  std::int64_t start_offset = 0;
  std::int64_t end_offset = 0;
  std::string heading_path;
  std::string content;
};
// Replaces the ingestion's passages, and so their vectors.
void replace_passages(pg::Tx& tx, const TenantId& tenant, const IngestionId& id,
                      const std::vector<Passage>& passages);
// In order, those after `after` (-1: from the first).
[[nodiscard]] std::vector<Passage> passages(pg::Tx& tx, const TenantId& tenant,
                                            const IngestionId& id, int after, int limit);
// The same, but only passages without a vector of this model.
[[nodiscard]] std::vector<Passage> passages_to_embed(pg::Tx& tx, const TenantId& tenant,
                                                     const IngestionId& id,
                                                     const std::string& model_id, int after,
                                                     int limit);
// The number of the ingestion's passages that have a vector of that model.
[[nodiscard]] std::int64_t vector_count(pg::Tx& tx, const TenantId& tenant, const IngestionId& id,
                                        const std::string& model_id);
// Row-major, ids.size() rows of float32; replaces existing ones.
void put_vectors(pg::Tx& tx, const TenantId& tenant, const std::string& model_id,
                 const std::vector<PassageId>& ids, const std::vector<float>& vectors);

struct IndexedPassage {
  Passage passage;
  std::vector<float> vector;
};
// In order; omits passages without a vector of that model.
[[nodiscard]] std::vector<IndexedPassage> indexed_passages(pg::Tx& tx, const TenantId& tenant,
                                                           const IngestionId& id,
                                                           const std::string& model_id);

}  // namespace assay::store::ingestions
