// SPDX-License-Identifier: Apache-2.0
// E-mail messages, mailboxes and saved web pages: text, attachments, names, and hostile files.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "pipeline/extract/archive/archive_walk.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/types/file_types.hpp"
#include "tests/extract/read_helper.hpp"
#include "tests/extract/zip_builder.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

const std::string kHead =
    "From: Ann <ann@example.org>\nTo: bob@example.org\nSubject: Access review\n"
    "Date: Mon, 1 Jun 2009 10:00:00 +0000\nMIME-Version: 1.0\n";

std::string parts(const std::string& subtype, const std::vector<std::string>& all,
                  const std::string& boundary = "b1") {
  std::string out = "Content-Type: multipart/" + subtype + "; boundary=" + boundary + "\n\n";
  for (const std::string& one : all) out += "--" + boundary + "\n" + one + "\n";
  return out + "--" + boundary + "--\n";
}
std::string plain(const std::string& text) {
  return "Content-Type: text/plain; charset=utf-8\n\n" + text + "\n";
}
std::string html(const std::string& text) {
  return "Content-Type: text/html\n\n" + text + "\n";
}
std::string attached(const std::string& name, const std::string& text) {
  return "Content-Type: application/octet-stream\nContent-Disposition: attachment; filename=\"" +
         name + "\"\n\n" + text;
}

struct MailFiles {
  std::map<std::string, std::string> files;
  Blocks left;
};

