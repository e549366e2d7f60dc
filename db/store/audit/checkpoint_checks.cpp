// SPDX-License-Identifier: Apache-2.0
// Checks lists of checkpoints.
#include "db/store/audit/trail_checks.hpp"

#include <algorithm>

#include "db/store/audit/checkpoints.hpp"

namespace assay::store::audit {
namespace {

using pg::Statement;

constexpr int kLinesPerStep = 100;
constexpr const char* kUntrusted = "it is signed by a key that is not trusted";
constexpr const char* kMisplaced = "it is stored under a different number";

constexpr Statement kTenants{"audit_tenants", R"sql(
SELECT id FROM tenant UNION SELECT tenant_id FROM audit_head
UNION SELECT DISTINCT tenant_id FROM audit_log ORDER BY 1)sql"};

// One list of checkpoints, from the table or from a file.
class CheckpointWalk {
 public:
  CheckpointWalk(std::string where, const CheckWish& wish, Checked& result)
      : where_(std::move(where)), wish_(wish), result_(result) {}

  // Two lines may share a number, both following the same line: a daemon wrote one into its file,
  // its commit failed, and another daemon made the one in the table. Both prove what they have
  // seen; the list continues from the second.
  void allow_twins() { twins_ = true; }

  // Checks one line by itself, of those before the first of the list.
  bool step_alone(const StoredLine& stored) {
    const auto read = read_checkpoint(stored.line);
    if (!read) return fail(stored.number, "the line is broken: " + read.error().message);
    if (!trusted(read->key)) return fail(stored.number, kUntrusted);
    if (read->number != stored.number) return fail(stored.number, kMisplaced);
    collect(*read);
    return true;
  }

  // Checks the next line; after a broken one, no further line is trusted.
  bool step(const std::string& line) {
    const std::int64_t expected = hashes_.empty() ? 0 : newest() + 1;
    const auto read = read_checkpoint(line);
    if (!read) return fail(expected, "the line is broken: " + read.error().message);
    if (!trusted(read->key)) return fail(read->number, kUntrusted);
    if (hashes_.empty()) {
      first_ = read->number;
      if (first_ == 1 && read->previous != std::string(64, '0')) {
        return fail(1, "an earlier one existed");
      }
    } else if (is_twin(*read)) {
      hashes_.pop_back();
    } else if (read->number != expected) {
      return fail(expected, "it is missing, or not in its place");
    } else if (read->previous != hashes_.back()) {
      return fail(read->number, "it does not follow from the one before");
    }
    hashes_.push_back(read->hash);
    newest_follows_ = read->previous;
    collect(*read);
    return true;
  }

  bool fail(std::int64_t number, std::string reason) {
    broken_ = true;
    if (!result_.first_broken) {
      result_.first_broken = CheckpointBreak{where_, number, std::move(reason)};
    }
    return false;
  }

  [[nodiscard]] std::int64_t first() const { return first_; }
  [[nodiscard]] std::int64_t newest() const {
    return first_ + static_cast<std::int64_t>(hashes_.size()) - 1;
  }
  [[nodiscard]] bool empty() const { return hashes_.empty(); }
  [[nodiscard]] bool broken() const { return broken_; }
  // The hash that the newest one follows.
  [[nodiscard]] const std::string& newest_follows() const { return newest_follows_; }
  [[nodiscard]] const std::string& hash_of(std::int64_t number) const {
    return hashes_.at(static_cast<std::size_t>(number - first_));
  }

 private:
  [[nodiscard]] bool is_twin(const Checkpoint& next) const {
    return twins_ && next.number == newest() && next.previous == newest_follows_ &&
           next.hash != hashes_.back();
  }

  [[nodiscard]] bool trusted(const std::string& key) const {
    return wish_.keys.empty() ||
           std::find(wish_.keys.begin(), wish_.keys.end(), key) != wish_.keys.end();
  }

  void collect(const Checkpoint& checkpoint) {
    for (const Head& head : checkpoint.heads) {
      if (wish_.tenant && head.tenant != *wish_.tenant) continue;
      auto& seen = result_.witnesses[head.tenant];
      // Most tenants' heads do not change from one checkpoint to the next.
      if (!seen.empty() && seen.back().sequence == head.sequence && seen.back().hash == head.hash) {
        continue;
      }
      seen.push_back({head.sequence, head.hash, checkpoint.number});
    }
  }

