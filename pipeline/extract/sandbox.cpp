// SPDX-License-Identifier: Apache-2.0
// Confinement by the process's own means: what it can no longer gain or reach.
#include "pipeline/extract/sandbox.hpp"

#include <sys/prctl.h>

#include <cerrno>
#include <csignal>
#include <string>

#include "core/io.hpp"

namespace assay::extract {
namespace {

void control(int option, unsigned long value, const char* what) {
  if (::prctl(option, value, 0UL, 0UL, 0UL) != 0) throw IoError(what, errno);
}

}  // namespace

void enter_sandbox() {
  control(PR_SET_NO_NEW_PRIVS, 1, "PR_SET_NO_NEW_PRIVS");
  // Both are cleared when the user changes, so they come after that.
  control(PR_SET_DUMPABLE, 0, "PR_SET_DUMPABLE");
  control(PR_SET_PDEATHSIG, SIGKILL, "PR_SET_PDEATHSIG");
}

}  // namespace assay::extract
