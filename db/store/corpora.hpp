// SPDX-License-Identifier: Apache-2.0
// Corpora (regulatory source texts) and the activations that put one of their texts in force.
#pragma once

#include <optional>
#include <string>
#include <vector>

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

// Place in a list: newest first, then by id.
struct Position {
  Timestamp at;
  std::string id;
};
[[nodiscard]] std::vector<Corpus> list(pg::Tx& tx, const TenantId& tenant,
                                       const std::optional<Position>& after, int limit);

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
[[nodiscard]] std::vector<Activation> activations(pg::Tx& tx, const TenantId& tenant,
                                                  const CorpusId& corpus,
                                                  const std::optional<Position>& after, int limit);
// The activation that a run of this pack must pin: the newest of a corpus of the pack, otherwise
// the newest of a corpus without a pack.
[[nodiscard]] std::optional<ActivationId> in_force(pg::Tx& tx, const TenantId& tenant,
                                                   const PackId& pack);

}  // namespace assay::store::corpora