  std::string where_;
  const CheckWish& wish_;
  Checked& result_;
  std::int64_t first_ = 1;
  std::vector<std::string> hashes_;
  std::string newest_follows_;
  bool twins_ = false;
  bool broken_ = false;
};

// Checks this many of the checkpoints with numbers up to `last`, evenly spread.
void walk_samples(pg::Tx& tx, std::int64_t count, std::int64_t last, CheckpointWalk& walk,
                  Checked& result) {
  const std::int64_t taken = std::min(count, last);
  for (std::int64_t i = 1; i <= taken; ++i) {
    const std::int64_t number = last / taken * i;
    const auto lines = checkpoint_lines(tx, number - 1, 1);
    if (lines.empty() || lines[0].number != number) {
      walk.fail(number, "it is missing");
      return;
    }
    if (!walk.step_alone(lines[0])) return;
    ++result.checkpoints;
  }
}

CheckpointWalk walk_table(pg::Tx& tx, const CheckWish& wish, Checked& result) {
  CheckpointWalk walk("table", wish, result);
  const std::int64_t newest = newest_checkpoint(tx).number;
  std::int64_t after = wish.newest ? std::max<std::int64_t>(0, newest - *wish.newest) : 0;
  const std::int64_t start = after;
  while (!walk.broken()) {
    const auto lines = checkpoint_lines(tx, after, kLinesPerStep);
    if (lines.empty()) break;
    for (const StoredLine& stored : lines) {
      if (!walk.step(stored.line)) break;
      if (walk.newest() != stored.number) {
        walk.fail(stored.number, kMisplaced);
        break;
      }
      result.newest_line = stored.line;
      ++result.checkpoints;
    }
    after = lines.back().number;
  }
  if (!walk.empty() && walk.first() != start + 1) walk.fail(start + 1, "it is missing");
  if (!walk.broken() && start > 0) walk_samples(tx, *wish.newest, start, walk, result);
  return walk;
}

// The common part must be identical, and the table must extend at least as far. name: of the file.
void compare_common(CheckpointWalk& table, CheckpointWalk& file, const std::string& name) {
  if (table.empty() || table.newest() < file.newest()) {
    table.fail(table.empty() ? 1 : table.newest() + 1,
               "the " + name + " goes on to checkpoint " + std::to_string(file.newest()));
    return;
  }
  for (std::int64_t n = std::max(file.first(), table.first()); n <= file.newest(); ++n) {
    if (file.hash_of(n) != table.hash_of(n)) {
      const bool twin = n == file.newest() && n > std::max(file.first(), table.first()) &&
                        file.newest_follows() == table.hash_of(n - 1);
      if (twin) break;  // the next checkpoint adds the table's own to the file
      table.fail(n, "the " + name + " has a different one under this number");
      return;
    }
  }
}

// The file may start later than the table (a new one was begun), but must reach the table's end.
void compare(CheckpointWalk& table, CheckpointWalk& file) {
  if (file.broken() || table.broken()) return;
  if (file.empty()) {
    if (!table.empty()) file.fail(table.newest(), "the file has no checkpoints, the table has");
    return;
  }
  compare_common(table, file, "file");
  if (table.broken()) return;
  if (file.newest() < table.newest()) {
    file.fail(file.newest() + 1, "the file ends here, the table goes on to checkpoint " +
                                     std::to_string(table.newest()));
  }
}

void sort_witnesses(Checked& result) {
  for (auto& [tenant, seen] : result.witnesses) {
    std::stable_sort(seen.begin(), seen.end(),
                     [](const Witness& a, const Witness& b) { return a.sequence < b.sequence; });
  }
}

CheckpointWalk walk_file(const std::string& path, const std::string& name, const CheckWish& wish,
                         Checked& result) {
  CheckpointWalk walk(name, wish, result);
  walk.allow_twins();
  for_each_line(path, [&walk](const std::string& line) { return walk.step(line); });
  return walk;
}

}  // namespace

Checked check_checkpoints(pg::Tx& tx, const CheckWish& wish) {
  Checked result;
  CheckpointWalk table = walk_table(tx, wish, result);
  if (!wish.file.empty()) {
    CheckpointWalk file = walk_file(wish.file, "file", wish, result);
    compare(table, file);
  }
  if (!wish.copy.empty()) {
    CheckpointWalk copy = walk_file(wish.copy, "copy", wish, result);
    if (copy.empty()) copy.fail(1, "the copy has no checkpoints");
    if (!copy.broken() && !table.broken()) compare_common(table, copy, "copy");
  }
  sort_witnesses(result);
  return result;
}

std::vector<TenantId> tenants_with_trail(pg::Tx& tx) {
  return pg::ids_of<TenantId>(tx.run(kTenants));
}

}  // namespace assay::store::audit
