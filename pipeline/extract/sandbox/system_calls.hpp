// SPDX-License-Identifier: Apache-2.0
// Limits which system calls the reader may still make.
#pragma once

namespace assay::extract {

enum class Opening {
  Refused,     // no file can be opened: EACCES
  OnlyToRead,  // needs limit_files(): without it, this would open any file
};

// Loads the filter: a system call that is not listed ends the process with SIGSYS. Calls of the
// i386 and x32 interfaces are not listed. Throws IoError.
void limit_system_calls(Opening opening);

}  // namespace assay::extract
