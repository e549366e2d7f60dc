// SPDX-License-Identifier: Apache-2.0
// Runs the server's programs as the user postgres.
#include "pipeline/ctl/superuser.hpp"

#include <unistd.h>

#include "core/base/error.hpp"
#include "pipeline/ctl/child_program.hpp"

namespace assay::ctl {

std::string psql(std::vector<std::string> words) {
  words.insert(words.begin(), {"psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"});
  const Ended ended = run_program(as_user("postgres", std::move(words)));
  if (ended.status != 0) {
    throw Failure(ErrorCode::Unavailable,
                  "the PostgreSQL server of this machine: " + ended.errors +
                      "\nInstall it with: apt install postgresql-15. If there is no cluster: "
                      "pg_createcluster 15 main --start");
  }
  return ended.output;
}

void run_as_postgres(std::vector<std::string> words, const std::string& input) {
  const std::string name = words.front();
  const Ended ended = run_program(as_user("postgres", std::move(words)), input);
  if (ended.status != 0) throw Failure(ErrorCode::Internal, name + ": " + ended.errors);
}

void require_root(const std::string& command) {
  if (::geteuid() != 0) throw Failure(ErrorCode::Forbidden, command + " needs root: use sudo");
}

}  // namespace assay::ctl
