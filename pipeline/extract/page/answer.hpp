// SPDX-License-Identifier: Apache-2.0
// Answers for programs that read documents, when reading ends in an exception.
#pragma once

#include <functional>
#include <string>

#include "pipeline/extract/page/output.hpp"

namespace assay::extract {

// Calls read and sends the Failure frame for what it throws:
//   ReadFailure     as it says
//   DamagedInput    Broken: a parser found the document damaged
//   std::bad_alloc  Memory: out_of_memory is the reason
//   other           ReaderFault: Assay's own fault, and never the document's
// Throws IoError: where the pipe or the document cannot be used, nothing can be answered.
void answer(FrameWriter& writer, const std::string& out_of_memory,
            const std::function<void()>& read);

}  // namespace assay::extract
