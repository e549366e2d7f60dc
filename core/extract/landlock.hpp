// SPDX-License-Identifier: Apache-2.0
// Reports whether the kernel has Landlock, with which a process permanently gives up access to
// files (Linux, Documentation/userspace-api/landlock.rst).
#pragma once

namespace assay {

// Returns the kernel's Landlock version, 1 or higher; 0 if the kernel lacks it or has it disabled
// at boot. Throws IoError when the call itself is refused, as by an outer system call filter.
[[nodiscard]] int landlock_version();

// Logs how far the document readers of this process can be confined. Call once at startup.
void log_reader_sandbox();

// For operators: "landlock, seccomp", "seccomp" if the kernel has no Landlock, or "refused" if an
// outer filter forbids it; then no document is read.
[[nodiscard]] const char* reader_sandbox();

}  // namespace assay
