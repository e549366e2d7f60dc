// SPDX-License-Identifier: Apache-2.0
// One writer at a time; the file first.
#include "db/store/checkpoint_writer.hpp"

#include "core/log.hpp"
#include "db/store/checkpoint_file.hpp"

namespace assay::store::audit {
namespace {

constexpr int kLinesAtOnce = 100;

void report(const std::string& file, const std::string& why) {
  log::error("audit_checkpoint_mismatch", {{"file", file}, {"why", why}});
}

// Brings the file up to what the table has, or the table up to the one line that a crash left in
// the file alone.
void reconcile(pg::Tx& tx, const std::string& file) {
  const CheckpointMark stored = newest_checkpoint(tx);
  std::int64_t known = 0;
  if (const auto line = last_line(file)) {
    const auto last = read_checkpoint(*line);
    if (!last) return report(file, "the last line: " + last.error().message);
    known = last->number;
    if (known == stored.number + 1 && last->previous == stored.hash) {
      insert_checkpoint(tx, *last);
      return;
    }
    if (known > stored.number) {
      return report(file, "the file goes on where the table ends");
    }
    if (known == stored.number && last->hash != stored.hash) {
      return report(file, "file and table have different last checkpoints");
    }
  }
  while (known < stored.number) {
    std::vector<std::string> lines;
    for (const StoredLine& next : checkpoint_lines(tx, known, kLinesAtOnce)) {
      known = next.number;
      lines.push_back(next.line);
    }
    append_lines(file, lines);
  }
}

}  // namespace

std::optional<Checkpoint> write_checkpoint(pg::Connection& connection, const ed25519::KeyPair& keys,
                                           const std::string& file,
                                           std::chrono::seconds unless_younger) {
  pg::Tx tx(connection, pg::Access::ReadWrite);
  lock_checkpoints(tx);
  if (!file.empty()) reconcile(tx, file);
  const auto age = checkpoint_age(tx);
  if (age && *age < static_cast<double>(unless_younger.count())) {
    tx.commit();
    return std::nullopt;
  }
  // The clock first: every entry that a checkpoint has not seen is younger than it says.
  const Timestamp at = checkpoint_clock(tx);
  auto made = make_checkpoint(newest_checkpoint(tx), at, all_heads(tx), keys);
  insert_checkpoint(tx, made);
  if (!file.empty()) append_lines(file, {made.line});
  tx.commit();
  return made;
}

}  // namespace assay::store::audit
