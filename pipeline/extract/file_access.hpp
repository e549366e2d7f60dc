// SPDX-License-Identifier: Apache-2.0
// Which files the reader may still open.
#pragma once

namespace assay::extract {

// Gives up all files but poppler's character tables and the C library's converters, which may be
// read. landlock: the kernel's version (core/landlock.hpp), above 0. No new privileges must be set
// (PR_SET_NO_NEW_PRIVS). Throws IoError.
void limit_files(int landlock);

}  // namespace assay::extract
