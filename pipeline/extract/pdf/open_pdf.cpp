// SPDX-License-Identifier: Apache-2.0
// Refuses what poppler cannot open, with the reason.
#include "pipeline/extract/pdf/open_pdf.hpp"

#include <poppler/cpp/poppler-document.h>

#include <limits>
#include <string>

#include "core/extract/extract_protocol.hpp"
#include "pipeline/extract/page/failure.hpp"

namespace assay::extract {
namespace {

constexpr const char* kBroken =
    "The PDF is damaged and cannot be read. Open it in a PDF program, save it as a new file, and "
    "upload that.";

}  // namespace

std::unique_ptr<poppler::document> open_pdf(std::string_view bytes) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw ReadFailure(ExtractProblem::Limit, "The PDF is too large. Split it into smaller files.");
  }
  std::unique_ptr<poppler::document> document(
      poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size())));
  if (!document) throw ReadFailure(ExtractProblem::Broken, kBroken);
  if (document->is_locked()) {
    throw ReadFailure(ExtractProblem::Encrypted,
                      "The PDF is protected by a password. Upload a copy without one.");
  }
  const int count = document->pages();
  if (count <= 0) throw ReadFailure(ExtractProblem::Broken, kBroken);
  if (static_cast<std::size_t>(count) > frames::kMaxPages) {
    throw ReadFailure(ExtractProblem::Limit,
                      "The PDF has " + std::to_string(count) +
                          " pages, and at most 10000 are allowed. Split it into smaller files.");
  }
  return document;
}

}  // namespace assay::extract
