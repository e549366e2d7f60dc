// SPDX-License-Identifier: Apache-2.0
// Recomputes and checks a tenant's chain.
#include "db/store/audit/trail_checks.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "db/pg/statement.hpp"
#include "db/store/audit/entries.hpp"

namespace assay::store::audit {
namespace {

using Fields = std::span<const std::optional<std::string_view>>;

// The number of sequences per query, so that no statement runs long.
constexpr std::int64_t kSequencesPerQuery = 10'000;

// The columns in the order of the enum below; from kId on in hash order. All are read as their
// stored bytes; created_at as microseconds since 2000.
constexpr std::string_view kColumns =
    "SELECT sequence, hash_version, previous_hash, hash, created_at, id::text, action, object_type,"
    " object_id, actor_type, actor_id, actor_email, outcome, request_id, run_id::text, ip,"
    " user_agent, auth_method, actor_role, detail FROM audit_log";
enum Column : std::size_t {
  kSequence,
  kVersion,
  kPreviousHash,
  kHash,
  kCreatedAt,
  kId,
  kAction,
  kIp = 15,
  kDetail = 19,
  kColumnCount
};

// The tenant's entries with sequences in (after, upto], oldest first. No lower bound: from the
// lowest, so that no entry is skipped. No upper bound: only the first.
std::string query(const TenantId& tenant, std::optional<std::int64_t> after,
                  std::optional<std::int64_t> upto) {
  std::string sql(kColumns);
  sql.append(" WHERE tenant_id = '").append(tenant.value).append("'");
  if (after) sql.append(" AND sequence > ").append(std::to_string(*after));
  if (upto) sql.append(" AND sequence <= ").append(std::to_string(*upto));
  return sql.append(" ORDER BY sequence").append(upto ? "" : " LIMIT 1");
}

std::string_view text_of(const std::optional<std::string_view>& field) {
  return field.value_or(std::string_view());
}

std::int64_t number_of(const std::optional<std::string_view>& field) {
  return field ? pg::network_integer(*field) : 0;
}

// Decimal digits of a number, valid until the next call.
class Digits {
 public:
  std::string_view of(std::int64_t value) {
    const auto done = std::to_chars(digits_.data(), digits_.data() + digits_.size(), value);
    return {digits_.data(), static_cast<std::size_t>(done.ptr - digits_.data())};
  }

 private:
  std::array<char, 24> digits_{};
};

// An impossible instant must wrap around to another number, not overflow.
std::int64_t micros_since_1970(std::int64_t since_2000) {
  constexpr std::uint64_t kBetween = 946'684'800'000'000;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(since_2000) + kBetween);
}

class ChainWalk {
 public:
  // Begins after the given place.
  ChainWalk(const TenantId& tenant, std::span<const Witness> witnesses, const Place& start)
      : tenant_(tenant), witnesses_(witnesses), previous_(start.hash), entries_(start.sequence) {}

  // Checks the next entry by sequence; returns false once something is wrong.
  bool step(Fields fields) {
    const std::int64_t sequence = number_of(fields[kSequence]);
    const std::int64_t expected = entries_ + 1;
    if (sequence > expected) return fail(expected, std::nullopt, "the entry is missing");
    if (sequence < expected) return fail(sequence, fields[kId], "the entry was added");
    if (fields[kPreviousHash] != previous_) {
      return fail(sequence, fields[kId], "previousHash is not the hash of the entry before");
    }
    if (!hash_fits(fields)) {
      return fail(sequence, fields[kId], "the hash does not follow from the entry's fields");
    }
    previous_ = text_of(fields[kHash]);
    entries_ = sequence;
    return agrees_with_witnesses(fields[kId]);
  }

  // Call after the last entry.
  void finish(const std::optional<Head>& head) {
    if (broken_) return;
    if (!head) {
      // Before its first entry, a chain has no head.
      const bool begun = entries_ > 0 || (!witnesses_.empty() && witnesses_.back().sequence > 0);
      if (begun) fail(0, std::nullopt, "the head of the chain is missing");
    } else if (head->sequence > entries_) {
      fail(entries_ + 1, std::nullopt,
           "entries are missing up to the head, " + up_to(head->sequence));
    } else if (!witnesses_.empty() && witnesses_.back().sequence > entries_) {
      const Witness& witness = witnesses_.back();
      fail(entries_ + 1, std::nullopt,
           "entries are missing that checkpoint " + std::to_string(witness.checkpoint) +
               " has seen, " + up_to(witness.sequence));
    } else if (head->sequence < entries_) {
      fail(head->sequence + 1, std::nullopt, "there are entries after the head of the chain");
    } else if (head->hash != previous_) {
      fail(entries_, std::nullopt,
           "the head of the chain does not have the hash of the last entry");
    }
  }

