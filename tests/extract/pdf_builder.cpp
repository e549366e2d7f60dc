// SPDX-License-Identifier: Apache-2.0
// Writes objects, cross-reference table and trailer.
#include "tests/extract/pdf_builder.hpp"

namespace assay::test {
namespace {

// What the codes of the font F5 stand for (ISO 32000-1, 9.10.3).
constexpr const char* kLetters =
    "begincmap 1 begincodespacerange <00> <FF> endcodespacerange "
    "2 beginbfrange <20> <40> <0020> <50> <54> <0050> endbfrange "
    "9 beginbfchar <41> <05D0> <42> <05D1> <43> <05D2> <61> <0627> <6C> <0644> <6D> <0645> "
    "<73> <0633> <4C> <06440627> <46> <FEFB> endbfchar endcmap";

std::string stream(const std::string& content) {
  return "<< /Length " + std::to_string(content.size()) + " >>\nstream\n" + content + "\nendstream";
}

// Of codes 32 to 126.
std::string widths(const std::string& each) {
  std::string out;
  for (int code = 32; code <= 126; ++code) out += each + " ";
  return out;
}

}  // namespace

PdfBuilder& PdfBuilder::page() {
  pages_.emplace_back();
  links_.emplace_back();
  return *this;
}

PdfBuilder& PdfBuilder::line(int x, int y, int size, const std::string& text, bool bold) {
  pages_.back() += "BT /" + std::string(bold ? "F2" : "F1") + " " + std::to_string(size) + " Tf " +
                   std::to_string(x) + " " + std::to_string(y) + " Td (" + text + ") Tj ET\n";
  return *this;
}

PdfBuilder& PdfBuilder::line_without_width(int x, int y, int size, const std::string& text) {
  return content("BT /F3 " + std::to_string(size) + " Tf " + std::to_string(x) + " " +
                 std::to_string(y) + " Td (" + text + ") Tj ET\n");
}

PdfBuilder& PdfBuilder::letters(int x, int y, int size, const std::string& seen) {
  std::string escaped;
  for (const char c : seen)
    escaped += c == '(' || c == ')' ? std::string("\\") + c : std::string(1, c);
  return content("BT /F5 " + std::to_string(size) + " Tf " + std::to_string(x) + " " +
                 std::to_string(y) + " Td (" + escaped + ") Tj ET\n");
}

PdfBuilder& PdfBuilder::content(const std::string& operators) {
  pages_.back() += operators;
  return *this;
}

PdfBuilder& PdfBuilder::tag(const std::string& type) {
  if (type.empty()) return content("EMC\n");
  tags_.emplace_back(type, pages_.size() - 1);
  return content("/" + type + " << /MCID " + std::to_string(tags_.size() - 1) + " >> BDC\n");
}

PdfBuilder& PdfBuilder::rule(int x0, int y0, int x1, int y1) {
  return content(std::to_string(x0) + " " + std::to_string(y0) + " m " + std::to_string(x1) + " " +
                 std::to_string(y1) + " l S\n");
}

PdfBuilder& PdfBuilder::link(int x0, int y0, int x1, int y1) {
  links_.back() += "<< /Type /Annot /Subtype /Link /Border [0 0 1] /C [1 0 0] /Rect [";
  for (const int place : {x0, y0, x1, y1}) links_.back() += std::to_string(place) + " ";
  links_.back() += "] >> ";
  return *this;
}

PdfBuilder& PdfBuilder::turned(int degrees) {
  degrees_ = degrees;
  return *this;
}

PdfBuilder& PdfBuilder::labels(const std::string& numbers) {
  labels_ = " /PageLabels << /Nums [" + numbers + "] >>";
  return *this;
}

PdfBuilder& PdfBuilder::encrypted() {
  encrypted_ = true;
  return *this;
}

std::string PdfBuilder::build() const {
  // 1 catalogue, 2 page tree, 3 and 4 fonts, 5 encryption, 6 the font without widths, 7 and 8 a
  // Chinese font with the tables it names, 9 and 10 the font of letters(), then alternately a page
  // and its content, then the tags.
  std::vector<std::string> objects;
  const std::size_t root = 11 + 2 * pages_.size();  // of the tags
  objects.push_back("<< /Type /Catalog /Pages 2 0 R" + labels_ +
                    (tags_.empty() ? "" : " /StructTreeRoot " + std::to_string(root) + " 0 R") +
                    " >>");
  std::string kids;
  for (std::size_t i = 0; i < pages_.size(); ++i) kids += std::to_string(11 + 2 * i) + " 0 R ";
  objects.push_back("<< /Type /Pages /Kids [" + kids + "] /Count " + std::to_string(pages_.size()) +
                    " >>");
  objects.emplace_back("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  objects.emplace_back("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>");
  const std::string key(64, 'A');
  objects.push_back("<< /Filter /Standard /V 1 /R 2 /P -4 /O <" + key + "> /U <" + key + "> >>");
  objects.push_back(
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 32 /LastChar 126 /Widths [" +
      widths("0") + "] >>");
  objects.emplace_back(
      "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /GBK-EUC-H "
      "/DescendantFonts [8 0 R] >>");
  objects.emplace_back(
      "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo "
      "<< /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 >>");
  objects.push_back(
      "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /FirstChar 32 /LastChar 126 /Widths [" +
      widths("600") + "] /ToUnicode 10 0 R >>");
  objects.push_back(stream(kLetters));
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    objects.push_back(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate " + std::to_string(degrees_) +
        " /Contents " + std::to_string(12 + 2 * i) + " 0 R /Annots [" + links_[i] +
        "] /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 6 0 R /F4 7 0 R /F5 9 0 R >> >> >>");
    objects.push_back(stream(pages_[i]));
  }
  std::string elements;
  for (std::size_t i = 0; i < tags_.size(); ++i) elements += std::to_string(root + 1 + i) + " 0 R ";
  objects.push_back("<< /Type /StructTreeRoot /K [" + elements + "] >>");
  for (std::size_t i = 0; i < tags_.size(); ++i) {
    objects.push_back("<< /Type /StructElem /S /" + tags_[i].first + " /P " + std::to_string(root) +
                      " 0 R /Pg " + std::to_string(11 + 2 * tags_[i].second) + " 0 R /K [" +
                      std::to_string(i) + "] >>");
  }
  std::string out = "%PDF-1.4\n";
  std::string table = "0000000000 65535 f \n";
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::string offset = std::to_string(out.size());
    table += std::string(10 - offset.size(), '0') + offset + " 00000 n \n";
    out += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const std::string count = std::to_string(objects.size() + 1);
  const std::string id(32, '1');
  const std::string start = std::to_string(out.size());
  out += "xref\n0 " + count + "\n" + table + "trailer\n<< /Size " + count + " /Root 1 0 R";
  if (encrypted_) out += " /Encrypt 5 0 R /ID [<" + id + "> <" + id + ">]";
  return out + " >>\nstartxref\n" + start + "\n%%EOF\n";
}

PdfBuilder table_with_a_cell_over_two_rows() {
  PdfBuilder pdf;
  pdf.page()
      .line(76, 706, 11, "System", true)
      .line(206, 706, 11, "Owner", true)
      .line(76, 670, 11, "Payroll")
      .line(206, 684, 11, "Head of finance")
      .line(206, 654, 11, "Service desk");
  for (const int y : {720, 700, 646}) pdf.rule(72, y, 332, y);
  pdf.rule(202, 676, 332, 676);
  for (const int x : {72, 202, 332}) pdf.rule(x, 646, x, 720);
  return pdf;
}

}  // namespace assay::test
