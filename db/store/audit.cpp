// SPDX-License-Identifier: Apache-2.0
// SQL of the audit trail, and the bytes that its hashes cover.
#include "db/store/audit.hpp"

#include <array>

#include "core/digest.hpp"

namespace assay::store::audit {
namespace {

using pg::Statement;

constexpr std::array<std::string_view, 3> kOutcomes{"allow", "deny", "error"};

// The first entry of a tenant creates the head; sequence 0 stands for "nothing yet".
constexpr Statement kEnsureHead{"audit_ensure_head", R"sql(
INSERT INTO audit_head (tenant_id, sequence, hash) VALUES ($1, 0, $2)
ON CONFLICT (tenant_id) DO NOTHING)sql"};

constexpr Statement kLockHead{"audit_lock_head", R"sql(
SELECT sequence, hash, micros(clock_timestamp()) AS now
FROM audit_head WHERE tenant_id = $1 FOR UPDATE)sql"};

constexpr Statement kInsert{"audit_insert", R"sql(
INSERT INTO audit_log (tenant_id, sequence, id, action, object_type, object_id, actor_type,
  actor_id, actor_email, outcome, request_id, run_id, ip, created_at, previous_hash, hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, from_micros($14), $15, $16))sql"};

constexpr Statement kMoveHead{"audit_move_head", R"sql(
UPDATE audit_head SET sequence = $2, hash = $3 WHERE tenant_id = $1)sql"};

#define ASSAY_AUDIT_FILTER                                                               \
  "tenant_id = $1 AND ($2::text IS NULL OR action = $2)"                                 \
  " AND ($3::text IS NULL OR object_type = $3) AND ($4::text IS NULL OR object_id = $4)" \
  " AND ($5::text IS NULL OR actor_id = $5 OR actor_email = $5)"                         \
  " AND ($6::uuid IS NULL OR run_id = $6)"                                               \
  " AND ($7::bigint IS NULL OR created_at >= from_micros($7))"                           \
  " AND ($8::bigint IS NULL OR created_at < from_micros($8))"

constexpr Statement kList{
    "audit_list",
    "SELECT sequence, id, action, object_type, object_id, actor_type, actor_id, actor_email,"
    " outcome, request_id, run_id, ip, micros(created_at) AS created_at,"
    " encode(previous_hash, 'hex') AS previous_hash, encode(hash, 'hex') AS hash"
    " FROM audit_log WHERE " ASSAY_AUDIT_FILTER
    " AND ($9::bigint IS NULL OR sequence < $9) ORDER BY sequence DESC LIMIT $10"};

constexpr Statement kCount{"audit_count",
                           "SELECT count(*) AS total FROM audit_log WHERE " ASSAY_AUDIT_FILTER};
#undef ASSAY_AUDIT_FILTER

std::string as_text(const Sha256Bytes& digest) {
  return {digest.begin(), digest.end()};
}

Entry read_entry(const pg::Row& row) {
  Entry entry;
  entry.sequence = row.integer("sequence");
  entry.id = row.text("id");
  entry.event.action = row.text("action");
  entry.event.object_type = row.text("object_type");
  entry.event.object_id = row.text("object_id");
  entry.event.actor = {row.text("actor_type"), row.optional_text("actor_id"),
                       row.optional_text("actor_email")};
  for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
    if (kOutcomes[i] == row.view("outcome")) entry.event.outcome = static_cast<Outcome>(i);
  }
  entry.event.request_id = row.optional_text("request_id");
  entry.event.run_id = row.optional_id<RunId>("run_id");
  entry.event.ip = row.optional_text("ip");
  entry.created_at = row.timestamp("created_at");
  entry.previous_hash = row.text("previous_hash");
  entry.hash = row.text("hash");
  return entry;
}

class FieldHasher {
 public:
  void add(std::string_view bytes) {
    add_length(bytes.size());
    digest_.update(bytes);
  }
  void add_optional(const std::optional<std::string>& text) {
    if (text) {
      add(std::string_view(*text));
    } else {
      add_length(~std::uint64_t{0});
    }
  }
  void raw(std::string_view bytes) { digest_.update(bytes); }
  [[nodiscard]] Sha256Bytes finish() { return digest_.finish(); }

 private:
  void add_length(std::uint64_t length) {
    std::string bytes(8, '\0');
    for (std::size_t i = 8; i-- > 0; length >>= 8U) bytes[i] = static_cast<char>(length & 0xFFU);
    digest_.update(bytes);
  }
  Sha256 digest_;
};

}  // namespace

Sha256Bytes chain_hash(const TenantId& tenant, const Entry& entry,
                       std::string_view previous_hash_bytes) {
  const Event& event = entry.event;
  FieldHasher hasher;
  hasher.raw(std::string_view("\x01", 1));
  hasher.raw(previous_hash_bytes);
  hasher.add(tenant.value);
  hasher.add(std::to_string(entry.sequence));
  hasher.add(entry.id);
  hasher.add(std::to_string(to_micros(entry.created_at)));
  hasher.add(event.action);
  hasher.add(event.object_type);
  hasher.add(event.object_id);
  hasher.add(event.actor.type);
  hasher.add_optional(event.actor.id);
  hasher.add_optional(event.actor.email);
  hasher.add(kOutcomes.at(static_cast<std::size_t>(event.outcome)));
  hasher.add_optional(event.request_id);
  hasher.add_optional(event.run_id ? std::optional(event.run_id->value) : std::nullopt);
  hasher.add_optional(event.ip);
  return hasher.finish();
}

void append(pg::Tx& tx, const TenantId& tenant, const Event& event) {
  static const std::string nothing_yet(32, '\0');
  pg::Rows head = tx.run(kLockHead, tenant);
  if (head.empty()) {
    static_cast<void>(tx.run(kEnsureHead, tenant, pg::Bytes{nothing_yet}));
    head = tx.run(kLockHead, tenant);
  }
  const std::string previous = head[0].bytes("hash");

  Entry entry;
  entry.event = event;
  entry.id = new_uuid();
  entry.sequence = head[0].integer("sequence") + 1;
  entry.created_at = head[0].timestamp("now");
  const std::string hash = as_text(chain_hash(tenant, entry, previous));
  static_cast<void>(tx.run(kInsert, tenant, entry.sequence, entry.id, event.action,
                           event.object_type, event.object_id, event.actor.type, event.actor.id,
                           event.actor.email, kOutcomes.at(static_cast<std::size_t>(event.outcome)),
                           event.request_id, event.run_id, event.ip, entry.created_at,
                           pg::Bytes{previous}, pg::Bytes{hash}));
  static_cast<void>(tx.run(kMoveHead, tenant, entry.sequence, pg::Bytes{hash}));
}

std::vector<Entry> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                        std::optional<std::int64_t> before_sequence, int limit) {
  std::vector<Entry> entries;
  for (const pg::Row row :
       tx.run(kList, tenant, filter.action, filter.object_type, filter.object_id, filter.actor,
              filter.run_id, filter.from, filter.to, before_sequence, limit)) {
    entries.push_back(read_entry(row));
  }
  return entries;
}

std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter) {
  return tx
      .run(kCount, tenant, filter.action, filter.object_type, filter.object_id, filter.actor,
           filter.run_id, filter.from, filter.to)[0]
      .integer("total");
}

}  // namespace assay::store::audit
