// SPDX-License-Identifier: Apache-2.0
// Reads the process identity from /proc.
#include "pipeline/jobs/identity.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <sstream>
#include <vector>

#include "core/base/ids.hpp"
#include "core/base/io.hpp"

namespace assay::jobs {
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
