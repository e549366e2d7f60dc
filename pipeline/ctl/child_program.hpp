// SPDX-License-Identifier: Apache-2.0
// Runs other programs of this machine to their end, also as another user.
#pragma once

#include <string>
#include <vector>

namespace assay::ctl {

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
// Throws Failure with what it says when it fails.
void run_as_postgres(std::vector<std::string> words, const std::string& input);

}  // namespace assay::ctl