  [[nodiscard]] std::int64_t entries() const { return entries_; }
  [[nodiscard]] bool broken() const { return broken_.has_value(); }
  [[nodiscard]] const std::optional<Break>& first_broken() const { return broken_; }
  [[nodiscard]] ChainVerdict verdict() const { return {entries_, previous_, broken_}; }

 private:
  static std::string up_to(std::int64_t sequence) { return "number " + std::to_string(sequence); }

  bool fail(std::int64_t sequence, std::optional<std::string_view> id, std::string reason) {
    broken_ = Break{sequence, std::nullopt, std::move(reason)};
    if (id) broken_->id = std::string(*id);
    return false;
  }

  bool hash_fits(Fields fields) {
    const std::int64_t version = number_of(fields[kVersion]);
    if (version != 1 && version != 2) return false;
    hashed_.start(static_cast<int>(version), previous_);
    hashed_.add(tenant_.value);
    hashed_.add(digits_.of(number_of(fields[kSequence])));
    hashed_.add(fields[kId]);
    hashed_.add(digits_.of(micros_since_1970(number_of(fields[kCreatedAt]))));
    for (std::size_t i = kAction; i <= kIp; ++i) hashed_.add(fields[i]);
    for (std::size_t i = kIp + 1; i <= kDetail; ++i) {
      if (version == 2) hashed_.add(fields[i]);
      if (version == 1 && fields[i]) return false;
    }
    const Sha256Bytes digest = sha256(hashed_.bytes());
    const std::string_view bytes(reinterpret_cast<const char*>(digest.data()), digest.size());
    return fields[kHash] == bytes;
  }

  bool agrees_with_witnesses(std::optional<std::string_view> id) {
    for (; next_witness_ < witnesses_.size(); ++next_witness_) {
      const Witness& witness = witnesses_[next_witness_];
      if (witness.sequence > entries_) break;
      // 0: the chain had no entries then.
      if (witness.sequence == entries_ && witness.hash != previous_) {
        return fail(entries_, id,
                    "checkpoint " + std::to_string(witness.checkpoint) +
                        " has seen a different entry here: the chain was rewritten");
      }
    }
    return true;
  }

  const TenantId& tenant_;
  std::span<const Witness> witnesses_;
  std::size_t next_witness_ = 0;
  std::string previous_;
  std::int64_t entries_;  // the sequence of the last valid entry
  HashedBytes hashed_;
  Digits digits_;
  std::optional<Break> broken_;
};

}  // namespace

std::string to_text(const Break& found) {
  return "the audit trail is broken at entry " + std::to_string(found.sequence) + ": " +
         found.reason;
}

ChainVerdict verify_chain(pg::Tx& tx, const TenantId& tenant, std::span<const Witness> witnesses) {
  const auto newest = head(tx, tenant);
  ChainWalk walk(tenant, witnesses, {});
  const auto take = [&walk](Fields fields) { return walk.step(fields); };
  std::int64_t end = kSequencesPerQuery;
  tx.copy_out(query(tenant, std::nullopt, end), take);
  for (; walk.entries() == end; end += kSequencesPerQuery) {
    tx.copy_out(query(tenant, end, end + kSequencesPerQuery), take);
  }
  if (!walk.broken()) tx.copy_out(query(tenant, end, std::nullopt), take);
  walk.finish(newest);
  return walk.verdict();
}

std::optional<Break> verify_part(pg::Tx& tx, const TenantId& tenant, const Place& start,
                                 const Place& end, const TakeEntry& take) {
  ChainWalk walk(tenant, {}, start);
  const auto step = [&](Fields fields) {
    if (!walk.step(fields)) return false;
    take(walk.entries(), fields[kAction].value_or(""), fields[kDetail]);
    return true;
  };
  for (std::int64_t after = start.sequence; after < end.sequence && walk.entries() == after;) {
    const std::int64_t upto = std::min(end.sequence, after + kSequencesPerQuery);
    tx.copy_out(query(tenant, after, upto), step);
    after = upto;
  }
  if (walk.broken()) return walk.first_broken();
  if (walk.entries() != end.sequence) {
    return Break{walk.entries() + 1, std::nullopt, "the entry is missing"};
  }
  if (walk.verdict().head_hash != end.hash) {
    return Break{end.sequence, std::nullopt, "the entry is not the one that was recorded here"};
  }
  return std::nullopt;
}

}  // namespace assay::store::audit
