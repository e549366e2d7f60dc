// SPDX-License-Identifier: Apache-2.0
// E-mail messages: addresses, headers that nothing can break out of, line lengths, both forms of
// the text.
#include "core/mail/message.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace assay::mail {
namespace {

Message example() {
  Message message;
  message.from = {"Assay", "assay@mail.example"};
  message.to = {"Robin Doe", "robin@example.org"};
  message.subject = "A task for you";
  message.text = "Hello\n\nhttps://assay.example/cm/\n";
  message.id = "0199-ab";
  message.at = from_iso8601("2026-03-01T04:05:06Z").value();
  message.unsubscribe = "https://assay.example/cm/#account";
  return message;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The header with its folded lines; "" if there is none. Fails for two of the same name.
std::string header(const std::string& text, const std::string& name) {
  const std::string head = text.substr(0, text.find("\r\n\r\n") + 2);
  std::string found;
  bool within = false;
  int times = 0;
  for (const std::string& line : lines_of(head)) {
    if (line.starts_with(' ')) {
      if (within) found += line;
      continue;
    }
    within = line.starts_with(name + ": ");
    if (within) {
      found = line.substr(name.size() + 2);
      ++times;
    }
  }
  EXPECT_LE(times, 1) << name;
  std::erase(found, '\r');
  return found;
}

TEST(MailMessage, HasTheHeadersThatReceiversNeed) {
  const std::string text = compose(example());
  EXPECT_EQ(header(text, "From"), "\"Assay\" <assay@mail.example>");
  EXPECT_EQ(header(text, "To"), "\"Robin Doe\" <robin@example.org>");
  EXPECT_EQ(header(text, "Subject"), "A task for you");
  EXPECT_EQ(header(text, "Date"), "Sun, 01 Mar 2026 04:05:06 +0000");
  EXPECT_EQ(header(text, "Message-ID"), "<0199-ab@mail.example>");
  EXPECT_EQ(header(text, "Auto-Submitted"), "auto-generated");
  EXPECT_EQ(header(text, "List-Unsubscribe"), "<https://assay.example/cm/#account>");
  EXPECT_EQ(header(text, "Content-Type"), "multipart/alternative; boundary=\"=_0199-ab\"");
  EXPECT_TRUE(text.ends_with("\r\n--=_0199-ab--\r\n"));
  EXPECT_NE(text.find("\r\n\r\nHello\r\n\r\nhttps://assay.example/cm/\r\n"), std::string::npos);
  EXPECT_EQ(compose(example()), text);
}

TEST(MailMessage, NoValueAddsAHeader) {
  for (const std::string& attack : std::vector<std::string>{
           "x\r\nBcc: all@example.org", "x\nBcc: all@example.org", "x\rBcc: all@example.org",
           "x\r\n\r\n<b>body</b>", std::string("x\0y", 3) + "\r\nBcc: a@b",
           "\xE2\x80\xA8"
           "Bcc: a@b",
           "=?utf-8?B?DQpCY2M6IGFAYg==?=", "\" <all@example.org>, \"", "\xFF\xFE\r\nBcc: a@b"}) {
    Message message = example();
    message.subject = attack;
    message.to.name = attack;
    message.from.name = attack;
    message.text = attack;
    const std::string text = compose(message);
    EXPECT_EQ(header(text, "Bcc"), "") << attack;
    const std::string head = text.substr(0, text.find("\r\n\r\n"));
    for (const std::string& line : lines_of(head)) {
      const bool known = line.starts_with(' ') || line.find(": ") != std::string::npos;
      EXPECT_TRUE(known && line.find("Bcc") == std::string::npos) << line;
      EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](char c) {
        return (c >= ' ' && c < 0x7F) || c == '\r';
      })) << line;
    }
    // The addresses are still the only ones.
    EXPECT_TRUE(header(text, "To").ends_with(" <robin@example.org>"));
    EXPECT_EQ(header(text, "To").find("all@example.org"), std::string::npos) << text;
  }
}

