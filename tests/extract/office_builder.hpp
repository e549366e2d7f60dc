// SPDX-License-Identifier: Apache-2.0
// Minimal office documents around the XML a test is about.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace assay::test {

// Other parts by the last part of their relationship type: {"styles", "<w:styles>...</w:styles>"}.
// {"footnotes", ...}, {"header", ...}; namespaces are added to each root by replacing "XMLNS". Of
// "aFChunk", the bytes as they are. Their relationships are p1, p2 and so on.
using Parts = std::vector<std::pair<std::string, std::string>>;

// body: the content between <w:body> and </w:body>.
[[nodiscard]] std::string docx(const std::string& body, const Parts& others = {});
// document: the whole of word/document.xml.
[[nodiscard]] std::string docx_of(const std::string& document, const Parts& others = {});

struct Sheet {
  std::string name;
  std::string rows;  // the content between <sheetData> and </sheetData>
  bool hidden = false;
  std::string before = {};               // in front of <sheetData>: <cols>
  std::string after = {};                // behind it: <mergeCells>
  std::vector<std::string> tables = {};  // attributes and content of each <table>
  // Other parts, which may refer to each other as p1, p2 and so on.
  Parts parts = {};
};
[[nodiscard]] std::string xlsx(const std::vector<Sheet>& sheets,
                               const std::string& shared_strings = "",
                               const std::string& styles = "", bool from_1904 = false);

struct Slide {
  std::string shapes;  // the content between <p:spTree> and </p:spTree>
  std::string notes;   // the same of the speaker notes; empty for none
  bool hidden = false;
};
// The first slide is stored as slide1.xml at the end of the list that it is given in, so that the
// names do not give the order. master: the content of <p:sldMaster>. others: other parts of each
// slide, as {"chart", "<c:chartSpace XMLNS>..."}, with the relationship identifiers p1, p2 and so
// on.
[[nodiscard]] std::string pptx(const std::vector<Slide>& slides, const std::string& master = "",
                               const Parts& others = {});

// The parts of an OpenDocument file besides its text.
struct OdfParts {
  std::string
      automatic;       // the content between <office:automatic-styles> and its end in content.xml
  std::string styles;  // the content of <office:document-styles>
  std::string encrypted;  // the name of the part that the manifest calls encrypted
  bool mimetype = true;   // whether the first entry names the type; the manifest always does
};
// type: "text", "spreadsheet" or "presentation". body: the content of the element of that name.
[[nodiscard]] std::string odf(const std::string& type, const std::string& body,
                              const OdfParts& parts = {});
// The same in the flat form: one XML file.
[[nodiscard]] std::string flat_odf(const std::string& type, const std::string& body,
                                   const OdfParts& parts = {});

}  // namespace assay::test
