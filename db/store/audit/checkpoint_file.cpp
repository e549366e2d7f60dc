// SPDX-License-Identifier: Apache-2.0
// The file of checkpoints outside the database: reads and appends its lines, and writes
// checkpoints, one writer at a time and the file before the table.
#include "db/store/audit/checkpoints.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "core/base/io.hpp"
#include "core/trace/log.hpp"
#include "db/pg/database_clock.hpp"

namespace assay::store::audit {
namespace {

constexpr std::size_t kStep = std::size_t{64} << 10U;

off_t size_of(int fd, const std::string& path) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) throw IoError("stat " + path, errno);
  return status.st_size;
}

std::string read_at(int fd, off_t at, std::size_t count, const std::string& path) {
  std::string bytes(count, '\0');
  for (std::size_t done = 0; done < count;) {
    const ssize_t got =
        ::pread(fd, bytes.data() + done, count - done, at + static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw IoError("read " + path, got == 0 ? EIO : errno);
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

// The start of the line that ends before `end`; 0 for the first one.
off_t line_start(int fd, off_t end, const std::string& path) {
  while (end > 0) {
    const auto count = static_cast<std::size_t>(std::min<off_t>(end, kStep));
    const std::string piece = read_at(fd, end - static_cast<off_t>(count), count, path);
    const std::size_t newline = piece.rfind('\n');
    end -= static_cast<off_t>(count);
    if (newline != std::string::npos) return end + static_cast<off_t>(newline) + 1;
  }
  return 0;
}

constexpr int kLinesAtOnce = 100;

// A new checkpoint would sign whatever was done to the table, so nothing is signed until a person
// has looked.
[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  log::error("audit_checkpoint_mismatch", {{"file", file}, {"why", why}});
  throw FileContradictsTable(
      "no checkpoint is made, because " + file + " and the table contradict each other: " + why +
      ". Find out why with: assayctl audit verify. After restoring a backup on purpose, move the "
      "file aside: the next checkpoint starts a new one");
}

// Whether two checkpoints share a number and follow the same one.
bool is_twin(const Checkpoint& line, const Checkpoint& stored) {
  return line.hash != stored.hash && line.previous == stored.previous;
}

// nullopt if it is missing or broken, which is for verification to report.
std::optional<Checkpoint> stored_checkpoint(pg::Tx& tx, std::int64_t number) {
  const auto lines = checkpoint_lines(tx, number - 1, 1);
  if (lines.empty() || lines[0].number != number) return std::nullopt;
  auto read = read_checkpoint(lines[0].line);
  if (!read) return std::nullopt;
  return std::move(*read);
}

// A key newly created on this host would silently split the signatures over several keys.
void require_same_key(const Checkpoint& newest, const ed25519::KeyPair& keys) {
  if (newest.key == keys.public_key) return;
  throw OtherKey(
      "checkpoint " + std::to_string(newest.number) +
      " was signed by a different key from this host's: copy the key file of the host that "
      "made it (ASSAY_AUDIT_KEY_FILE) to this one, or switch to this host's key with: "
      "assayctl audit checkpoint --new-key");
}

bool same_heads(const std::vector<Head>& left, const std::vector<Head>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Head& a, const Head& b) {
                      return a.tenant == b.tenant && a.sequence == b.sequence && a.hash == b.hash;
                    });
}

// Adds the table's lines to the file, or to the table the one line that a crash left only in the
// file. If the table got another line in the meantime, the file keeps both.
void reconcile(pg::Tx& tx, const std::string& file) {
  const CheckpointMark stored = newest_checkpoint(tx);
  std::int64_t known = 0;
  if (const auto line = last_line(file)) {
    const auto last = read_checkpoint(*line);
    if (!last) refuse(file, "the last line: " + last.error().message);
    known = last->number;
    if (known == stored.number + 1 && last->previous == stored.hash) {
      insert_checkpoint(tx, *last);
      return;
    }
    if (known > stored.number) refuse(file, "the file has newer checkpoints than the table");
    const auto in_table = stored_checkpoint(tx, known);
    if (in_table && is_twin(*last, *in_table)) {
      log::warning("audit_checkpoint_twice", {{"file", file}, {"number", known}});
      --known;
    } else if (!in_table || last->hash != in_table->hash) {
      refuse(file, "file and table have different checkpoints under the last number");
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

std::optional<std::string> last_line(const std::string& path) {
  if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) return std::nullopt;
  const FileDescriptor file = open_for_reading(path);
  const off_t whole = line_start(file.get(), size_of(file.get(), path), path);
  if (whole == 0) return std::nullopt;
  const off_t start = line_start(file.get(), whole - 1, path);
  return read_at(file.get(), start, static_cast<std::size_t>(whole - 1 - start), path);
}

void append_lines(const std::string& path, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0640));
  if (!file.open()) throw IoError("open " + path, errno);
  const off_t size = size_of(file.get(), path);
  const off_t whole = line_start(file.get(), size, path);
  if (whole != size && ::ftruncate(file.get(), whole) != 0) throw IoError("cut " + path, errno);
  std::string text;
  for (const std::string& line : lines) text.append(line).push_back('\n');
  write_all(file.get(), text);
  sync_to_disk(file.get());
}

void for_each_line(const std::string& path, const std::function<bool(const std::string&)>& take) {
  const FileDescriptor file = open_for_reading(path);
  std::string line;
  std::array<std::byte, kStep> buffer{};
  for (;;) {
    const std::size_t count = read_some(file.get(), buffer);
    if (count == 0) break;
    std::string_view piece(reinterpret_cast<const char*>(buffer.data()), count);
    for (std::size_t end = piece.find('\n'); end != std::string_view::npos;
         end = piece.find('\n')) {
      line.append(piece.substr(0, end));
      if (!take(line)) return;
      line.clear();
      piece.remove_prefix(end + 1);
    }
    line.append(piece);
  }
  if (!line.empty()) static_cast<void>(take(line));
}

std::optional<Checkpoint> write_checkpoint(pg::Connection& connection, const ed25519::KeyPair& keys,
                                           const std::string& file, const Due& due, Signer signer) {
  pg::Tx tx(connection, pg::Access::ReadWrite);
  lock_checkpoints(tx);
  if (!file.empty()) reconcile(tx, file);
  const auto age = checkpoint_age(tx);
  const bool young = age && *age < std::chrono::duration<double>(due.unless_younger).count();
  // Read the clock first: entries that a checkpoint has not seen are then younger than its time.
  const Timestamp at = pg::database_time(tx);
  const std::vector<Head> heads = all_heads(tx);  // by tenant, as in a checkpoint
  const auto newest = stored_checkpoint(tx, newest_checkpoint(tx).number);
  if (young || (due.only_if_moved && newest && same_heads(heads, newest->heads))) {
    tx.commit();
    return std::nullopt;
  }
  if (signer == Signer::AsBefore && newest) require_same_key(*newest, keys);
  auto made = make_checkpoint(newest_checkpoint(tx), at, heads, keys);
  insert_checkpoint(tx, made);
  if (!file.empty()) append_lines(file, {made.line});
  tx.commit();
  return made;
}

}  // namespace assay::store::audit
