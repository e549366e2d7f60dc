// SPDX-License-Identifier: Apache-2.0
// Asks for Landlock's version. A reader inherits every outer filter, so it gets the same answer.
#include "core/extract/landlock.hpp"

#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/io.hpp"
#include "core/trace/log.hpp"

namespace assay {

int landlock_version() {
  const long version =
      ::syscall(SYS_landlock_create_ruleset, nullptr, 0UL, LANDLOCK_CREATE_RULESET_VERSION);
  if (version > 0) return static_cast<int>(version);
  if (errno == ENOSYS || errno == EOPNOTSUPP) return 0;
  throw IoError("landlock_create_ruleset", errno);
}

const char* reader_sandbox() {
  try {
    return landlock_version() > 0 ? "landlock, seccomp" : "seccomp";
  } catch (const IoError&) {
    return "refused";
  }
}

void log_reader_sandbox() {
  const std::string_view sandbox = reader_sandbox();
  if (sandbox == "seccomp") {
    log::warning(
        "reader_sandbox",
        {{"sandbox", sandbox},
         {"what",
          "the kernel has no Landlock: document readers cannot open any file, so PDF files "
          "that need poppler's character tables lose that text"}});
  } else if (sandbox == "refused") {
    log::error("reader_sandbox",
               {{"sandbox", sandbox},
                {"what",
                 "a filter of system calls around this process forbids Landlock: "
                 "no document can be read until it allows landlock_* and seccomp"}});
  } else {
    log::info("reader_sandbox", {{"sandbox", sandbox}});
  }
}

}  // namespace assay
