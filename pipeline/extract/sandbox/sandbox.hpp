// SPDX-License-Identifier: Apache-2.0
// The last step before hostile bytes are read.
#pragma once

namespace assay::extract {

// Gives up, for good, everything that reading a document does not need: privileges, files, the
// network, other processes. Files that the libraries need must be loaded before (warm_up.hpp).
// landlock: the kernel's Landlock version; with 0 (none), no file can be opened at all. Throws
// IoError if any part fails: nothing may be read without the sandbox.
void enter_sandbox(int landlock);

}  // namespace assay::extract
