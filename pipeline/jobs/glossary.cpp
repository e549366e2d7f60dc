// SPDX-License-Identifier: Apache-2.0
// Converts stored glossaries.
#include "pipeline/jobs/glossary.hpp"

#include <vector>

#include "db/pg/tx.hpp"

namespace assay::jobs {

text::Glossary glossary_of(const store::glossaries::Glossary& stored) {
  std::vector<text::GlossaryEntry> entries;
  entries.reserve(stored.entries.size());
  for (const auto& entry : stored.entries) entries.push_back({entry.expression, entry.meaning});
  return text::Glossary(entries);
}

text::Glossary glossary_in_force(pg::Connection& database, const TenantId& tenant) {
  pg::Tx tx(database, pg::Access::ReadOnly, tenant);
  return glossary_of(store::glossaries::current(tx, tenant));
}

}  // namespace assay::jobs
