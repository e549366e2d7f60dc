// SPDX-License-Identifier: Apache-2.0
// Builds glossaries from the store and keeps the newest. A version never changes, so its number
// identifies a tenant's glossary exactly.
#include "pipeline/jobs/context/glossary_cache.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "db/pg/tx.hpp"

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

}  // namespace assay::jobs
