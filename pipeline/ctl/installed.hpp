// SPDX-License-Identifier: Apache-2.0
// The installed package on this machine: its paths, its users, and how its services are started.
// Runs other programs, also as another user, and waits for them to end.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace assay::ctl {

inline constexpr const char* kSharedFiles = "/usr/share/assay/";  // scripts of the package

// The site of nginx, and the certificate and key that it names.
inline constexpr const char* kEnabledSite = "/etc/nginx/sites-enabled/assay.conf";
inline constexpr const char* kCertificate = "/etc/assay/tls/fullchain.pem";
inline constexpr const char* kCertificateKey = "/etc/assay/tls/key.pem";

// Commands for a person to type.
inline constexpr const char* kStartAtBoot = "systemctl enable --now assay.target";
inline constexpr const char* kStartApi = "systemctl start assay-api.socket assay.target";
inline constexpr const char* kStartPipeline = "systemctl start assay-pipeline";
inline constexpr const char* kStopAll =
    "systemctl stop assay.target assay-migrate assay-api.socket assay-health.socket";

// The units of systemd in this state ("active", "failed") whose names match the patterns. None on a
// machine without systemd.
[[nodiscard]] std::vector<std::string> units_in(const std::string& state,
                                                const std::vector<std::string>& patterns);

struct OsUser {
  uid_t id = 0;
  gid_t group = 0;
};
// Throws Failure NOT_FOUND if the operating system has no such user.
[[nodiscard]] OsUser os_user(const std::string& name);
// The name, or the number if it has none.
[[nodiscard]] std::string os_user_name(uid_t id);

// Throws Failure naming the command unless the process is root.
void require_root(const std::string& command);

struct Ended {
  int status = 0;      // its exit status; 128 and above: a signal ended it
  std::string output;  // standard output
  std::string errors;  // standard error, without the line break at its end
};

// words[0] is looked up in PATH. input: the file that is its standard input; by default it is
// empty. Its working directory is /. Throws IoError if it cannot be started.
[[nodiscard]] Ended run_program(const std::vector<std::string>& words,
                                const std::string& input = {});

// The words, run as that user with its groups. The caller is root.
[[nodiscard]] std::vector<std::string> as_user(const std::string& user,
                                               std::vector<std::string> words);

// The PostgreSQL server's own programs, run as the user postgres, its superuser.

// Standard output of psql, which stops at the first error. Throws Failure with its message, and
// how to get a server.
[[nodiscard]] std::string psql(std::vector<std::string> words);

// Runs a program as the user postgres. input: the file that it reads as standard input, or "".
// Throws Failure with the program's error output if it fails.
void run_as_postgres(std::vector<std::string> words, const std::string& input);

}  // namespace assay::ctl
