// SPDX-License-Identifier: Apache-2.0
// Minimal Word documents and Excel workbooks around the XML a test is about.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace assay::test {

// Other parts by the last part of their relationship type: {"styles", "<w:styles>...</w:styles>"}.
// {"footnotes", ...}, {"header", ...}; namespaces are added to each root by replacing "XMLNS".
using Parts = std::vector<std::pair<std::string, std::string>>;

// body: the content between <w:body> and </w:body>.
[[nodiscard]] std::string docx(const std::string& body, const Parts& others = {});
// document: the whole of word/document.xml.
[[nodiscard]] std::string docx_of(const std::string& document, const Parts& others = {});

struct Sheet {
  std::string name;
  std::string rows;  // the content between <sheetData> and </sheetData>
  bool hidden = false;
};
[[nodiscard]] std::string xlsx(const std::vector<Sheet>& sheets,
                               const std::string& shared_strings = "",
                               const std::string& styles = "", bool from_1904 = false);

}  // namespace assay::test
