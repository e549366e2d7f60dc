// SPDX-License-Identifier: Apache-2.0
// The version of the reader, which is stored with every document that it read.
#pragma once

namespace assay {

// Raise it when documents are read better or formats are added, so that administrators can have
// older ones read again. The table of formats is in pipeline/extract/reading.cpp.
inline constexpr int kReaderVersion = 4;

}  // namespace assay
