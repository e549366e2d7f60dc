// SPDX-License-Identifier: Apache-2.0
// sandbox_refuser landlock|seccomp PROGRAM ARGUMENTS…: runs a program under a filter that refuses
// these system calls with EPERM, like a service manager's filter that does not list them.
#include <seccomp.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <vector>

int main(int argc, char** argv) {
  constexpr int kUsage = 200;
  if (argc < 3) return kUsage;
  const bool landlock = std::string_view(argv[1]) == "landlock";
  scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ALLOW);
  if (filter == nullptr) return kUsage;
  const auto refuse = [filter](int call, const std::vector<scmp_arg_cmp>& conditions) {
    return ::seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), call,
                                    static_cast<unsigned>(conditions.size()),
                                    conditions.data()) == 0;
  };
  const bool made = landlock ? refuse(SCMP_SYS(landlock_create_ruleset), {})
                             : refuse(SCMP_SYS(seccomp), {}) &&
                                   refuse(SCMP_SYS(prctl), {{0, SCMP_CMP_EQ, PR_SET_SECCOMP, 0}});
  if (!made) return kUsage;
  if (::seccomp_load(filter) != 0) return kUsage;
  ::seccomp_release(filter);
  ::execv(argv[2], argv + 2);
  return kUsage;
}
