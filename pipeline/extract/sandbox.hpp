// SPDX-License-Identifier: Apache-2.0
// The last step before hostile bytes are looked at.
#pragma once

namespace assay::extract {

// Gives up, for good, everything that reading a document does not need: privileges, files, the
// network, other processes. What the libraries load from disk must be loaded before (warm_up.hpp).
// landlock: the kernel's version of it; 0 where it has none, and then no file can be opened at all.
// Throws IoError when any part fails: without the sandbox nothing may be read.
void enter_sandbox(int landlock);

}  // namespace assay::extract
