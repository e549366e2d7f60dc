// SPDX-License-Identifier: Apache-2.0
// Loads indexes and builds glossaries, and keeps the newest. Chunks of a reading never change, so
// the list of documents and their readings identifies an index exactly, and so does a version's
// number a tenant's glossary.
#include "pipeline/jobs/context/caches.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/trace/log.hpp"
#include "db/pg/tx.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/evidence/corpora.hpp"

namespace assay::jobs {

namespace glossaries = store::glossaries;

text::Glossary glossary_of(const glossaries::Glossary& stored) {
  std::vector<text::GlossaryEntry> entries;
  entries.reserve(stored.entries.size());
  for (const auto& entry : stored.entries) entries.push_back({entry.expression, entry.meaning});
  return text::Glossary(entries);
}

GlossaryCache::Shared GlossaryCache::in_force(pg::Connection& connection, const TenantId& tenant) {
  glossaries::Glossary stored;
  {
    pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
    const auto version = glossaries::in_force(tx, tenant);
    if (Shared known = find(tenant, version.value_or(0))) return known;
    if (version) stored = glossaries::find(tx, tenant, *version).value();
    tx.commit();
  }
  auto built = std::make_shared<const text::Glossary>(glossary_of(stored));
  keep({tenant, stored.version, built});
  return built;
}

GlossaryCache::Shared GlossaryCache::find(const TenantId& tenant, std::int64_t version) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&tenant, version](const Entry& entry) {
        return entry.tenant == tenant && entry.version == version;
      });
  if (found == entries_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found);
  return entries_.front().glossary;
}

// Replaces the tenant's older version.
void GlossaryCache::keep(Entry entry) {
  const std::lock_guard lock(mutex_);
  std::erase_if(entries_, [&entry](const Entry& kept) { return kept.tenant == entry.tenant; });
  entries_.push_front(std::move(entry));
  if (entries_.size() > max_tenants_) entries_.pop_back();
}

namespace content = store::content;
namespace {

search::IndexRow row_of(content::IndexedChunk&& item) {
  search::IndexRow row;
  row.document = std::move(item.chunk.document);
  row.chunk = std::move(item.chunk.id);
  row.chunk_index = item.chunk.chunk_index;
  row.page_number = item.chunk.page_number;
  row.content = std::move(item.chunk.content);
  row.heading_path = std::move(item.chunk.heading_path);
  row.file_name = std::move(item.original_filename);
  row.ocr_confidence = item.ocr_confidence;
  row.page_label = std::move(item.page_label);
  row.vector = std::move(item.vector);
  return row;
}

// Maximum number of texts embedded and stored in one transaction.
constexpr int kEmbeddedAtOnce = 64;

// Maximum number of corpora kept, over all tenants.
constexpr std::size_t kMaxCorpora = 8;

search::IndexRow row_of(store::ingestions::IndexedPassage&& item, const DocumentId& ingestion) {
  search::IndexRow row;
  row.document = ingestion;
  row.chunk = ChunkId{std::move(item.passage.id.value)};
  row.chunk_index = item.passage.index;
  row.page_number = item.passage.page_number;
  row.content = std::move(item.passage.content);
  row.heading_path = std::move(item.passage.heading_path);
  row.vector = std::move(item.vector);
  return row;
}

}  // namespace

IndexCache::Shared IndexCache::searchable(pg::Connection& connection, const TenantId& tenant) {
  std::vector<content::InUse> documents;
  {
    pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
    documents = content::searchable_documents(tx, tenant);
    tx.commit();
  }
  Shared loaded = find(tenant, documents);
  if (!loaded) {
    loaded = load(connection, tenant, documents);
    keep(tenant, loaded);
  }
  return loaded;
}

IndexCache::Shared IndexCache::of_documents(pg::Connection& connection, const TenantId& tenant,
                                            const std::vector<DocumentId>& documents) {
  std::vector<content::InUse> in_use;
  {
    pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
    in_use = content::in_use(tx, tenant, documents);
    tx.commit();
  }
  Shared loaded = find(tenant, in_use);
  return loaded ? loaded : load(connection, tenant, in_use);
}

IndexCache::Shared IndexCache::of_ingestion(pg::Connection& connection, const TenantId& tenant,
                                            const IngestionId& ingestion) {
  const DocumentId document{ingestion.value};
  if (Shared known = find_corpus(tenant, document)) return known;
  embed_missing(connection, tenant, ingestion);
  std::vector<search::IndexRow> rows;
  {
    pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
    for (auto& passage : store::ingestions::indexed_passages(tx, tenant, ingestion, model_id_)) {
      rows.push_back(row_of(std::move(passage), document));
    }
    tx.commit();
  }
  auto loaded = std::make_shared<LoadedIndex>();
  loaded->documents = {{document}};
  loaded->index = search::Index::build(std::move(rows));
  const std::lock_guard lock(mutex_);
  corpora_.push_front({tenant, loaded});
  if (corpora_.size() > kMaxCorpora) corpora_.pop_back();
  return loaded;
}

