// SPDX-License-Identifier: Apache-2.0
// Runs another program of this machine to its end.
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

}  // namespace assay::ctl
