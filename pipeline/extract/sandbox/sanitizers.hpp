// SPDX-License-Identifier: Apache-2.0
// Detects builds with a sanitizer. Sanitizers reserve terabytes of addresses and need their own
// files and system calls, so these test builds run without the limits that forbid that.
#pragma once

namespace assay::extract {

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
