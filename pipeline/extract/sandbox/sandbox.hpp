// SPDX-License-Identifier: Apache-2.0
// The last step before hostile bytes are read: limits which files the reader may still open and
// which system calls it may make. Builds with a sanitizer are treated differently: sanitizers
// reserve terabytes of addresses and need their own files and system calls, so these test builds
// run without the limits that forbid that.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "core/base/io.hpp"

namespace assay::extract {

// What the sandbox is made of. Prepared once, so that readers that are forked only enter it.
class Sandbox {
 public:
  // landlock: the kernel's Landlock version (core/extract/landlock.hpp); with 0 (none), no file can
  // be opened at all. Throws IoError.
  explicit Sandbox(int landlock);
  // Gives up, for good, everything that reading a document does not need: privileges, files, the
  // network, other processes. Files that the libraries need must be loaded before (warm_up()). Call
  // it once. Throws IoError if any part fails: nothing may be read without the sandbox.
  void enter();

 private:
  FileDescriptor files_;  // not open without Landlock
  std::vector<sock_filter> system_calls_;
};

// A Landlock ruleset without access to any file except reading poppler's character tables, the C
// library's converters and the system's fonts. landlock: above 0. Throws IoError.
[[nodiscard]] FileDescriptor file_rules(int landlock);
// Precondition: PR_SET_NO_NEW_PRIVS is set. Throws IoError.
void limit_files(const FileDescriptor& rules);

enum class Opening {
  Refused,     // no file can be opened: EACCES
  OnlyToRead,  // needs limit_files(): without it, this would open any file
};

// A filter that ends the process with SIGSYS at a system call that is not listed. Calls of the i386
// and x32 interfaces are not listed. Throws IoError.
[[nodiscard]] std::vector<sock_filter> system_call_rules(Opening opening);
// Loads the filter, and one that lets the process signal only itself. Precondition as above. Throws
// IoError.
void limit_system_calls(const std::vector<sock_filter>& rules);

#if defined(__has_feature)  // clang
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ASSAY_SANITIZERS
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // g++
#define ASSAY_SANITIZERS
#endif

#ifdef ASSAY_SANITIZERS
inline constexpr bool kSanitizers = true;
#else
inline constexpr bool kSanitizers = false;
#endif

}  // namespace assay::extract
