// SPDX-License-Identifier: Apache-2.0
// Work on the PostgreSQL server of this machine as its superuser, through psql and its like.
#pragma once

#include <string>
#include <vector>

namespace assay::ctl {

inline constexpr const char* kSharedFiles = "/usr/share/assay/";  // scripts of the package

// Standard output of psql, which stops at the first error. Throws Failure with its message, and
// how to get a server.
[[nodiscard]] std::string psql(std::vector<std::string> words);

// Runs a program as the user postgres. input: the file that it reads as standard input, or "".
// Throws Failure with what it says when it fails.
void run_as_postgres(std::vector<std::string> words, const std::string& input);

// Throws Failure naming the command unless the process is root.
void require_root(const std::string& command);

}  // namespace assay::ctl
