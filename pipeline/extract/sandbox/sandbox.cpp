// SPDX-License-Identifier: Apache-2.0
// Applies the parts of the sandbox in order: each one still permits the next.
#include "pipeline/extract/sandbox/sandbox.hpp"

#include <sys/prctl.h>

#include <cerrno>
#include <csignal>
#include <string>

#include "core/base/io.hpp"

namespace assay::extract {
namespace {

void control(int option, unsigned long value, const char* what) {
  if (::prctl(option, value, 0UL, 0UL, 0UL) != 0) throw IoError(what, errno);
}

}  // namespace

Sandbox::Sandbox(int landlock)
    : files_(landlock > 0 ? file_rules(landlock) : FileDescriptor()),
      system_calls_(system_call_rules(landlock > 0 ? Opening::OnlyToRead : Opening::Refused)) {}

void Sandbox::enter() {
  control(PR_SET_NO_NEW_PRIVS, 1, "PR_SET_NO_NEW_PRIVS");
  // Both are cleared when the user changes, so they are set after that.
  control(PR_SET_DUMPABLE, 0, "PR_SET_DUMPABLE");
  control(PR_SET_PDEATHSIG, SIGKILL, "PR_SET_PDEATHSIG");
  if constexpr (kSanitizers) return;
  if (files_.open()) limit_files(files_);
  files_.reset();
  limit_system_calls(system_calls_);
}

}  // namespace assay::extract
