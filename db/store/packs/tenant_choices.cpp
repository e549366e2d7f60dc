// SPDX-License-Identifier: Apache-2.0
// SQL of bindings and of glossaries. Calibrations are in calibrations.cpp.
#include "db/store/packs/tenant_choices.hpp"

#include <limits>
#include <stdexcept>

#include "core/base/digest.hpp"

namespace assay::store::bindings {
namespace {

using pg::Statement;

constexpr std::string_view kSelect = R"sql(
SELECT b.pack_id, p.name, p.description, b.criteria_version_id, v.version,
  (SELECT count(*) FROM requirement r WHERE r.criteria_version_id = v.id) AS requirement_count,
  b.threshold_complete, b.threshold_partial, b.evaluator, micros(b.created_at) AS created_at,
  micros(b.updated_at) AS updated_at
FROM pack_binding b JOIN pack p ON p.id = b.pack_id
JOIN criteria_version v ON v.id = b.criteria_version_id
WHERE b.tenant_id = $1)sql";

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "binding_list",
                                     .select = std::string(kSelect),
                                     .filter = "",
                                     .id = "b.pack_id",
                                     .parameters = 1,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kFind{"binding_find", {kSelect, "AND b.pack_id = $2"}};

constexpr Statement kLock{"binding_lock", {kSelect, "AND b.pack_id = $2 FOR UPDATE OF b"}};

constexpr Statement kBind{"binding_bind", R"sql(
INSERT INTO pack_binding (tenant_id, pack_id, criteria_version_id) VALUES ($1, $2, $3)
ON CONFLICT (tenant_id, pack_id) DO UPDATE
SET criteria_version_id = excluded.criteria_version_id, updated_at = excluded.updated_at
WHERE pack_binding.criteria_version_id <> excluded.criteria_version_id)sql"};

constexpr Statement kPut{"binding_put", R"sql(
INSERT INTO pack_binding (tenant_id, pack_id, criteria_version_id, threshold_complete,
  threshold_partial, evaluator)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (tenant_id, pack_id) DO UPDATE
SET criteria_version_id = excluded.criteria_version_id,
    threshold_complete = excluded.threshold_complete,
    threshold_partial = excluded.threshold_partial, evaluator = excluded.evaluator,
    updated_at = excluded.updated_at)sql"};

constexpr Statement kRemove{"binding_remove",
                            "DELETE FROM pack_binding WHERE tenant_id = $1 AND pack_id = $2"};

constexpr Statement kPack{"binding_pack", "SELECT id FROM pack WHERE id = $1"};

constexpr Statement kPackOf{"binding_pack_of_version",
                            "SELECT pack_id FROM criteria_version WHERE id = $1"};

Binding read_binding(const pg::Row& row) {
  Binding binding;
  binding.pack = row.id<PackId>("pack_id");
  binding.name = row.text("name");
  binding.description = row.text("description");
  binding.version = row.text("version");
  binding.requirement_count = row.integer("requirement_count");
  binding.criteria_version = row.id<CriteriaVersionId>("criteria_version_id");
  binding.threshold_complete = row.real("threshold_complete");
  binding.threshold_partial = row.real("threshold_partial");
  binding.evaluator = row.text("evaluator");
  binding.created_at = row.timestamp("created_at");
  binding.updated_at = row.timestamp("updated_at");
  return binding;
}

}  // namespace

std::vector<Binding> list(pg::Tx& tx, const TenantId& tenant) {
  return page(tx, tenant, {}).rows;
}

pg::PartOf<Binding> page(pg::Tx& tx, const TenantId& tenant, const pg::Part& part) {
  return ordered().rows(tx, part, read_binding, tenant);
}

std::optional<Binding> find(pg::Tx& tx, const TenantId& tenant, const PackId& pack) {
  return pg::first_of(tx.run(kFind, tenant, pack), read_binding);
}

std::optional<Binding> lock(pg::Tx& tx, const TenantId& tenant, const PackId& pack) {
  return pg::first_of(tx.run(kLock, tenant, pack), read_binding);
}

void bind(pg::Tx& tx, const TenantId& tenant, const PackId& pack,
          const CriteriaVersionId& version) {
  static_cast<void>(tx.run(kBind, tenant, pack, version));
}

void put(pg::Tx& tx, const TenantId& tenant, const PackId& pack, const Terms& terms) {
  static_cast<void>(tx.run(kPut, tenant, pack, terms.criteria_version, terms.threshold_complete,
                           terms.threshold_partial, terms.evaluator));
}

bool remove(pg::Tx& tx, const TenantId& tenant, const PackId& pack) {
  return tx.run(kRemove, tenant, pack).affected() == 1;
}

