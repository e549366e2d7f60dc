// SPDX-License-Identifier: Apache-2.0
// Checks owners and modes against what the package makes.
#include <grp.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <sstream>

#include "core/base/io.hpp"
#include "pipeline/ctl/doctor/findings.hpp"
#include "pipeline/ctl/installed.hpp"

namespace assay::ctl::doctor {
namespace {

constexpr const char* kFolders = "/usr/lib/tmpfiles.d/assay.conf";
constexpr const char* kMendFolders = "systemd-tmpfiles --create assay.conf";

struct Wanted {
  std::string path;
  unsigned mode = 0;
  std::string user;
  std::string group;
  [[nodiscard]] std::string text() const {
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), mode, 8).ptr;
    return user + ":" + group + " " + std::string(digits.data(), end);
  }
};

std::string group_name(gid_t id) {
  std::array<char, 16384> buffer{};
  group entry{};
  group* found = nullptr;
  const int error = ::getgrgid_r(id, &entry, buffer.data(), buffer.size(), &found);
  return error == 0 && found != nullptr ? found->gr_name : std::to_string(id);
}

// needed: a file that is not there is a failure too.
void check_path(const Wanted& wanted, const std::string& mend, bool needed, Findings& findings) {
  struct stat there {};
  if (::stat(wanted.path.c_str(), &there) != 0) {
    if (!needed && errno == ENOENT) return;
    findings.push_back({Verdict::Fail, wanted.path, IoError("stat", errno).what(), mend});
    return;
  }
  const Wanted found{wanted.path, there.st_mode & 07777U, os_user_name(there.st_uid),
                     group_name(there.st_gid)};
  const bool right = found.text() == wanted.text();
  findings.push_back({right ? Verdict::Ok : Verdict::Fail, wanted.path,
                      found.text() + (right ? "" : ", should be " + wanted.text()),
                      right ? "" : mend});
}

std::string by_hand(const Wanted& wanted) {
  const std::string text = wanted.text();
  const std::size_t space = text.find(' ');
  return "chown " + text.substr(0, space) + " " + wanted.path + " && chmod " +
         text.substr(space + 1) + " " + wanted.path;
}

void check_file(const Wanted& wanted, bool needed, Findings& findings) {
  check_path(wanted, by_hand(wanted), needed, findings);
}

// Rows such as "d /run/assay 3771 root assay-store -".
void check_folders(const std::string& rows, Findings& findings) {
  std::istringstream lines(rows);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    std::string mode;
    Wanted wanted;
    words >> kind >> wanted.path >> mode >> wanted.user >> wanted.group;
    if (kind != "d") continue;
    static_cast<void>(std::from_chars(mode.data(), mode.data() + mode.size(), wanted.mode, 8));
    check_path(wanted, kMendFolders, true, findings);
  }
}

// Secrets in the file that all services read.
void check_secrets(const std::string& path, Findings& findings) {
  std::istringstream lines(read_file(path));
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.substr(0, line.find('='));
    const bool secret = name.ends_with("_SECRET") || name.ends_with("_API_KEY");
    if (!secret || line.starts_with('#') || line.size() <= name.size() + 1) continue;
    findings.push_back({Verdict::Fail, path, name + " is readable by the API",
                        "move it to /etc/assay/pipeline.env"});
  }
}

}  // namespace

void check_permissions(const Config& config, Findings& findings) {
  std::string rows;
  try {
    rows = read_file(kFolders);
    if (rows.find(" " + config.blob_dir + " ") == std::string::npos) return;
    check_folders(rows, findings);
    check_file({"/etc/assay/assay.env", 0640, "root", "assay"}, true, findings);
    check_file({"/etc/assay/pipeline.env", 0600, "root", "root"}, false, findings);
    check_file({kCertificateKey, 0600, "root", "root"}, false, findings);
    if (!config.audit_key_file.empty()) {
      check_file({config.audit_key_file, 0600, "assay-pipeline", "assay-pipeline"}, false,
                 findings);
    }
    check_file({config.events.key_file, 0600, "assay-pipeline", "assay-pipeline"}, false, findings);
    check_secrets("/etc/assay/assay.env", findings);
  } catch (const IoError& error) {
    if (!rows.empty()) {
      findings.push_back({Verdict::Fail, "permissions", error.what(), "run doctor as root"});
    }
  }
}

}  // namespace assay::ctl::doctor
