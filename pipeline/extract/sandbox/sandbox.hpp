// SPDX-License-Identifier: Apache-2.0
// The last step before hostile bytes are read: limits which files the reader may still open and
// which system calls it may make. Builds with a sanitizer are treated differently: sanitizers
// reserve terabytes of addresses and need their own files and system calls, so these test builds
// run without the limits that forbid that.
#pragma once

namespace assay::extract {

// Gives up, for good, everything that reading a document does not need: privileges, files, the
// network, other processes. Files that the libraries need must be loaded before (warm_up()).
// landlock: the kernel's Landlock version; with 0 (none), no file can be opened at all. Throws
// IoError if any part fails: nothing may be read without the sandbox.
void enter_sandbox(int landlock);

// Gives up access to all files except reading poppler's character tables, the C library's
// converters and the system's fonts. landlock: the kernel's version (core/extract/landlock.hpp),
// above 0. Precondition: PR_SET_NO_NEW_PRIVS is set. Throws IoError.
void limit_files(int landlock);

enum class Opening {
  Refused,     // no file can be opened: EACCES
  OnlyToRead,  // needs limit_files(): without it, this would open any file
};

// Loads the filter: a system call that is not listed ends the process with SIGSYS. Calls of the
// i386 and x32 interfaces are not listed. Throws IoError.
void limit_system_calls(Opening opening);

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
