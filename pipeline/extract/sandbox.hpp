// SPDX-License-Identifier: Apache-2.0
// The last step before hostile bytes are looked at.
#pragma once

namespace assay::extract {

// Gives up, for good, everything reading a document does not need: the place for system call and
// file system filters on top of what process_limits.hpp takes away. Whatever the libraries load
// from disk must be loaded before (warm_up.hpp). Throws when it cannot.
void enter_sandbox();

}  // namespace assay::extract