TEST(MailMessage, RefusesWhatCannotStandInAHeader) {
  const auto refused = [](auto change) {
    Message message = example();
    change(message);
    EXPECT_THROW(static_cast<void>(compose(message)), std::invalid_argument);
  };
  refused([](Message& m) { m.to.address = "robin@example.org>\r\nRCPT TO:<x@y"; });
  refused([](Message& m) { m.from.address = "assay"; });
  refused([](Message& m) { m.id = "a\r\nBcc: x"; });
  refused([](Message& m) { m.id = ""; });
  refused([](Message& m) { m.unsubscribe = "https://a.example/>,<mailto:x@y"; });
  refused([](Message& m) { m.unsubscribe = "https://a.example/\r\nBcc: x"; });
}

TEST(MailMessage, LinesAreShort) {
  Message message = example();
  for (int i = 0; i < 200; ++i) {
    message.subject += " Prüfung\xF0\x9F\x94\x92";
    message.to.name += " Ünal";
    message.text += "a line of text without an end, ";
  }
  message.text += "\n" + std::string(2000, 'x') + "\n";
  const std::string text = compose(message);
  for (const std::string& line : lines_of(text)) EXPECT_LE(line.size(), 79U) << line;
  // Each word stands for itself: decoding one by one gives whole characters.
  const std::string subject = header(text, "Subject");
  EXPECT_TRUE(subject.starts_with("=?utf-8?B?"));
  EXPECT_NE(subject.find("?= =?utf-8?B?"), std::string::npos);
}

TEST(MailMessage, AddressesAreOnesThatEveryServerTakes) {
  for (const char* good :
       {"a@b", "first.last+tag@sub.example.org", "o'neil@example.org", "x@10.0.0.1", "a=b@c-d.e"}) {
    EXPECT_TRUE(is_address(good)) << good;
  }
  for (const char* bad : {"",      "a",     "@b",        "a@",     "a b@c",       "a@b c", "a@b>",
                          "<a@b",  "a@@b",  "a.@b",      ".a@b",   "a..b@c",      "a@.b",  "a@b.",
                          "a@-b",  "a@b-",  "\"a b\"@c", "a,b@c",  "a@b\r\nDATA", "ü@b",   "a@ü.de",
                          "a@b@c", "a:b@c", "a;b@c",     "(c)a@b", "a\\b@c"}) {
    EXPECT_FALSE(is_address(bad)) << bad;
  }
  EXPECT_FALSE(is_address(std::string(65, 'a') + "@b"));
  EXPECT_FALSE(is_address("a@" + std::string(253, 'b')));
  EXPECT_EQ(parse_mailbox("Assay <a@b>")->name, "Assay");
  EXPECT_EQ(parse_mailbox("\"Assay, Ltd\" <a@b>")->name, "Assay, Ltd");
  EXPECT_EQ(parse_mailbox(" a@b ")->address, "a@b");
  for (const char* bad : {"Assay", "Assay <a@b> x", "Assay <a>", "A\tB <a@b>", "a@b, c@d", ""}) {
    EXPECT_FALSE(parse_mailbox(bad)) << bad;
  }
}

TEST(MailText, QuotedPrintableKeepsEveryByte) {
  EXPECT_EQ(quoted_printable("a=b\nü \n.x\nFrom y\n\n"),
            "a=3Db\r\n=C3=BC=20\r\n=2Ex\r\n=46rom y\r\n\r\n");
  EXPECT_EQ(quoted_printable(std::string("\0\x01\x7F\r\n", 5)), "=00=01=7F=0D\r\n");
  const std::string dots = quoted_printable(std::string(300, '.'));
  EXPECT_EQ(dots.find("\r\n."), std::string::npos);
}

TEST(MailText, HtmlIsTheTextAndNothingElse) {
  EXPECT_EQ(html_of("a <b>\nc & \"d\"\n\nhttps://x.example/?a=1&b=2\nhttps://x \"y\n"),
            "<!DOCTYPE html>\n<html lang=\"en\"><body>\n<p>a &lt;b&gt;<br>\nc &amp; &quot;d&quot;"
            "</p>\n<p><a href=\"https://x.example/?a=1&amp;b=2\">https://x.example/?a=1&amp;b=2</a>"
            "<br>\nhttps://x &quot;y</p>\n</body></html>\n");
  EXPECT_EQ(html_of("javascript:alert(1)").find("href"), std::string::npos);
  EXPECT_EQ(html_of("https://x\"onclick=\"y").find("\"onclick"), std::string::npos);
}

}  // namespace
}  // namespace assay::mail
