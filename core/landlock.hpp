// SPDX-License-Identifier: Apache-2.0
// Whether the kernel has Landlock, by which a process gives up files for good
// (Linux, Documentation/userspace-api/landlock.rst).
#pragma once

namespace assay {

// The kernel's Landlock version, 1 or higher. 0: the kernel has none, or it is off since boot.
// Throws IoError when the question itself is refused, as an outer filter of system calls does.
[[nodiscard]] int landlock_version();

// Logs how far the document readers of this process can be confined. Call it once at the start.
void log_reader_sandbox();

// For operators: "landlock, seccomp", "seccomp" where the kernel has no Landlock, or "refused"
// where an outer filter forbids it; then no document is read.
[[nodiscard]] const char* reader_sandbox();

}  // namespace assay
