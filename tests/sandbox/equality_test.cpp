// SPDX-License-Identifier: Apache-2.0
// The sandbox loses no text: the reader's output is the same bytes with and without it, and the
// same when the reader is forked as when it is started.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include "core/extract/extract_protocol.hpp"
#include "core/extract/landlock.hpp"
#include "tests/extract/compound_builder.hpp"
#include "tests/extract/doc_builder.hpp"
#include "tests/extract/office_builder.hpp"
#include "tests/extract/packed_builder.hpp"
#include "tests/extract/pdf_builder.hpp"
#include "tests/extract/temp_files.hpp"
#include "tests/extract/zip_builder.hpp"
#include "tests/sandbox/run.hpp"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kConfined = ASSAY_BINARY_DIR "/bin/assay-extract";
constexpr const char* kUnconfined = ASSAY_BINARY_DIR "/bin/assay-extract-unconfined";

void expect_same(int fd, const std::string& name, const std::string& mode) {
  static ReaderParent parent(kConfined);
  const Ended confined = run({kConfined, mode, name}, fd);
  const Ended forked = end_of(start_forked(parent, {kConfined, mode, name}, fd));
  EXPECT_EQ(confined.status, forked.status) << mode << " forked " << name;
  EXPECT_TRUE(confined.output == forked.output) << mode << " forked " << name;
  const Ended unconfined = run({kUnconfined, mode, name}, fd);
  EXPECT_EQ(confined.status, unconfined.status) << mode << " " << name;
  // Not EXPECT_EQ, which would print megabytes.
  EXPECT_TRUE(confined.output == unconfined.output)
      << mode << " " << name << ": " << confined.output.size() << " and "
      << unconfined.output.size() << " bytes";
}

std::string text_page(const std::string& charset, const std::string& text) {
  return "<html><head><meta charset=\"" + charset + "\"></head><body><p>" + text + "</p></body>";
}

// One page in a Chinese font that is not embedded and names its tables instead of including them
// (ISO 32000-1, 9.7.5.2): two characters of Adobe-GB1 by the encoding GBK-EUC-H.
std::string pdf_by_tables() {
  PdfBuilder pdf;
  pdf.page().content("BT /F4 20 Tf 72 700 Td <B2E2CAD4> Tj ET\n");
  return pdf.build();
}

// An Outlook message whose text is in the code page 1251.
std::string russian_message() {
  const std::string code_page = le16(3) + le16(0x3FFD) + le32(0) + le32(1251) + le32(0);
  return compound_file({{"__properties_version1.0", std::string(32, '\0') + code_page},
                        {"__substg1.0_1000001E", "\xF2\xE5\xEA\xF1\xF2"}});
}

