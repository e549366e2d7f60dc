// SPDX-License-Identifier: Apache-2.0
// Runs one of the test programs on a document.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "core/base/io.hpp"
#include "core/extract/reader_parent.hpp"

namespace assay::test {

struct Started {
  pid_t pid = -1;
  FileDescriptor results;  // the other end of its descriptor 1
};

// document: descriptor 0 of the program; descriptor 2 is /dev/null. Throws IoError. The caller must
// reap the process.
[[nodiscard]] Started start(const std::vector<std::string>& arguments, int document);

// The same program, forked instead of started. Waits until there is a process to fork from.
[[nodiscard]] Started start_forked(ReaderParent& parent, const std::vector<std::string>& arguments,
                                   int document);

struct Ended {
  int status = 0;      // of waitpid
  std::string output;  // all of descriptor 1
};

// Starts the program and waits for its end.
[[nodiscard]] Ended run(const std::vector<std::string>& arguments, int document);
[[nodiscard]] Ended end_of(const Started& started);

}  // namespace assay::test