class MailSink : public FileSink {
 public:
  void begin_file(std::string_view path, std::uint64_t /*size*/) override { path_ = path; }
  void file_data(std::span<const std::byte> bytes) override {
    found.files[path_].append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  void end_file() override { found.files.try_emplace(path_); }
  void left_out(std::string_view path, std::string_view /*reason*/) override {
    found.left.emplace_back(path);
  }
  MailFiles found;

 private:
  std::string path_;
};

MailFiles unpacked(const std::string& bytes, std::string_view name) {
  MailSink sink;
  extract::unpack_archive(bytes, {}, sink, name);
  return std::move(sink.found);
}

TEST(Mail, ShowsHeadersAndText) {
  EXPECT_EQ(read_blocks("eml",
                        "From: =?iso-8859-1?q?J=F6rg?= <j@example.org>\nTo: a@b.org,\n c@d.org\n"
                        "Subject: =?utf-8?b?w5xiZXJibGljaw==?=\n"
                        "Content-Type: text/plain; charset=iso-8859-1\n"
                        "Content-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe\n"),
            (Blocks{"H1 Überblick", "T From: Jörg <j@example.org>", "T To: a@b.org, c@d.org",
                    "P Grüße"}));
}

TEST(Mail, ShowsOneOfAlternatives) {
  const Blocks head{"H1 Access review", "T From: Ann <ann@example.org>", "T To: bob@example.org",
                    "T Date: Mon, 1 Jun 2009 10:00:00 +0000"};
  const auto with = [&head](const std::string& block) {
    Blocks all = head;
    all.push_back(block);
    return all;
  };
  EXPECT_EQ(read_blocks("eml", kHead + parts("alternative", {plain("Plain."), html("<p>Rich.")})),
            with("P Plain."));
  EXPECT_EQ(read_blocks("eml", kHead + parts("alternative", {plain(" "), html("<p>Rich.")})),
            with("P Rich."));
}

TEST(Mail, NamesWhatIsAttached) {
  const std::string mail =
      kHead + parts("mixed", {plain("See the file."), attached("a/../b.txt", "Rules."),
                              "Content-Type: message/rfc822\n\n" + kHead +
                                  parts("mixed", {plain("Old."), attached("c.txt", "More.")}, "b2"),
                              "Content-Type: application/pgp-signature\n\nx"});
  const MailFiles files = unpacked(mail, "in/mail.eml");
  EXPECT_EQ(files.files.at("in/mail.eml/a_.._b.txt"), "Rules.");
  EXPECT_EQ(files.files.at("in/mail.eml/Access review.eml/c.txt"), "More.");
  EXPECT_EQ(files.files.count("in/mail.eml/Access review.eml"), 1U);
  EXPECT_EQ(files.files.size(), 3U);
  EXPECT_EQ(files.left, Blocks{"in/mail.eml/part 3.asc"});
  const MailFiles in_zip = unpacked(ZipBuilder().add("mail.eml", mail).build(), "a.zip");
  EXPECT_EQ(in_zip.files.count("mail.eml"), 1U);
  EXPECT_EQ(in_zip.files.at("mail.eml/a_.._b.txt"), "Rules.");
  EXPECT_TRUE(unpacked(kHead + plain("Nothing."), "m.eml").files.empty());
}

TEST(Mail, KeepsBadArchivesAsFiles) {
  const std::string bad = "PK\x03\x04 and nothing else";
  EXPECT_EQ(unpacked(kHead + parts("mixed", {attached("bad.zip", bad)}), "m.eml")
                .files.at("m.eml/bad.zip"),
            bad);
}

TEST(Mail, RefusesEncryptedMessages) {
  const auto sealed = failure_of(
      "eml", kHead + "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nAAAA\n");
  EXPECT_EQ(sealed.value().problem, ExtractProblem::Encrypted);
  EXPECT_EQ(failure_of("eml", kHead + parts("encrypted", {plain("x")})).value().problem,
            ExtractProblem::Encrypted);
}

TEST(Mail, TakesMailboxesApart) {
  const std::string from = "From a@b.org Mon Jun 01 10:00:00 2009\n";
  const MailFiles files = unpacked(
      from + kHead + "\nOne\n>From here: 10\nFrom now on\n\n" + from + "Subject: a/b\n\nTwo\n",
      "x.mbox");
  ASSERT_EQ(files.files.size(), 2U);
  EXPECT_NE(files.files.at("001 Access review.eml").find("\nFrom here: 10\nFrom now on\n"),
            std::string::npos);
  EXPECT_EQ(files.files.at("002 a_b.eml"), "Subject: a/b\n\nTwo\n");
}

TEST(Mail, ReadsSavedWebPages) {
  const std::string page =
      "From: <Saved by a browser>\nMIME-Version: 1.0\n" +
      parts("related", {html("<h1>Policy</h1><p>Text"), "Content-Type: image/png\n\nx"});
  EXPECT_EQ(read_blocks("mhtml", page), (Blocks{"H1 Policy", "P Text"}));
  const extract::Magic magic;
  EXPECT_EQ(extract::detect(page, "a.mht", magic).inspection.file_type, "mhtml");
}

TEST(Mail, IsKnownByItsHeaders) {
  const extract::Magic magic;
  const auto type = [&magic](const std::string& bytes, const char* name) {
    return extract::detect(bytes, name, magic).inspection.file_type;
  };
  EXPECT_EQ(type(kHead + "\nx", "a"), "eml");
  EXPECT_EQ(type("From: a\nTo: b\n\nx", "a.eml"), "eml");
  EXPECT_EQ(type("From: Ann\nTo: Bob\nSubject: Keys\nDate: today\n\nDear Bob", "memo.txt"), "txt");
  EXPECT_EQ(type("From the start at 10:00 we agreed.\n", "a.txt"), "txt");
  EXPECT_EQ(type("From a@b Mon Jun 01 10:00:00 2009\nSubject: x\n\ny", "a"), "mbox");
  EXPECT_EQ(type("\xFF\xFE" + std::string("F\0r\0o\0m\0:\0 \0a\0\n\0\n\0x\0", 20), "a.eml"), "eml");
}

TEST(Mail, SurvivesHostileFiles) {
  std::string deep = kHead;
  for (int i = 0; i < 5000; ++i) {
    const std::string name = "d" + std::to_string(i);
    deep += "Content-Type: multipart/mixed; boundary=" + name + "\n\n--" + name + "\n";
  }
  static_cast<void>(read_blocks("eml", deep));
  std::string nested = kHead;
  for (int i = 0; i < 5000; ++i) nested += "Content-Type: message/rfc822\n\n" + kHead;
  static_cast<void>(read_blocks("eml", nested + "\nx"));
  std::string groups = "From: a\nTo: ";
  for (int i = 0; i < 200'000; ++i) groups += "a:";
  EXPECT_EQ(failure_of("eml", groups + "\n\nx").value().problem, ExtractProblem::Limit);
  const std::vector<std::string> many(10'000, plain("p"));
  EXPECT_EQ(read_blocks("eml", kHead + parts("mixed", many)).size(), 10'004U);
  const std::vector<std::string> files(1001, attached("a", "b"));
  EXPECT_THROW(static_cast<void>(unpacked(kHead + parts("mixed", files), "m.eml")),
               extract::ReadFailure);
  std::string bomb = "From: a\nTo: ";
  for (int i = 0; i < 20'000; ++i) bomb += "user" + std::to_string(i) + "@example.org,\n ";
  EXPECT_LE(read_blocks("eml", bomb + "z@example.org\n\nText\n").at(1).size(), 17'000U);
  for (int i = 0; i < 100'000; ++i) bomb += "\nX-" + std::to_string(i) + ": =?utf-8?q?a?=";
  EXPECT_EQ(failure_of("eml", bomb + "\n\nText\n").value().problem, ExtractProblem::Limit);
}

}  // namespace
}  // namespace assay::test
