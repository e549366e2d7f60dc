// SPDX-License-Identifier: Apache-2.0
// EPUB books: chapters in the order of reading, and books that are not what they should be.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/read_helper.hpp"
#include "tests/extract/zip_builder.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

struct Book {
  std::string manifest;  // the items
  std::string spine;     // the references to them
  std::string metadata = "<dc:title>The Handbook</dc:title>";
  std::vector<std::pair<std::string, std::string>> parts;
};

std::string epub(const Book& book) {
  ZipBuilder zip;
  zip.add("mimetype", "application/epub+zip");
  zip.add("META-INF/container.xml",
          "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles><rootfile "
          "full-path='OPS/book.opf' media-type='application/oebps-package+xml'/></rootfiles>"
          "</container>");
  zip.add("OPS/book.opf",
          "<package xmlns='http://www.idpf.org/2007/opf' "
          "xmlns:dc='http://purl.org/dc/elements/1.1/'><metadata>" +
              book.metadata + "</metadata><manifest>" + book.manifest + "</manifest><spine>" +
              book.spine + "</spine></package>");
  for (const auto& [name, content] : book.parts) zip.add(name, content);
  return zip.build();
}

std::string item(const std::string& id, const std::string& href,
                 const std::string& type = "application/xhtml+xml", const std::string& more = "") {
  return "<item id='" + id + "' href='" + href + "' media-type='" + type + "' " + more + "/>";
}

std::string reference(const std::string& id) {
  return "<itemref idref='" + id + "'/>";
}

std::string page(const std::string& body) {
  return "<?xml version='1.0' encoding='UTF-8'?><html xmlns='http://www.w3.org/1999/xhtml'>"
         "<head/><body>" +
         body + "</body></html>";
}

Book two_chapters() {
  return {item("a", "text/one.xhtml") + item("b", "text/chapter%202.xhtml#start"),
          reference("b") + reference("a"),
          "<dc:title>The Handbook</dc:title>",
          {{"OPS/text/one.xhtml", page("<h1>One</h1><p>First words.</p>")},
           {"OPS/text/chapter 2.xhtml", page("<h1>Two</h1><ul><li>Later words</li></ul>")}}};
}

std::string encryption(const std::string& algorithm, const std::string& part) {
  return "<encryption><EncryptedData><EncryptionMethod Algorithm='" + algorithm +
         "'/><CipherData><CipherReference URI='" + part +
         "'/></CipherData></EncryptedData></encryption>";
}

TEST(Epub, ChaptersAreThePagesInTheOrderOfReading) {
  EXPECT_EQ(
      read_blocks("epub", epub(two_chapters())),
      (Blocks{"H1 The Handbook", "H1 Two", "L - Later words", "--", "H1 One", "P First words."}));
}

TEST(Epub, AChapterMayBeADrawingOrHaveASubstitute) {
  const Book book{
      item("d", "d.svg", "image/svg+xml") + item("f", "f.pdf", "application/pdf", "fallback='g'") +
          item("g", "g.xhtml") + item("p", "p.png", "image/png"),
      reference("d") + reference("f") + reference("p"),
      "",
      {{"OPS/d.svg", "<svg><text>Drawn</text></svg>"}, {"OPS/g.xhtml", page("<p>Instead</p>")}}};
  EXPECT_EQ(read_blocks("epub", epub(book)), (Blocks{"P Drawn", "--", "P Instead"}));
}

TEST(Epub, LoopsEnd) {
  Book book = two_chapters();
  std::string spine;
  for (int i = 0; i < 10'000; ++i) spine += reference("a");
  book.spine = spine;
  EXPECT_EQ(read("epub", epub(book)).size(), 1U);
  book.manifest += item("x", "x.bin", "application/x", "fallback='y'") +
                   item("y", "y.bin", "application/x", "fallback='x'");
  book.spine = reference("x") + reference("a");
  EXPECT_EQ(read("epub", epub(book)).size(), 1U);
}

TEST(Epub, MissingPartsAreDamage) {
  Book lost = two_chapters();
  lost.parts.pop_back();
  Book unknown = two_chapters();
  unknown.spine += reference("nobody");
  const std::string bare = ZipBuilder().add("mimetype", "application/epub+zip").build();
  const std::string nowhere =
      ZipBuilder().add("META-INF/container.xml", "<container><rootfiles/></container>").build();
  for (const std::string& bytes : {epub(lost), epub(unknown), bare, nowhere}) {
    const auto failure = failure_of("epub", bytes);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->problem, ExtractProblem::Broken) << failure->reason;
  }
  Book none = two_chapters();
  none.spine = "";
  none.metadata = "";
  EXPECT_EQ(failure_of("epub", epub(none))->problem, ExtractProblem::Empty);
}

TEST(Epub, EncryptedChaptersAreRefusedAndHiddenFontsAreNot) {
  Book book = two_chapters();
  book.parts.emplace_back("META-INF/encryption.xml",
                          encryption("http://www.idpf.org/2008/embedding", "OPS/font.otf"));
  EXPECT_EQ(read("epub", epub(book)).size(), 2U);
  book.parts.back().second =
      encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OPS/text/one.xhtml");
  EXPECT_EQ(failure_of("epub", epub(book))->problem, ExtractProblem::Encrypted);
}

TEST(Epub, PartsThatDeclareEntitiesAreRefused) {
  Book book = two_chapters();
  const std::string bytes =
      ZipBuilder()
          .add("META-INF/container.xml",
               "<!DOCTYPE c [<!ENTITY e 'x'>]><container><rootfiles/></container>")
          .build();
  EXPECT_EQ(failure_of("epub", bytes)->problem, ExtractProblem::Broken);
}

}  // namespace
}  // namespace assay::test
