// SPDX-License-Identifier: Apache-2.0
// Stored glossaries in the form in which queries are read with them.
#pragma once

#include "db/pg/connection.hpp"
#include "db/store/glossaries.hpp"
#include "pipeline/text/glossary.hpp"

namespace assay::jobs {

[[nodiscard]] text::Glossary glossary_of(const store::glossaries::Glossary& stored);
// The one that a run created now would pin.
[[nodiscard]] text::Glossary glossary_in_force(pg::Connection& database, const TenantId& tenant);

}  // namespace assay::jobs
