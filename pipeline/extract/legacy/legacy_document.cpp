// SPDX-License-Identifier: Apache-2.0
// Turns what is wrong with a compound file into the answer.
#include "pipeline/extract/legacy/legacy_document.hpp"

#include "pipeline/extract/page/failure.hpp"

namespace assay::extract {

void read_compound(std::string_view bytes, const std::string& what,
                   const std::function<void(const CompoundFolder&)>& read) {
  try {
    read(CompoundFolder::open(bytes));
  } catch (const CompoundError& error) {
    throw ReadFailure(ExtractProblem::Broken,
                      "The " + what + " is damaged: it " + error.what() +
                          ". Open it in the program it was made with, save it as a new file, and "
                          "upload that.");
  }
}

void refuse_protected(const std::string& what) {
  throw ReadFailure(ExtractProblem::Encrypted,
                    "The " + what + " is protected by a password. Upload a copy without one.");
}

void refuse_version(const std::string& what, const std::string& newer) {
  throw ReadFailure(ExtractProblem::Unsupported, "The file is " + what +
                                                     ", which Assay does not read. Save it as " +
                                                     newer + " and upload that.");
}

}  // namespace assay::extract
