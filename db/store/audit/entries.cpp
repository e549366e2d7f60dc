// SPDX-License-Identifier: Apache-2.0
// SQL of the audit trail, and the bytes that its hashes cover.
#include "db/store/audit/entries.hpp"

#include <array>

namespace assay::store::audit {
namespace {

using pg::Statement;

constexpr std::array<std::string_view, 3> kOutcomes{"allow", "deny", "error"};

constexpr Statement kAppend{"audit_append", R"sql(
SELECT audit_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16))sql"};

constexpr Statement kHead{"audit_head",
                          "SELECT tenant_id, sequence, hash FROM audit_head WHERE tenant_id = $1"};

constexpr std::string_view kSelect = R"sql(
SELECT sequence, id, action, object_type, object_id, actor_type, actor_id, actor_email, actor_role,
  outcome, request_id, run_id, ip, user_agent, auth_method, detail,
  micros(created_at) AS created_at, hash_version, encode(previous_hash, 'hex') AS previous_hash,
  encode(hash, 'hex') AS hash
FROM audit_log)sql";

constexpr std::string_view kFilter = R"sql(
WHERE tenant_id = $1 AND ($2::text IS NULL OR action = $2)
  AND ($3::text IS NULL OR object_type = $3) AND ($4::text IS NULL OR object_id = $4)
  AND ($5::text IS NULL OR actor_id = $5) AND ($6::text IS NULL OR actor_email = $6)
  AND ($7::uuid IS NULL OR run_id = $7)
  AND ($8::bigint IS NULL OR created_at >= from_micros($8))
  AND ($9::bigint IS NULL OR created_at < from_micros($9))
  AND ($10::bigint IS NULL OR (sequence > $10 AND action <> 'audit.read'))
  AND ($11::boolean OR outcome <> 'allow' OR action NOT IN ('audit.export', 'audit.read',
       'audit.verify', 'document.download', 'export.download', 'pack.export', 'run.replay',
       'tenant.list')))sql";

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "audit_list",
                                     .select = std::string(kSelect),
                                     .filter = std::string(kFilter),
                                     .id = "id",
                                     .parameters = 11,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kPage{"audit_page", {kSelect, kFilter, R"sql(
  AND sequence > $12 AND sequence <= $13
ORDER BY sequence LIMIT $14)sql"}};

constexpr Statement kCount{"audit_count", {"SELECT count(*) AS total FROM audit_log", kFilter}};

// The statements above have an index for every filter, but it is used only if they are planned with
// the actual filter values.
constexpr Statement kPlanWithValues{"audit_plan_with_values",
                                    "SET LOCAL plan_cache_mode = force_custom_plan"};

Entry read_entry(const pg::Row& row) {
  Entry entry;
  entry.sequence = row.integer("sequence");
  entry.id = row.text("id");
  entry.event.action = row.text("action");
  entry.event.object_type = row.text("object_type");
  entry.event.object_id = row.text("object_id");
  entry.event.actor = {row.text("actor_type"), row.optional_text("actor_id"),
                       row.optional_text("actor_email"), row.optional_text("actor_role")};
  for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
    if (kOutcomes[i] == row.view("outcome")) entry.event.outcome = static_cast<Outcome>(i);
  }
  entry.event.request_id = row.optional_text("request_id");
  entry.event.run_id = row.optional_id<RunId>("run_id");
  entry.event.ip = row.optional_text("ip");
  entry.event.user_agent = row.optional_text("user_agent");
  entry.event.auth_method = row.optional_text("auth_method");
  entry.event.detail = row.optional_text("detail");
  entry.created_at = row.timestamp("created_at");
  entry.previous_hash = row.text("previous_hash");
  entry.hash = row.text("hash");
  entry.hash_version = static_cast<int>(row.integer("hash_version"));
  return entry;
}

// Actors are filtered by address or by id; only addresses contain an @.
struct ActorFilter {
  explicit ActorFilter(const Filter& filter) {
    if (filter.actor) (filter.actor->find('@') == std::string::npos ? id : email) = filter.actor;
  }
  std::optional<std::string> id;
  std::optional<std::string> email;
};

}  // namespace

void HashedBytes::start(int version, std::string_view previous_hash) {
  bytes_.assign(1, static_cast<char>(version));
  bytes_.append(previous_hash);
}

void HashedBytes::add(std::optional<std::string_view> field) {
  std::uint64_t length = field ? field->size() : ~std::uint64_t{0};
  std::array<char, 8> bytes{};
  for (std::size_t i = bytes.size(); i-- > 0; length >>= 8U) {
    bytes.at(i) = static_cast<char>(length & 0xFFU);
  }
  bytes_.append(bytes.data(), bytes.size());
  if (field) bytes_.append(*field);
}

void append(pg::Tx& tx, const TenantId& tenant, const Event& event) {
  const Actor& actor = event.actor;
  tx.run_with_next(kAppend, pg::Params(tenant, new_uuid(), event.action, event.object_type,
                                       event.object_id, actor.type, actor.id, actor.email,
                                       kOutcomes.at(static_cast<std::size_t>(event.outcome)),
                                       event.request_id, event.run_id, event.ip, event.user_agent,
                                       event.auth_method, actor.role, event.detail));
}

pg::PartOf<Entry> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                       const pg::Part& part) {
  const ActorFilter actor(filter);
  static_cast<void>(tx.run(kPlanWithValues));
  return ordered().rows(tx, part, read_entry, tenant, filter.action, filter.object_type,
                        filter.object_id, actor.id, actor.email, filter.run_id, filter.from,
                        filter.to, filter.after, filter.reads);
}

std::vector<Entry> page(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                        std::int64_t after, std::int64_t last, int limit) {
  const ActorFilter actor(filter);
  static_cast<void>(tx.run(kPlanWithValues));
  return pg::all_of(tx.run(kPage, tenant, filter.action, filter.object_type, filter.object_id,
                           actor.id, actor.email, filter.run_id, filter.from, filter.to,
                           filter.after, filter.reads, after, last, limit),
                    read_entry);
}

std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter) {
  const ActorFilter actor(filter);
  static_cast<void>(tx.run(kPlanWithValues));
  return tx
      .run(kCount, tenant, filter.action, filter.object_type, filter.object_id, actor.id,
           actor.email, filter.run_id, filter.from, filter.to, filter.after, filter.reads)[0]
      .integer("total");
}

std::optional<Head> head(pg::Tx& tx, const TenantId& tenant) {
  const pg::Rows rows = tx.run(kHead, tenant);
  if (rows.empty()) return std::nullopt;
  return Head{tenant, rows[0].integer("sequence"), rows[0].bytes("hash")};
}

}  // namespace assay::store::audit
