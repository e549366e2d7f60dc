// SPDX-License-Identifier: Apache-2.0
// Finds the two checkpoints around an entry, and recomputes the chain between them.
#include "db/store/audit_entry_proof.hpp"

#include <algorithm>

#include "db/store/checkpoints.hpp"

namespace assay::store::audit {
namespace {

using pg::Statement;

constexpr Statement kFirstOfRun{"audit_first_of_run", R"sql(
SELECT sequence, extract(epoch FROM clock_timestamp() - created_at)::double precision AS age
FROM audit_log WHERE tenant_id = $1 AND run_id = $2 AND action = $3
ORDER BY sequence LIMIT 1)sql"};

constexpr Statement kFirstOfObject{"audit_first_of_object", R"sql(
SELECT sequence FROM audit_log WHERE tenant_id = $1 AND object_id = $2 AND action = $3
ORDER BY sequence LIMIT 1)sql"};

// The newest checkpoint with a number in (after, upto], and the tenant's sequence in it. A line
// holds heads as ["tenant",sequence,"hash"]; they are read here without checking, only to find the
// right line.
constexpr Statement kSeen{"audit_checkpoint_seen", R"sql(
SELECT number, coalesce(substring(line FROM '\["' || $1 || '",([0-9]{1,18}),"')::bigint, 0) AS seen
FROM audit_checkpoint WHERE number > $2 AND number <= $3 ORDER BY number DESC LIMIT 1)sql"};

Break broken_at(std::int64_t sequence, std::string reason) {
  return {sequence, std::nullopt, std::move(reason)};
}

// Two neighbouring checkpoints, 0 for none: the last that has not seen the entry, and the first
// that has.
struct Around {
  std::int64_t before = 0;
  std::int64_t after = 0;
};

Around find_around(pg::Tx& tx, const TenantId& tenant, std::int64_t sequence) {
  Around found;
  std::int64_t end = newest_checkpoint(tx).number + 1;  // this one has seen it, or does not exist
  while (end - found.before > 1) {
    const std::int64_t middle = found.before + (end - found.before) / 2;
    const pg::Rows rows = tx.run(kSeen, tenant.value, found.before, middle);
    if (rows.empty()) {
      found.before = middle;  // checkpoints up to the middle are missing
    } else if (rows[0].integer("seen") >= sequence) {
      end = found.after = rows[0].integer("number");
    } else {
      found.before = middle;
    }
  }
  return found;
}

// The tenant's place in the highest-numbered checkpoint up to this one. nullopt if there is none.
Result<std::optional<Place>, Break> signed_place(pg::Tx& tx, const TenantId& tenant,
                                                 std::int64_t upto, std::int64_t sequence,
                                                 const std::vector<std::string>& keys) {
  const pg::Rows rows = tx.run(kSeen, tenant.value, std::int64_t{0}, upto);
  if (upto == 0 || rows.empty()) return std::optional<Place>();
  const std::int64_t number = rows[0].integer("number");
  const auto fault = [&](const std::string& what) {
    return broken_at(sequence, "checkpoint " + std::to_string(number) + " " + what);
  };
  const auto lines = checkpoint_lines(tx, number - 1, 1);
  const auto checkpoint = read_checkpoint(lines.at(0).line);
  if (!checkpoint) return fault("is broken: " + checkpoint.error().message);
  if (checkpoint->number != number) return fault("is stored under another number");
  if (!keys.empty() && std::find(keys.begin(), keys.end(), checkpoint->key) == keys.end()) {
    return fault("is signed by a key that is not trusted");
  }
  for (const Head& head : checkpoint->heads) {
    if (head.tenant == tenant) return std::optional(Place{head.sequence, head.hash});
  }
  return std::optional<Place>();
}

}  // namespace

std::optional<RunEntry> first_entry_of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                           std::string_view action) {
  const pg::Rows rows = tx.run(kFirstOfRun, tenant, run, action);
  if (rows.empty()) return std::nullopt;
  return RunEntry{rows[0].integer("sequence"), rows[0].real("age")};
}

std::optional<std::int64_t> first_entry_of_object(pg::Tx& tx, const TenantId& tenant,
                                                  const std::string& object,
                                                  std::string_view action) {
  const pg::Rows rows = tx.run(kFirstOfObject, tenant, object, action);
  if (rows.empty()) return std::nullopt;
  return rows[0].integer("sequence");
}

Result<ProvenEntry, Break> prove_entry(pg::Tx& tx, const TenantId& tenant, std::int64_t sequence,
                                       const std::vector<std::string>& keys) {
  const auto newest = head(tx, tenant);
  if (!newest) return broken_at(0, "the head of the chain is missing");
  const Around around = find_around(tx, tenant, sequence);
  const auto before = signed_place(tx, tenant, around.before, sequence, keys);
  if (!before) return before.error();
  const auto after = signed_place(tx, tenant, around.after, sequence, keys);
  if (!after) return after.error();
  const Place start = before->value_or(Place{});
  const Place end = after->value_or(Place{newest->sequence, newest->hash});
  if (start.sequence >= sequence || end.sequence < sequence) {
    return broken_at(sequence, "the checkpoints around the entry contradict each other");
  }
  ProvenEntry proven;
  proven.checkpoint = *after ? around.after : 0;
  const auto broken = verify_part(
      tx, tenant, start, end,
      [&](std::int64_t at, std::string_view action, std::optional<std::string_view> detail) {
        if (at != sequence) return;
        proven.action = action;
        if (detail) proven.detail = std::string(*detail);
      });
  if (broken) return *broken;
  return proven;
}

}  // namespace assay::store::audit
