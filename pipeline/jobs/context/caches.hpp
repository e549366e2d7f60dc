// SPDX-License-Identifier: Apache-2.0
// Data that is built from the store and kept. Search indexes: the newest evidence index of each
// tenant, for searches and runs, and the corpora that runs used last. Tenants' glossaries, in the
// form in which queries are read with them. The text from which the vector of a chunk or passage is
// made.
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "db/pg/connection.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "pipeline/assess/reading/candidate.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/search/index.hpp"
#include "pipeline/text/chunker.hpp"
#include "pipeline/text/glossary.hpp"

namespace assay::jobs {

// The heading path and content, without text that tells its reader what to conclude, cut to the
// encoder's window.
[[nodiscard]] inline std::string embedded_text(std::string_view heading_path,
                                               std::string_view content,
                                               const text::CountTokens& count,
                                               std::size_t max_tokens) {
  const bool told = assess::concludes(text::collapsed(heading_path));
  return text::embedding_text(told ? "" : heading_path, assess::without_conclusions(content), count,
                              max_tokens);
}

[[nodiscard]] text::Glossary glossary_of(const store::glossaries::Glossary& stored);

// Keeps the glossaries that searches use, since building one takes longer than most searches. Safe
// from any thread. Bounded by the number of tenants: the least recently used entry is dropped
// first.
class GlossaryCache {
 public:
  using Shared = std::shared_ptr<const text::Glossary>;

  explicit GlossaryCache(std::size_t max_tenants = 16) : max_tenants_(max_tenants) {}

  // The glossary that a run created now would pin: the kept one if it is of that version. Throws
  // pg::DbError.
  [[nodiscard]] Shared in_force(pg::Connection& connection, const TenantId& tenant);

 private:
  struct Entry {
    TenantId tenant;
    std::int64_t version = 0;
    Shared glossary;
  };
  [[nodiscard]] Shared find(const TenantId& tenant, std::int64_t version);
  void keep(Entry entry);

  const std::size_t max_tenants_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
};

struct LoadedIndex {
  std::vector<store::content::InUse> documents;  // ordered by id
  search::Index index;
};

// Safe from any thread. Bounded by the number of tenants: the least recently used entry is dropped
// first, and forget_unused() drops entries not requested recently.
class IndexCache {
 public:
  using Shared = std::shared_ptr<const LoadedIndex>;

  // count_tokens: from the embedder's tokenizer. embedder and tokenizer must outlive the cache.
  IndexCache(const embed::Embedder& embedder, text::CountTokens count_tokens,
             std::size_t max_tenants = 16)
      : embedder_(embedder),
        count_tokens_(std::move(count_tokens)),
        model_id_(embedder.model_id()),
        max_tenants_(max_tenants) {}

  // Index over all READY documents of the tenant as they are now; kept for the next call.
  [[nodiscard]] Shared searchable(pg::Connection& connection, const TenantId& tenant);
  // Index over exactly these documents: the kept one if it matches, else a new one. A document that
  // is deleted has no rows.
  [[nodiscard]] Shared of_documents(pg::Connection& connection, const TenantId& tenant,
                                    const std::vector<DocumentId>& documents);
  // Index over the passages of a COMPLETED ingestion, which never change; kept for the next run. A
  // passage is a row of the "document" that has the ingestion's id.
  [[nodiscard]] Shared of_ingestion(pg::Connection& connection, const TenantId& tenant,
                                    const IngestionId& ingestion);

  // Drops indexes last requested longer ago than this.
  void forget_unused(std::chrono::steady_clock::duration longer_than);

 private:
  struct Entry {
    TenantId tenant;
    Shared loaded;
    std::chrono::steady_clock::time_point used = std::chrono::steady_clock::now();
  };
  [[nodiscard]] Shared find(const TenantId& tenant,
                            const std::vector<store::content::InUse>& documents);
  void keep(const TenantId& tenant, const Shared& loaded);
  [[nodiscard]] Shared find_corpus(const TenantId& tenant, const DocumentId& ingestion);
  [[nodiscard]] Shared load(pg::Connection& connection, const TenantId& tenant,
                            const std::vector<store::content::InUse>& documents) const;
  // After an upgrade to another encoder, documents only have vectors of the old one. Computes and
  // stores the missing vectors, so that no document is silently left out.
  void embed_missing(pg::Connection& connection, const TenantId& tenant,
                     const std::vector<DocumentId>& documents) const;
  void embed_missing(pg::Connection& connection, const TenantId& tenant,
                     const IngestionId& ingestion) const;
  // Embeds the texts that next(tx) returns until it returns none, and stores them with put(tx, ids,
  // vectors). Returns how many there were.
  template <typename Next, typename Put>
  std::size_t embed_all(pg::Connection& connection, const TenantId& tenant, const Next& next,
                        const Put& put) const;

  const embed::Embedder& embedder_;
  const text::CountTokens count_tokens_;
  const std::string model_id_;
  const std::size_t max_tenants_;
  std::mutex mutex_;
  // Most recently used first.
  std::list<Entry> entries_;
  std::list<Entry> corpora_;
};

}  // namespace assay::jobs
