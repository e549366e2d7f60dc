// SPDX-License-Identifier: Apache-2.0
// The list of attempts. None does harm if it succeeds: signals are number 0, paths are invented.
#include "tests/sandbox/attempts.hpp"

#include <fcntl.h>
#include <linux/sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>

namespace assay::test {
namespace {

constexpr unsigned long kPage = 4096;
constexpr const char* kAbsent = "/nowhere/at/all";

template <class... Arguments>
long call(long number, Arguments... arguments) {
  return ::syscall(number, arguments...);
}

long open_file(const char* path, int flags) {
  return call(SYS_openat, AT_FDCWD, path, flags, 0600);
}

long map(unsigned long protection, unsigned long flags, int fd) {
  return call(SYS_mmap, nullptr, kPage, protection, flags, fd, 0L);
}

long run_true(long number, int at) {
  static std::array<const char*, 2> arguments{"true", nullptr};
  static std::array<const char*, 1> environment{nullptr};
  if (number == SYS_execve) {
    return call(number, "/bin/true", arguments.data(), environment.data());
  }
  return call(number, at, "/bin/true", arguments.data(), environment.data(), 0);
}

// If an attempt creates a child, the child ends at once.
long in_child(long result) {
  if (result == 0) ::_exit(0);
  return result;
}

long open_by_structure() {
  struct {
    std::uint64_t flags, mode, resolve;
  } how{O_RDONLY, 0, 0};
  return call(SYS_openat2, AT_FDCWD, "/etc/passwd", &how, sizeof how);
}

// getpid of the 32-bit interface, which has different call numbers.
long i386() {
  long result = 20;
  asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  return result;
}

const std::vector<Attempt> kAttempts{
    // Files. Only names are tried, since contents would appear in the results.
    {"open /etc/passwd", Outcome::Denied, [] { return open_file("/etc/passwd", O_RDONLY); }},
    {"open /", Outcome::Denied, [] { return open_file("/", O_RDONLY | O_DIRECTORY); }},
    {"open /proc/self/mem", Outcome::Denied, [] { return open_file("/proc/self/mem", O_RDONLY); }},
    {"open /proc/1/status", Outcome::Denied, [] { return open_file("/proc/1/status", O_RDONLY); }},
    {"open out of a folder that may be read", Outcome::Denied,
     [] { return open_file("/usr/share/poppler/../../../etc/passwd", O_RDONLY); }},
    {"open to write", Outcome::Killed, [] { return open_file(kAbsent, O_WRONLY); }},
    {"open to read and write", Outcome::Killed, [] { return open_file(kAbsent, O_RDWR); }},
    {"create", Outcome::Killed, [] { return open_file(kAbsent, O_CREAT); }},
    {"truncate by opening", Outcome::Killed, [] { return open_file(kAbsent, O_TRUNC); }},
    {"open only a path", Outcome::Killed, [] { return open_file("/", O_PATH); }},
    {"open", Outcome::Killed, [] { return call(SYS_open, "/etc/passwd", O_RDONLY); }},
    {"openat2", Outcome::Killed, open_by_structure},
    {"creat", Outcome::Killed, [] { return call(SYS_creat, kAbsent, 0600); }},
    {"open_by_handle_at", Outcome::Killed,
     [] { return call(SYS_open_by_handle_at, AT_FDCWD, nullptr, 0); }},
    {"stat", Outcome::Denied,
     [] {
       struct stat status {};
       return call(SYS_newfstatat, AT_FDCWD, "/etc/passwd", &status, 0);
     }},
    {"access", Outcome::Denied, [] { return call(SYS_access, "/etc/passwd", R_OK); }},
    {"unlink", Outcome::Killed, [] { return call(SYS_unlink, kAbsent); }},
    {"rename", Outcome::Killed, [] { return call(SYS_rename, kAbsent, kAbsent); }},
    {"link", Outcome::Killed, [] { return call(SYS_link, kAbsent, kAbsent); }},
    {"symlink", Outcome::Killed, [] { return call(SYS_symlink, kAbsent, kAbsent); }},
    {"mkdir", Outcome::Killed, [] { return call(SYS_mkdir, kAbsent, 0700); }},
    {"chmod", Outcome::Killed, [] { return call(SYS_chmod, kAbsent, 0700); }},
    {"truncate", Outcome::Killed, [] { return call(SYS_truncate, kAbsent, 0L); }},
    {"chdir", Outcome::Killed, [] { return call(SYS_chdir, "/"); }},
    {"chroot", Outcome::Killed, [] { return call(SYS_chroot, kAbsent); }},
    {"mount", Outcome::Killed,
     [] { return call(SYS_mount, nullptr, kAbsent, nullptr, 0UL, nullptr); }},
    {"write elsewhere than to the results", Outcome::Killed,
     [] { return call(SYS_write, 3, "x", 1UL); }},
    {"write to the document", Outcome::Killed, [] { return call(SYS_write, 0, "x", 1UL); }},
    {"sendfile", Outcome::Killed, [] { return call(SYS_sendfile, 1, 0, nullptr, 1UL); }},
    {"dup", Outcome::Killed, [] { return call(SYS_dup, 1); }},
    {"fcntl F_DUPFD", Outcome::Killed, [] { return call(SYS_fcntl, 1, F_DUPFD, 3); }},
    {"fcntl F_SETOWN", Outcome::Killed, [] { return call(SYS_fcntl, 1, F_SETOWN, 0); }},
    // The network, and other ways to reach processes.
    {"socket AF_INET", Outcome::Killed, [] { return call(SYS_socket, AF_INET, SOCK_STREAM, 0); }},
    {"socket AF_UNIX", Outcome::Killed, [] { return call(SYS_socket, AF_UNIX, SOCK_STREAM, 0); }},
    {"socket AF_NETLINK", Outcome::Killed,
     [] { return call(SYS_socket, AF_NETLINK, SOCK_RAW, 0); }},
    {"socketpair", Outcome::Killed,
     [] {
       std::array<int, 2> ends{};
       return call(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, ends.data());
     }},
    {"connect", Outcome::Killed, [] { return call(SYS_connect, 0, nullptr, 0); }},
    {"sendto", Outcome::Killed, [] { return call(SYS_sendto, 0, "x", 1UL, 0, nullptr, 0); }},
    {"pipe", Outcome::Killed,
     [] {
       std::array<int, 2> ends{};
       return call(SYS_pipe2, ends.data(), 0);
     }},
    {"shmget", Outcome::Killed, [] { return call(SYS_shmget, 0, 0UL, 0); }},
    {"mq_open", Outcome::Killed, [] { return call(SYS_mq_open, "none", O_RDONLY, 0, nullptr); }},
    {"io_uring_setup", Outcome::Killed, [] { return call(SYS_io_uring_setup, 1U, nullptr); }},
    {"io_setup", Outcome::Killed, [] { return call(SYS_io_setup, 0U, nullptr); }},
    // Other programs and processes.
    {"execve", Outcome::Killed, [] { return run_true(SYS_execve, 0); }},
    {"execveat", Outcome::Killed, [] { return run_true(SYS_execveat, AT_FDCWD); }},
    {"fork", Outcome::Killed, [] { return in_child(call(SYS_fork)); }},
    {"clone of a thread", Outcome::Killed, [] { return call(SYS_clone, CLONE_THREAD, nullptr); }},
    {"clone", Outcome::Killed, [] { return in_child(call(SYS_clone, SIGCHLD, nullptr)); }},
    {"clone3", Outcome::Killed, [] { return call(SYS_clone3, nullptr, 0UL); }},
    {"unshare", Outcome::Killed, [] { return call(SYS_unshare, CLONE_NEWUSER); }},
    {"setns", Outcome::Killed, [] { return call(SYS_setns, 0, 0); }},
    {"ptrace", Outcome::Killed,
     [] { return call(SYS_ptrace, PTRACE_TRACEME, 0, nullptr, nullptr); }},
    {"process_vm_readv", Outcome::Killed,
     [] { return call(SYS_process_vm_readv, ::getpid(), nullptr, 0UL, nullptr, 0UL, 0UL); }},
    {"pidfd_open", Outcome::Killed, [] { return call(SYS_pidfd_open, ::getpid(), 0U); }},
    {"kill", Outcome::Killed, [] { return call(SYS_kill, 1, 0); }},
    {"kill all", Outcome::Killed, [] { return call(SYS_kill, -1, 0); }},
    {"tgkill another process", Outcome::Killed, [] { return call(SYS_tgkill, 1, 1, 0); }},
    {"tkill", Outcome::Killed, [] { return call(SYS_tkill, 1, 0); }},
    {"rt_sigqueueinfo", Outcome::Killed, [] { return call(SYS_rt_sigqueueinfo, 1, 0, nullptr); }},
    // Code that was not loaded before.
    {"memory to be executed", Outcome::Killed,
     [] { return map(PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1); }},
    {"memory to be written and executed", Outcome::Killed,
     [] { return map(PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1); }},
    {"file to be written and executed", Outcome::Killed,
     [] { return map(PROT_WRITE | PROT_EXEC, MAP_PRIVATE, 0); }},
    {"the document executed", Outcome::Killed,
     [] { return map(PROT_READ | PROT_EXEC, MAP_PRIVATE, 0); }},
    {"the document executed, by a number with high bits", Outcome::Killed,
     [] {
       return call(SYS_mmap, nullptr, kPage, static_cast<unsigned long>(PROT_READ | PROT_EXEC),
                   static_cast<unsigned long>(MAP_PRIVATE), 1UL << 32U, 0L);
     }},
    {"mprotect to execute", Outcome::Killed,
     [] { return call(SYS_mprotect, nullptr, 0UL, PROT_READ | PROT_EXEC); }},
    {"pkey_mprotect", Outcome::Killed,
     [] { return call(SYS_pkey_mprotect, nullptr, 0UL, PROT_EXEC, -1); }},
    {"memfd_create", Outcome::Killed, [] { return call(SYS_memfd_create, "code", 0U); }},
    {"userfaultfd", Outcome::Killed, [] { return call(SYS_userfaultfd, 0); }},
    // Privileges, limits, and the sandbox itself.
    {"prctl PR_SET_DUMPABLE", Outcome::Killed,
     [] { return call(SYS_prctl, PR_SET_DUMPABLE, 1UL, 0UL, 0UL, 0UL); }},
    {"prctl PR_SET_PDEATHSIG", Outcome::Killed,
     [] { return call(SYS_prctl, PR_SET_PDEATHSIG, 0UL, 0UL, 0UL, 0UL); }},
    {"prctl PR_SET_NO_NEW_PRIVS", Outcome::Killed,
     [] { return call(SYS_prctl, PR_SET_NO_NEW_PRIVS, 0UL, 0UL, 0UL, 0UL); }},
    {"seccomp", Outcome::Killed, [] { return call(SYS_seccomp, 1U, 0U, nullptr); }},
    {"landlock_create_ruleset", Outcome::Killed,
     [] { return call(SYS_landlock_create_ruleset, nullptr, 0UL, 1U); }},
    {"setuid", Outcome::Killed, [] { return call(SYS_setuid, ::getuid()); }},
    {"setresuid", Outcome::Killed, [] { return call(SYS_setresuid, -1, -1, -1); }},
    {"capset", Outcome::Killed, [] { return call(SYS_capset, nullptr, nullptr); }},
    {"setrlimit", Outcome::Killed, [] { return call(SYS_setrlimit, RLIMIT_NOFILE, nullptr); }},
    {"prlimit64 of itself", Outcome::Killed,
     [] {
       const rlimit same{0, 0};
       return call(SYS_prlimit64, 0, RLIMIT_CORE, &same, nullptr);
     }},
    {"prlimit64 of another process", Outcome::Killed,
     [] {
       rlimit now{};
       return call(SYS_prlimit64, 1, RLIMIT_CORE, nullptr, &now);
     }},
    {"bpf", Outcome::Killed, [] { return call(SYS_bpf, 0, nullptr, 0U); }},
    {"perf_event_open", Outcome::Killed,
     [] { return call(SYS_perf_event_open, nullptr, 0, -1, -1, 0UL); }},
    {"keyctl", Outcome::Killed, [] { return call(SYS_keyctl, 0, 0, 0, 0, 0); }},
    {"reboot", Outcome::Killed, [] { return call(SYS_reboot, 0, 0, 0, nullptr); }},
    // The processor's other interfaces, whose numbers mean different calls.
    {"i386", Outcome::KilledOrAbsent, i386},
    {"x32", Outcome::Killed, [] { return call(0x40000000L + SYS_getpid); }},
};

}  // namespace

const std::vector<Attempt>& attempts() {
  return kAttempts;
}

}  // namespace assay::test
