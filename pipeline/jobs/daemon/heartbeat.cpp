// SPDX-License-Identifier: Apache-2.0
// Reads the identity from /proc, and renews leases.
#include "pipeline/jobs/daemon/heartbeat.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <sstream>
#include <vector>

#include "core/base/ids.hpp"
#include "core/base/io.hpp"
#include "core/trace/log.hpp"
#include "db/store/work/queue.hpp"

namespace assay::jobs {
namespace work = store::work;
using Clock = std::chrono::steady_clock;
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) throw IoError("gethostname", errno);
  return name.data();
}

std::string boot_id() {
  try {
    std::string text = read_file("/proc/sys/kernel/random/boot_id");
    while (!text.empty() && text.back() == '\n') text.pop_back();
    if (is_uuid(text)) return text;
  } catch (const IoError&) {
    // ProcSubset=pid hides it.
  }
  return new_uuid();
}

// Clock ticks since boot at which the process started (proc(5), field 22 of stat); nullopt if there
// is no such process.
std::optional<std::string> start_time(std::string_view pid) {
  std::string stat;
  try {
    stat = read_file("/proc/" + std::string(pid) + "/stat");
  } catch (const IoError& error) {
    if (error.error_number() == ENOENT || error.error_number() == ESRCH) return std::nullopt;
    throw;
  }
  // The command in field 2 may contain blanks and brackets; count fields from its last bracket.
  std::istringstream fields(stat.substr(stat.rfind(')') + 1));
  std::string field;
  constexpr int kStart = 22;
  for (int number = 3; number <= kStart && fields >> field; ++number) continue;
  return field;
}

std::vector<std::string> split(std::string_view worker) {
  std::vector<std::string> parts;
  std::istringstream text{std::string(worker)};
  for (std::string part; std::getline(text, part, '/');) parts.push_back(part);
  return parts;
}

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

Heartbeat::Heartbeat(const Config& config, const Identity& identity, ActiveClaims& claims,
                     WorkSignal& signal)
    : config_(config),
      identity_(identity),
      claims_(claims),
      signal_(signal),
      connection_(config.database, "assay-pipeline heartbeat"),
      last_round_(Clock::now()) {}

void Heartbeat::run(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kAfterError{1000};
  while (!stop.stop_requested()) {
    std::chrono::milliseconds pause = config_.heartbeat;
    try {
      beat();
    } catch (const pg::DbError& error) {
      log::warning("heartbeat_missed", {{"error", error.what()}});
      pause = std::min<std::chrono::milliseconds>(pause, kAfterError);
    }
    last_round_ = Clock::now();
    signal_.pause(stop, pause);
  }
}

bool Heartbeat::beating() const {
  // Connecting and a hanging statement have time limits; this is well above both.
  constexpr std::chrono::seconds kSlack{150};
  return Clock::now() - last_round_.load() < config_.heartbeat + kSlack;
}

void Heartbeat::beat() {
  {
    pg::Tx tx(connection_, pg::Access::ReadWrite);
    work::announce(tx, identity_.worker, identity_.host);
    tx.commit();
  }
  for (const ActiveClaims::Held& held : claims_.all()) {
    pg::Tx tx(connection_, pg::Access::ReadWrite);
    if (work::renew(tx, held->claim, config_.lease)) {
      tx.commit();
    } else if (!held->lost.exchange(true)) {
      log::info("lease_lost", {{"subjectId", held->claim.subject_id}});
    }
  }
}

Identity own_identity() {
  const std::string pid = std::to_string(::getpid());
  const std::string host = host_name();
  return {host, host + "/" + boot_id() + "/" + pid + "/" + start_time(pid).value_or("0")};
}

bool surely_dead(std::string_view worker, const Identity& own) {
  const std::vector<std::string> theirs = split(worker);
  const std::vector<std::string> ours = split(own.worker);
  if (theirs.size() != 4 || theirs[0] != ours[0] || theirs[1] != ours[1]) return false;
  if (!all_digits(theirs[2])) return false;
  return start_time(theirs[2]) != theirs[3];
}

}  // namespace assay::jobs
