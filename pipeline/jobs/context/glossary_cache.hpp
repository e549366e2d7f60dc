// SPDX-License-Identifier: Apache-2.0
// Tenants' glossaries in the form in which queries are read with them.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>

#include "db/pg/connection.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "pipeline/text/glossary.hpp"

namespace assay::jobs {

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

}  // namespace assay::jobs