bool is_visible(pg::Tx& tx, const PackId& pack) {
  return !tx.run(kPack, pack).empty();
}

std::optional<PackId> pack_of(pg::Tx& tx, const CriteriaVersionId& version) {
  const pg::Rows rows = tx.run(kPackOf, version);
  if (rows.empty()) return std::nullopt;
  return rows[0].id<PackId>("pack_id");
}

}  // namespace assay::store::bindings

namespace assay::store::glossaries {
namespace {

using pg::Statement;

constexpr Statement kLock{"glossary_lock",
                          "SELECT pg_advisory_xact_lock(hashtextextended('glossary ' || $1, 0))"};

constexpr std::string_view kColumns =
    "version, entries, sha256, created_by, micros(created_at) AS created_at";

constexpr Statement kCurrent{"glossary_current", {"SELECT", kColumns, R"sql(
FROM glossary WHERE tenant_id = $1 ORDER BY version DESC LIMIT 1)sql"}};

constexpr Statement kFind{
    "glossary_find", {"SELECT", kColumns, "FROM glossary WHERE tenant_id = $1 AND version = $2"}};

constexpr Statement kInsert{"glossary_insert",
                            {R"sql(
INSERT INTO glossary (tenant_id, version, entries, sha256, created_by)
SELECT $1, coalesce(max(version), 0) + 1, $2, $3, $4 FROM glossary WHERE tenant_id = $1
RETURNING)sql",
                             kColumns}};

constexpr Statement kInForce{"glossary_in_force",
                             "SELECT max(version) AS version FROM glossary WHERE tenant_id = $1"};

constexpr Statement kFirstRepeated{"glossary_first_repeated", R"sql(
SELECT position - 1 AS at, earlier - 1 AS earlier
FROM (SELECT position, min(position) OVER (PARTITION BY folded) AS earlier
      FROM (SELECT position, lower(btrim(regexp_replace(normalize(e.text, NFKC), '\s+', ' ', 'g'))
                                   COLLATE "und-x-icu") AS folded
            FROM unnest($1::text[]) WITH ORDINALITY AS e (text, position)) f) g
WHERE earlier < position ORDER BY position LIMIT 1)sql"};

std::vector<Entry> read_entries(const std::string& text) {
  const auto json = Json::parse(text);
  if (!json) throw std::runtime_error("the entries of a glossary are no JSON");
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < json->size(); ++i) {
    entries.push_back({json->at(i).get("expression").as_string().value_or(""),
                       json->at(i).get("meaning").as_string().value_or("")});
  }
  return entries;
}

std::optional<Glossary> first(const pg::Rows& rows) {
  if (rows.empty()) return std::nullopt;
  const pg::Row row = rows[0];
  Glossary found;
  found.version = row.integer("version");
  found.entries = read_entries(row.text("entries"));
  found.sha256 = row.text("sha256");
  found.created_by = row.id<UserId>("created_by");
  found.created_at = row.timestamp("created_at");
  return found;
}

}  // namespace

void lock(pg::Tx& tx, const TenantId& tenant) {
  static_cast<void>(tx.run(kLock, tenant));
}

Glossary current(pg::Tx& tx, const TenantId& tenant) {
  return first(tx.run(kCurrent, tenant)).value_or(Glossary{});
}

std::optional<Glossary> find(pg::Tx& tx, const TenantId& tenant, std::int64_t version) {
  return first(tx.run(kFind, tenant, version));
}

std::optional<std::int64_t> in_force(pg::Tx& tx, const TenantId& tenant) {
  return tx.run(kInForce, tenant)[0].optional_integer("version");
}

Glossary insert(pg::Tx& tx, const TenantId& tenant, const std::vector<Entry>& entries,
                const UserId& actor) {
  const std::string text = entries_json(entries).canonical();
  auto made = first(tx.run(kInsert, tenant, text, sha256_hex(text), actor));
  if (!made) throw std::logic_error("an insert of a glossary gave no row");
  return std::move(*made);
}

std::optional<Repeated> first_repeated(pg::Tx& tx, const std::vector<Entry>& entries) {
  std::vector<std::string> expressions;
  expressions.reserve(entries.size());
  for (const Entry& entry : entries) expressions.push_back(entry.expression);
  const auto rows = tx.run(kFirstRepeated, expressions);
  if (rows.empty()) return std::nullopt;
  return Repeated{static_cast<std::size_t>(rows[0].integer("at")),
                  static_cast<std::size_t>(rows[0].integer("earlier"))};
}

Json entries_json(const std::vector<Entry>& entries) {
  Json list = Json::array();
  for (const Entry& entry : entries) {
    list.push(Json::object().set("expression", entry.expression).set("meaning", entry.meaning));
  }
  return list;
}

}  // namespace assay::store::glossaries