IndexCache::Shared IndexCache::find_corpus(const TenantId& tenant, const DocumentId& ingestion) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(corpora_.begin(), corpora_.end(), [&tenant, &ingestion](const Entry& entry) {
        return entry.tenant == tenant && entry.loaded->documents.front().document == ingestion;
      });
  if (found == corpora_.end()) return nullptr;
  corpora_.splice(corpora_.begin(), corpora_, found);
  corpora_.front().used = std::chrono::steady_clock::now();
  return corpora_.front().loaded;
}

IndexCache::Shared IndexCache::find(const TenantId& tenant,
                                    const std::vector<content::InUse>& documents) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&tenant, &documents](const Entry& entry) {
        return entry.tenant == tenant && entry.loaded->documents == documents;
      });
  if (found == entries_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found);
  entries_.front().used = std::chrono::steady_clock::now();
  return entries_.front().loaded;
}

void IndexCache::forget_unused(std::chrono::steady_clock::duration longer_than) {
  const auto since = std::chrono::steady_clock::now() - longer_than;
  const auto unused = [since](const Entry& entry) { return entry.used <= since; };
  const std::lock_guard lock(mutex_);
  entries_.remove_if(unused);
  corpora_.remove_if(unused);
}

void IndexCache::keep(const TenantId& tenant, const Shared& loaded) {
  const std::lock_guard lock(mutex_);
  entries_.remove_if([&tenant](const Entry& entry) { return entry.tenant == tenant; });
  entries_.push_front({tenant, loaded});
  if (entries_.size() > max_tenants_) entries_.pop_back();
}

template <typename Next, typename Put>
std::size_t IndexCache::embed_all(pg::Connection& connection, const TenantId& tenant,
                                  const Next& next, const Put& put) const {
  for (std::size_t made = 0;;) {
    const auto items = [&] {
      pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
      auto found = next(tx);
      tx.commit();
      return found;
    }();
    if (items.empty()) return made;
    std::vector<decltype(items.front().id)> ids;
    std::vector<std::string> texts;
    for (const auto& item : items) {
      ids.push_back(item.id);
      texts.push_back(
          embedded_text(item.heading_path, item.content, count_tokens_, embedder_.max_tokens()));
    }
    const std::vector<float> vectors = embedder_.embed(texts);
    pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
    put(tx, ids, vectors);
    tx.commit();
    made += items.size();
  }
}

void IndexCache::embed_missing(pg::Connection& connection, const TenantId& tenant,
                               const std::vector<DocumentId>& documents) const {
  const std::size_t made = embed_all(
      connection, tenant,
      [&](pg::Tx& tx) {
        return content::chunks_without_vector(tx, tenant, documents, model_id_, kEmbeddedAtOnce);
      },
      [&](pg::Tx& tx, const std::vector<ChunkId>& ids, const std::vector<float>& vectors) {
        content::add_vectors(tx, tenant, model_id_, ids, vectors);
      });
  if (made > 0) log::info("vectors_made", {{"tenantId", tenant.value}, {"chunks", made}});
}

void IndexCache::embed_missing(pg::Connection& connection, const TenantId& tenant,
                               const IngestionId& ingestion) const {
  namespace ingestions = store::ingestions;
  static_cast<void>(embed_all(
      connection, tenant,
      [&](pg::Tx& tx) {
        return ingestions::passages_to_embed(tx, tenant, ingestion, model_id_, -1, kEmbeddedAtOnce);
      },
      [&](pg::Tx& tx, const std::vector<PassageId>& ids, const std::vector<float>& vectors) {
        ingestions::put_vectors(tx, tenant, model_id_, ids, vectors);
      }));
}

IndexCache::Shared IndexCache::load(pg::Connection& connection, const TenantId& tenant,
                                    const std::vector<content::InUse>& documents) const {
  std::vector<DocumentId> ids;
  ids.reserve(documents.size());
  for (const content::InUse& one : documents) ids.push_back(one.document);
  embed_missing(connection, tenant, ids);
  std::vector<content::IndexedChunk> chunks;
  {
    pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
    chunks = content::indexed_chunks(tx, tenant, ids, model_id_);
    tx.commit();
  }
  std::vector<search::IndexRow> rows;
  rows.reserve(chunks.size());
  for (content::IndexedChunk& chunk : chunks) rows.push_back(row_of(std::move(chunk)));
  auto loaded = std::make_shared<LoadedIndex>();
  loaded->documents = documents;
  loaded->index = search::Index::build(std::move(rows));
  log::debug("index_built", {{"tenantId", tenant.value},
                             {"documents", documents.size()},
                             {"chunks", loaded->index.size()}});
  return loaded;
}

}  // namespace assay::jobs
