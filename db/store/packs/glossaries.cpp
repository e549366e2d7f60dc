// SPDX-License-Identifier: Apache-2.0
// SQL of glossaries.
#include "db/store/packs/glossaries.hpp"

#include <stdexcept>

#include "core/base/digest.hpp"

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
