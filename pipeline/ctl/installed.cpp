// SPDX-License-Identifier: Apache-2.0
// Asks the machine about units and users.
#include "pipeline/ctl/installed.hpp"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <sstream>

#include "core/base/error.hpp"
#include "pipeline/ctl/child_program.hpp"

namespace assay::ctl {
namespace {

constexpr std::size_t kEntryBytes = 16384;

}  // namespace

std::vector<std::string> units_in(const std::string& state,
                                  const std::vector<std::string>& patterns) {
  if (!std::filesystem::exists("/run/systemd/system")) return {};
  std::vector<std::string> words = {"systemctl", "list-units", "--plain", "--no-legend",
                                    "--state=" + state};
  words.insert(words.end(), patterns.begin(), patterns.end());
  std::istringstream lines(run_program(words).output);
  std::vector<std::string> units;
  for (std::string line; std::getline(lines, line);) {
    units.push_back(line.substr(0, line.find(' ')));
  }
  return units;
}

OsUser os_user(const std::string& name) {
  std::array<char, kEntryBytes> buffer{};
  passwd entry{};
  passwd* found = nullptr;
  if (::getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found) != 0 ||
      found == nullptr) {
    throw Failure(ErrorCode::NotFound, "there is no user " + name);
  }
  return {entry.pw_uid, entry.pw_gid};
}

std::string os_user_name(uid_t id) {
  std::array<char, kEntryBytes> buffer{};
  passwd entry{};
  passwd* found = nullptr;
  const int error = ::getpwuid_r(id, &entry, buffer.data(), buffer.size(), &found);
  return error == 0 && found != nullptr ? found->pw_name : std::to_string(id);
}

void require_root(const std::string& command) {
  if (::geteuid() != 0) throw Failure(ErrorCode::Forbidden, command + " needs root: use sudo");
}

}  // namespace assay::ctl
