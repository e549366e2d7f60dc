// SPDX-License-Identifier: Apache-2.0
// Limits which files the reader may still open.
#pragma once

namespace assay::extract {

// Gives up access to all files except reading poppler's character tables, the C library's
// converters and the system's fonts. landlock: the kernel's version (core/extract/landlock.hpp),
// above 0. Precondition: PR_SET_NO_NEW_PRIVS is set. Throws IoError.
void limit_files(int landlock);

}  // namespace assay::extract
