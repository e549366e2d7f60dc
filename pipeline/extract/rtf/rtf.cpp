// SPDX-License-Identifier: Apache-2.0
// Reads RTF: the body, then footnotes and endnotes, then each header and footer once.
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/rtf/rtf_reader.hpp"
#include "pipeline/extract/rtf/rtf_tokens.hpp"

namespace assay::extract {

void read_rtf(std::string_view bytes, PageBuilder& builder) {
  RtfTokens tokens(bytes);
  RtfReader reader(builder);
  while (const auto token = tokens.next()) reader.take(*token);
  reader.finish();
  builder.end_page();
}

}  // namespace assay::extract
