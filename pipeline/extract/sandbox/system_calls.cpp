// SPDX-License-Identifier: Apache-2.0
// The list of system calls, measured over real documents of every format (tests/sandbox compares
// the text with and without it), as a libseccomp filter.
#include "pipeline/extract/sandbox/sandbox.hpp"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "core/base/io.hpp"

namespace assay::extract {
namespace {

using Condition = scmp_arg_cmp;

// Compares the lower 32 bits of arguments: the kernel takes descriptors and flags as int.
Condition bits(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}
Condition is(unsigned argument, std::uint64_t value) {
  return bits(argument, 0xFFFFFFFFU, value);
}

class Filter {
 public:
  Filter() : context_(::seccomp_init(SCMP_ACT_KILL_PROCESS)) {
    if (!context_) throw std::bad_alloc();
    // Also for the processor's other interfaces; the default there ends only one thread.
    set(SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    set(SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a tree, not a list
  }
  void allow(int call, const std::vector<Condition>& conditions = {}) {
    add(SCMP_ACT_ALLOW, call, conditions);
  }
  void refuse(int call, int error_number, const std::vector<Condition>& conditions = {}) {
    add(SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error_number)), call, conditions);
  }
  // The filter as the kernel takes it.
  [[nodiscard]] std::vector<sock_filter> compiled() const {
    const FileDescriptor file(::memfd_create("system calls", MFD_CLOEXEC));
    if (!file.open()) throw IoError("memfd_create", errno);
    check(::seccomp_export_bpf(context_.get(), file.get()), "seccomp_export_bpf");
    const off_t size = ::lseek(file.get(), 0, SEEK_CUR);
    if (size < 0) throw IoError("lseek", errno);
    std::vector<sock_filter> instructions(static_cast<std::size_t>(size) / sizeof(sock_filter));
    const auto bytes = std::as_writable_bytes(std::span(instructions));
    if (read_some_at(file.get(), bytes, 0) != bytes.size()) throw IoError("read", EIO);
    return instructions;
  }

 private:
  struct Release {
    void operator()(void* context) const { ::seccomp_release(context); }
  };
  static void check(int result, const char* what) {
    if (result < 0) throw IoError(what, -result);
  }
  void set(scmp_filter_attr attribute, std::uint32_t value) {
    check(::seccomp_attr_set(context_.get(), attribute, value), "seccomp_attr_set");
  }
  void add(std::uint32_t action, int call, const std::vector<Condition>& conditions) {
    check(
        ::seccomp_rule_add_exact_array(context_.get(), action, call,
                                       static_cast<unsigned>(conditions.size()), conditions.data()),
        "seccomp_rule_add");
  }

  std::unique_ptr<void, Release> context_;
};

void add_memory(Filter& filter, Opening opening) {
  for (const int call : {SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise)}) {
    filter.allow(call);
  }
  filter.allow(SCMP_SYS(mmap), {bits(2, PROT_EXEC, 0)});
  filter.allow(SCMP_SYS(mprotect), {bits(2, PROT_EXEC, 0)});
  // A converter is a shared library: its code comes from a file that cannot be written, never from
  // the document, which is descriptor 0. "Not 0" is a list: any of the low bits is set.
  if (opening == Opening::OnlyToRead) {
    constexpr std::uint64_t kHighestDescriptor = 1U << 9U;
    for (std::uint64_t bit = 1; bit <= kHighestDescriptor; bit <<= 1U) {
      filter.allow(SCMP_SYS(mmap), {bits(2, PROT_WRITE | PROT_EXEC, PROT_EXEC),
                                    bits(3, MAP_ANONYMOUS, 0), bits(4, bit, bit)});
    }
  }
}

void add_files(Filter& filter, Opening opening) {
  for (const int call : {SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(lseek), SCMP_SYS(close),
                         SCMP_SYS(fstat), SCMP_SYS(getdents64), SCMP_SYS(fadvise64)}) {
    filter.allow(call);
  }
  filter.allow(SCMP_SYS(write), {is(0, STDOUT_FILENO)});
  filter.allow(SCMP_SYS(write), {is(0, STDERR_FILENO)});
  filter.allow(SCMP_SYS(writev), {is(0, STDERR_FILENO)});
  constexpr std::uint32_t kHarmless = O_CLOEXEC | O_NONBLOCK | O_DIRECTORY | O_NOFOLLOW | O_NOCTTY;
  const Condition only_to_read = bits(2, ~kHarmless & 0xFFFFFFFFU, O_RDONLY);
  if (opening == Opening::OnlyToRead) {
    filter.allow(SCMP_SYS(openat), {only_to_read});
  } else {
    filter.refuse(SCMP_SYS(openat), EACCES, {only_to_read});
  }
  // The C library's fstat(); a lookup by name is refused.
  filter.allow(SCMP_SYS(newfstatat), {bits(3, AT_EMPTY_PATH, AT_EMPTY_PATH)});
  filter.refuse(SCMP_SYS(newfstatat), EACCES, {bits(3, AT_EMPTY_PATH, 0)});
  // The libraries try these and continue without an answer.
  for (const int call : {SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2),
                         SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(stat), SCMP_SYS(lstat),
                         SCMP_SYS(statx), SCMP_SYS(statfs), SCMP_SYS(fstatfs), SCMP_SYS(getcwd)}) {
    filter.refuse(call, EACCES);
  }
  filter.refuse(SCMP_SYS(ioctl), ENOTTY);
  for (const int command : {F_GETFD, F_SETFD, F_GETFL}) {
    filter.allow(SCMP_SYS(fcntl), {is(1, static_cast<std::uint64_t>(command))});
  }
}

void add_process(Filter& filter) {
  for (const int call :
       {SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask),
        SCMP_SYS(futex), SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(time),
        SCMP_SYS(getrandom), SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getuid),
        SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid), SCMP_SYS(sysinfo)}) {
    filter.allow(call);
  }
  // abort() signals its own process: others are left out by signals_to_itself().
  filter.allow(SCMP_SYS(tgkill));
  // The process reads its own limits.
  filter.allow(SCMP_SYS(prlimit64), {is(0, 0), {2, SCMP_CMP_EQ, 0, 0}});
}

// Ends a process that signals another one. Not part of the list, which is the same in every reader.
std::array<sock_filter, 6> signals_to_itself() {
  const auto self = static_cast<std::uint32_t>(::getpid());
  constexpr auto kReceiver = static_cast<std::uint32_t>(offsetof(seccomp_data, args));
  return {{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
           BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 2),
           BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kReceiver),  // its lower half: little endian
           BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 0, 1),
           BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
           BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)}};
}

// For all threads.
void load(std::span<const sock_filter> instructions) {
  const sock_fprog program{static_cast<unsigned short>(instructions.size()),
                           const_cast<sock_filter*>(instructions.data())};  // only read
  const long thread =
      ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  if (thread != 0) throw IoError("seccomp", thread < 0 ? errno : ESRCH);
}

}  // namespace

std::vector<sock_filter> system_call_rules(Opening opening) {
  Filter filter;
  add_memory(filter, opening);
  add_files(filter, opening);
  add_process(filter);
  return filter.compiled();
}

void limit_system_calls(const std::vector<sock_filter>& rules) {
  // The list refuses further filters, so it comes last.
  load(signals_to_itself());
  load(rules);
}

}  // namespace assay::extract