TEST(Sandbox, LosesNoText) {
  PdfBuilder pdf;
  pdf.page().line(72, 720, 11, "Some words of the first page.");
  const std::map<std::string, std::string> documents{
      {"a.pdf", pdf.build()},
      {"chinese.pdf", pdf_by_tables()},
      {"a.docx", docx("<w:p><w:r><w:t>Text</w:t></w:r></w:p>")},
      {"a.xlsx", xlsx({{"Sheet", "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>"}})},
      {"a.pptx",
       pptx({{"<p:sp><p:txBody><a:p><a:r><a:t>Text</a:t></a:r></a:p></p:txBody></p:sp>", ""}})},
      {"a.odt", odf("text", "<text:p>Text</text:p>")},
      {"a.ods", odf("spreadsheet",
                    "<table:table><table:table-row><table:table-cell><text:p>1</text:p>"
                    "</table:table-cell></table:table-row></table:table>")},
      {"a.odp", odf("presentation",
                    "<draw:page><draw:frame><text:p>Text</text:p></draw:frame></draw:page>")},
      {"a.doc", DocBuilder("Text\r").build()},
      {"a.xls", compound_file({{"Workbook", std::string(64, '\0')}})},
      {"a.ppt", compound_file({{"PowerPoint Document", std::string(64, '\0')}})},
      {"a.msg", russian_message()},
      {"a.md", "# Heading\n\nText.\n"},
      {"a.csv", "a,b\n1,2\n"},
      {"a.json", R"({"a": [1, 2]})"},
      {"a.txt", std::string("\xFF\xFEw\0\xF6\0r\0t\0e\0r\0", 14)},
      {"a.rtf", "{\\rtf1\\ansicpg1251{\\fonttbl{\\f1\\fcharset128 A;}}\\'f2{\\f1\\'82\\'b1}\\par}"},
      {"a.eml",
       "From: =?koi8-r?q?=D4?= <a@b.org>\nTo: c@d.org\nSubject: =?iso-2022-jp?b?GyRCJUYbKEI=?=\n"
       "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: "
       "text/html; charset=euc-kr\n\n<p>\xC5\xD8\n--x\nContent-Type: "
       "message/rfc822\n\nSubject: b\n\nc\n--x--\n"},
      {"a.mbox", "From a@b Mon Jun 01 10:00:00 2009\nSubject: x\n\ny\n"},
      {"a.zip", ZipBuilder().add("a.txt", "x").build()},
      {"a.vcf", "BEGIN:VCARD\nFN;CHARSET=koi8-r;ENCODING=QUOTED-PRINTABLE:=D4=C5\nEND:VCARD\n"},
      {"a.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\nEND:VCALENDAR\n"},
      {"a.svg", "<svg><text>a</text></svg>"},
      {"a.tar", PackedBuilder("tar").add("f\u00FCr.txt", "x").build()},
      {"a.tar.gz", PackedBuilder("tar", "gz").add("a.txt", "x").build()},
      {"a.txt.bz2", compressed("x", "bz2")},
      {"a.txt.xz", compressed("x", "xz")},
      {"a.7z", PackedBuilder("7z").add("f\u00FCr.txt", "x").build()},
      {"russian.html", text_page("koi8-r", "\xD4\xC5\xCB\xD3\xD4")},
      {"japanese.html", text_page("iso-2022-jp", "\x1B$B%F%9%H\x1B(B")},
      {"korean.html", text_page("euc-kr", "\xC5\xD8\xBD\xBA\xC6\xAE")},
      {"russian.xml", "<?xml version=\"1.0\" encoding=\"koi8-r\"?><a>\xD4\xC5\xCB\xD3\xD4</a>"},
      {"broken.pdf", "%PDF-1.7\nnothing more"},
      {"empty.txt", ""},
  };
  for (const auto& [name, content] : documents) {
    const FileDescriptor file = document(content);
    for (const char* mode : {"inspect", "read", "unpack", "tables"}) {
      expect_same(file.get(), name, mode);
    }
  }
}

// Tables and converters that are opened while reading, as the text itself shows.
TEST(Sandbox, ReadsTablesAndConverters) {
  const std::map<std::string, std::pair<std::string, std::string>> documents{
      {"russian.msg", {russian_message(), "текст"}},
      {"russian.html", {text_page("koi8-r", "\xD4\xC5\xCB\xD3\xD4"), "текст"}},
      {"japanese.html", {text_page("iso-2022-jp", "\x1B$B%F%9%H\x1B(B"), "テスト"}},
      {"chinese.pdf", {pdf_by_tables(), "测试"}},
  };
  if (landlock_version() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  for (const auto& [name, content] : documents) {
    const FileDescriptor file = document(content.first);
    const Ended ended = run({kConfined, "read", name}, file.get());
    EXPECT_NE(ended.output.find(content.second), std::string::npos) << name;
  }
}

fs::path collection() {
  const char* given = std::getenv("ASSAY_TEST_DATA");
  return given != nullptr ? fs::path(given) : fs::path(ASSAY_SOURCE_DIR) / ".." / "shared" / "data";
}

TEST(Sandbox, LosesNoTextOfEverythingAtHand) {
  if (!fs::is_directory(collection())) {
    GTEST_SKIP() << "no collection of real files at " << collection();
  }
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(collection())) {
    if (!entry.is_regular_file()) continue;
    ++files;
    const FileDescriptor file = open_for_reading(entry.path().string());
    for (const char* mode : {"inspect", "read"}) {
      expect_same(file.get(), entry.path().filename().string(), mode);
    }
  }
  EXPECT_GT(files, 0U);
}

// No sandbox, no parsing: if a filter around the reader refuses Landlock or seccomp, the reader
// ends before it inspects the document.
TEST(Sandbox, IsNotDoneWithout) {
  const FileDescriptor file = document("words");
  for (const char* refused : {"landlock", "seccomp"}) {
    const Ended ended = run(
        {ASSAY_BINARY_DIR "/bin/sandbox_refuser", refused, kConfined, "read", "a.txt"}, file.get());
    ASSERT_TRUE(WIFEXITED(ended.status)) << refused;
    EXPECT_EQ(WEXITSTATUS(ended.status), frames::kSetupFailed) << refused;
    EXPECT_EQ(ended.output, "") << refused;
  }
}

}  // namespace
}  // namespace assay::test
