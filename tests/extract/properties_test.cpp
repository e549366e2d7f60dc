// SPDX-License-Identifier: Apache-2.0
// What files say of themselves beside their text: title, author, dates, language, in each format.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/compound_builder.hpp"
#include "tests/extract/impostor.hpp"
#include "tests/extract/office_builder.hpp"
#include "tests/extract/read_helper.hpp"
#include "tests/extract/zip_builder.hpp"

namespace assay::test {
namespace {

using Shown = std::vector<std::string>;

// "title: Access policy"
Shown properties_of(const std::string& file_type, const std::string& bytes) {
  Shown out;
  for (const FileProperty& one : read_properties(file_type, bytes)) {
    out.push_back(std::string(to_text(one.name)) + ": " + one.value);
  }
  return out;
}

const std::string kCore =
    "<cp:coreProperties "
    "xmlns:cp='http://schemas.openxmlformats.org/package/2006/metadata/core-properties' "
    "xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:dcterms='http://purl.org/dc/terms/'>"
    "<dc:title>Access\n policy</dc:title><dc:creator>Kay</dc:creator>"
    "<cp:lastModifiedBy>Lee</cp:lastModifiedBy><cp:contentStatus>Draft</cp:contentStatus>"
    "<dcterms:created>2025-03-12T08:00:00Z</dcterms:created>"
    "<dcterms:modified>2025-04-01T09:30:00Z</dcterms:modified>"
    "<cp:version>3.2</cp:version><dc:language>en-GB</dc:language></cp:coreProperties>";

// The least of a Word document, with that part of properties.
std::string word_with(const std::string& core) {
  const std::string types = "http://schemas.openxmlformats.org/";
  return ZipBuilder()
      .add("_rels/.rels",
           "<Relationships xmlns='" + types +
               "package/2006/relationships'><Relationship Id='a' Type='" + types +
               "officeDocument/2006/relationships/officeDocument' Target='word/document.xml'/>"
               "<Relationship Id='b' Type='" +
               types +
               "package/2006/relationships/metadata/core-properties' "
               "Target='docProps/core.xml'/></Relationships>")
      .add("word/document.xml",
           "<w:document xmlns:w='" + types +
               "wordprocessingml/2006/main'><w:body><w:p><w:r><w:t>Text</w:t></w:r></w:p></w:body>"
               "</w:document>")
      .add("docProps/core.xml", core)
      .build();
}

TEST(Properties, OfOfficeDocuments) {
  EXPECT_EQ(
      properties_of("docx", word_with(kCore)),
      (Shown{"title: Access policy", "author: Kay", "state: Draft", "created: 2025-03-12T08:00:00Z",
             "changed: 2025-04-01T09:30:00Z", "version: 3.2", "language: en-GB"}));
}

TEST(Properties, ThatAreDamagedLeaveTheTextWhole) {
  const std::string damaged = word_with("<cp:coreProperties><dc:title>Ac");
  EXPECT_EQ(read_blocks("docx", damaged), Shown{"P Text"});
  EXPECT_EQ(properties_of("docx", damaged), Shown{});
}

TEST(Properties, AreBounded) {
  const std::string element = "<dc:title xmlns:dc='d'>" + std::string(10'000, 'x') + "</dc:title>";
  std::string many = "<p>";
  for (int i = 0; i < 500; ++i) many += element;
  const auto found = read_properties("docx", word_with(many + "</p>"));
  ASSERT_EQ(found.size(), frames::kMaxProperties);
  for (const FileProperty& one : found) EXPECT_EQ(one.value.size(), frames::kMaxPropertyBytes);
}

TEST(Properties, OfOpenDocuments) {
  const std::string meta =
      "<office:meta><dc:title>Backup</dc:title><meta:initial-creator "
      "xmlns:meta='urn:oasis:names:tc:opendocument:xmlns:meta:1.0'>Kay</meta:initial-creator>"
      "<dc:creator>Lee</dc:creator><dc:date>2025-04-01T09:30:00</dc:date>"
      "<dc:language>de</dc:language></office:meta>";
  const std::string flat = flat_odf("text", "<text:p>Text</text:p>");
  const std::size_t body = flat.find("<office:body>");
  ASSERT_NE(body, std::string::npos);
  EXPECT_EQ(
      properties_of("odt", flat.substr(0, body) + meta + flat.substr(body)),
      (Shown{"title: Backup", "author: Kay", "changed: 2025-04-01T09:30:00", "language: de"}));
}

TEST(Properties, OfHtml) {
  EXPECT_EQ(properties_of("html",
                          "<html lang='en'><head><title>Access &amp; rights</title>"
                          "<meta name='Author' content='Kay'>"
                          "<meta property='article:published_time' content='2025-03-12T08:00:00Z'>"
                          "<meta name='dcterms.modified' content='2025-04-01'></head>"
                          "<body><p>Text</p></body></html>"),
            (Shown{"language: en", "title: Access & rights", "author: Kay",
                   "created: 2025-03-12T08:00:00Z", "changed: 2025-04-01"}));
  EXPECT_EQ(properties_of("html", "<p>Text</p>"), Shown{});
}

TEST(Properties, OfMessages) {
  EXPECT_EQ(properties_of("eml",
                          "From: Kay <kay@example.com>\nTo: lee@example.com\n"
                          "Subject: Access review\nDate: Mon, 2 Sep 2026 10:00:00 +0000\n\nText\n"),
            (Shown{"title: Access review", "author: Kay <kay@example.com>",
                   "created: Mon, 2 Sep 2026 10:00:00 +0000"}));
  const Streams streams{{"__properties_version1.0", std::string(32, '\0')},
                        {"__substg1.0_0037001F", utf16("Access review")},
                        {"__substg1.0_0C1A001F", utf16("Kay")},
                        {"__substg1.0_1013001F", utf16("<title>Not it</title><p>Text</p>")}};
  EXPECT_EQ(properties_of("msg", compound_file(streams)),
            (Shown{"title: Access review", "author: Kay"}));
}

TEST(Properties, OfBooksButNotOfTheirChapters) {
  const std::string book =
      ZipBuilder()
          .add("mimetype", "application/epub+zip")
          .add("META-INF/container.xml",
               "<container><rootfiles><rootfile full-path='book.opf'/></rootfiles></container>")
          .add("book.opf",
               "<package xmlns:dc='http://purl.org/dc/elements/1.1/'><metadata>"
               "<dc:title>Handbook</dc:title><dc:creator>Kay</dc:creator>"
               "<dc:language>en</dc:language><dc:date>2025-03-12</dc:date>"
               "<meta property='dcterms:modified'>2025-04-01T00:00:00Z</meta></metadata>"
               "<manifest><item id='a' href='a.html' media-type='text/html'/></manifest>"
               "<spine><itemref idref='a'/></spine></package>")
          .add("a.html", "<html lang='fr'><head><title>One</title></head><body>Text</body></html>")
          .build();
  EXPECT_EQ(properties_of("epub", book),
            (Shown{"title: Handbook", "author: Kay", "language: en", "created: 2025-03-12",
                   "changed: 2025-04-01T00:00:00Z"}));
}

// A page without content, with a dictionary "Info" and XMP.
std::string pdf_with(const std::string& info, const std::string& xmp) {
  const std::string content = "BT /F1 12 Tf 72 700 Td (Text) Tj ET";
  const std::vector<std::string> objects{
      "<< /Type /Catalog /Pages 2 0 R /Metadata 6 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R "
      "/Resources << /Font << /F1 4 0 R >> >> >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      "<< /Length " + std::to_string(content.size()) + " >>\nstream\n" + content + "\nendstream",
      "<< /Type /Metadata /Subtype /XML /Length " + std::to_string(xmp.size()) + " >>\nstream\n" +
          xmp + "\nendstream",
      "<< " + info + " >>"};
  std::string out = "%PDF-1.4\n";
  std::string table = "0000000000 65535 f \n";
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::string offset = std::to_string(out.size());
    table += std::string(10 - offset.size(), '0') + offset + " 00000 n \n";
    out += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const std::string start = std::to_string(out.size());
  return out + "xref\n0 8\n" + table +
         "trailer\n<< /Size 8 /Root 1 0 R /Info 7 0 R >>\nstartxref\n" + start + "\n%%EOF\n";
}

TEST(Properties, OfPdf) {
  const std::string xmp =
      "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "
      "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description "
      "xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:xmp='http://ns.adobe.com/xap/1.0/' "
      "xmp:ModifyDate='2025-04-01T09:30:00Z'><dc:title><rdf:Alt><rdf:li>Not it</rdf:li></rdf:Alt>"
      "</dc:title><dc:language><rdf:Bag><rdf:li>en</rdf:li></rdf:Bag></dc:language>"
      "</rdf:Description></rdf:RDF></x:xmpmeta>";
  EXPECT_EQ(properties_of("pdf", pdf_with("/Title (Access policy) /Author (Kay) "
                                          "/CreationDate (D:20250312080000Z)",
                                          xmp)),
            (Shown{"title: Access policy", "author: Kay", "language: en",
                   "created: 2025-03-12T08:00:00.000Z", "changed: 2025-04-01T09:30:00Z"}));
  EXPECT_EQ(properties_of("pdf", pdf_with("/Title (Access policy)", "<x:xmpmeta")),
            Shown{"title: Access policy"});
}

TEST(Properties, AreCheckedByTheParent) {
  const auto property = [](const std::string& json) { return frame(frames::Type::Property, json); };
  const auto good =
      read_with(kTyped + property(R"({"name":"title","value":"A"})") + kPage + done(1));
  ASSERT_TRUE(good.ok()) << good.error().reason;
  ASSERT_EQ(good->properties.size(), 1U);
  EXPECT_EQ(good->properties[0].value, "A");
  for (const std::string& bad :
       {std::string(R"({"name":"password","value":"A"})"), std::string(R"({"name":"title"})"),
        std::string(R"({"name":"title","value":""})"),
        std::string(R"({"name":"title","value":"A\nB"})"),
        R"({"name":"title","value":")" + std::string(501, 'x') + "\"}"}) {
    expect_problem(kTyped + property(bad) + kPage + done(1), ExtractProblem::Crashed);
  }
  std::string many;
  for (std::size_t i = 0; i <= frames::kMaxProperties; ++i) {
    many += property(R"({"name":"title","value":"A"})");
  }
  expect_problem(kTyped + many + kPage + done(1), ExtractProblem::Crashed);
}

}  // namespace
}  // namespace assay::test
