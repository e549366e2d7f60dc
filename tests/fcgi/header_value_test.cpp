// SPDX-License-Identifier: Apache-2.0
// Header values with parameters, and file names in both directions.
#include "fcgi/header_value.hpp"

#include <gtest/gtest.h>

namespace assay::fcgi {
namespace {

std::optional<std::string> filename_of(const char* text) {
  const auto value = parse_header_value(text);
  if (!value) return "malformed";
  return disposition_filename(*value);
}

TEST(HeaderValue, ReadsValueAndParameters) {
  const auto value = parse_header_value("Multipart/Form-Data ; Boundary=\"a b\" ;x=1;");
  ASSERT_TRUE(value);
  EXPECT_EQ(value->value, "multipart/form-data");
  EXPECT_EQ(value->get("boundary"), "a b");
  EXPECT_EQ(value->get("x"), "1");
  EXPECT_EQ(value->get("y"), std::nullopt);
}

TEST(HeaderValue, RefusesWhatIsMalformed) {
  for (const char* text :
       {"a; b", "a; =1", "a; b=\"open", "a; b=\"x\"y", "a; b=1; b=2", "a;;b=1"}) {
    EXPECT_FALSE(parse_header_value(text)) << text;
  }
}

TEST(DispositionFilename, QuotesAndEscapes) {
  EXPECT_EQ(filename_of("form-data; name=\"file\"; filename=\"a.pdf\""), "a.pdf");
  EXPECT_EQ(filename_of("form-data; filename=plain.txt"), "plain.txt");
  EXPECT_EQ(filename_of("form-data; filename=\"a\\\"b\\\\c.txt\""), "a\"b\\c.txt");
  EXPECT_EQ(filename_of("form-data; filename=\"a%22b.txt\""), "a\"b.txt");
  EXPECT_EQ(filename_of("form-data; filename=\"C:\\docs\\new.txt\""), "C:\\docs\\new.txt");
  EXPECT_EQ(filename_of("form-data; filename=\"a;b.txt\"; name=x"), "a;b.txt");
  EXPECT_EQ(filename_of("form-data; name=\"file\""), std::nullopt);
}

TEST(DispositionFilename, PrefersTheExtendedForm) {
  EXPECT_EQ(filename_of("form-data; filename=\"x.txt\"; filename*=UTF-8''r%C3%A9sum%C3%A9.txt"),
            "r\xC3\xA9sum\xC3\xA9.txt");
  EXPECT_EQ(filename_of("form-data; filename*=utf-8'en'a%20b"), "a b");
  EXPECT_EQ(filename_of("form-data; filename=\"x.txt\"; filename*=latin1''%E9"), "x.txt");
  EXPECT_EQ(filename_of("form-data; filename=\"x.txt\"; filename*=UTF-8''%FF"), "x.txt");
}

TEST(DispositionFilename, RepairsBytesThatAreNoUtf8) {
  EXPECT_EQ(filename_of("form-data; filename=\"caf\xE9.txt\""), "caf\xEF\xBF\xBD.txt");
}

TEST(AttachmentDisposition, IsSafeForAnyName) {
  EXPECT_EQ(attachment_disposition("a b.pdf"),
            "attachment; filename=\"a b.pdf\"; filename*=UTF-8''a%20b.pdf");
  EXPECT_EQ(attachment_disposition("\xC3\xA9\"\\\r\n%.txt"),
            "attachment; filename=\"____.txt\"; filename*=UTF-8''%C3%A9%22%5C%25.txt");
}

// "invoice<U+202E>fdp.exe" is shown as "invoiceexe.pdf".
TEST(AttachmentDisposition, LeavesOutWhatWouldMakeANameLookLikeAnother) {
  const std::string plain =
      "attachment; filename=\"invoicefdp.exe\"; filename*=UTF-8''invoicefdp.exe";
  for (const char* hidden :
       {"\xE2\x80\xAE", "\xE2\x80\xAA", "\xE2\x81\xA6", "\xE2\x81\xA9", "\xE2\x80\x8E",
        "\xE2\x80\x8F", "\xD8\x9C", "\xC2\x85", "\x7F", "\x1B", "\xE2\x80\xA8"}) {
    EXPECT_EQ(attachment_disposition("invoice" + std::string(hidden) + "fdp.exe"), plain) << hidden;
  }
  EXPECT_EQ(attachment_disposition("\xE2\x80\xAE"),
            "attachment; filename=\"file\"; filename*=UTF-8''file");
}

TEST(AttachmentDisposition, ReadsBackAsTheSameName) {
  const std::string name = "\xE6\x96\x87 \"x\"; y.txt";
  const auto value = parse_header_value(attachment_disposition(name));
  ASSERT_TRUE(value);
  EXPECT_EQ(disposition_filename(*value), name);
}

}  // namespace
}  // namespace assay::fcgi
