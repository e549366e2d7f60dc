// SPDX-License-Identifier: Apache-2.0
// HTML pages: what is not shown, navigation, encodings that are declared wrongly, tables in tables.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

Blocks page(const std::string& body) {
  return read_blocks("html", "<html><body>" + body + "</body></html>");
}

TEST(Html, LeavesOutWhatThePageHides) {
  EXPECT_EQ(
      page("<p>Seen</p><p style=\"color: red; DISPLAY : none\">no</p><div hidden>no<p>no</div>"
           "<p>A<span style='visibility:hidden'> no</span> word</p><form><input type=hidden "
           "value=secret><input value=shown></form><p style='display:block'>Shown</p>"),
      (Blocks{"P Seen", "P A word", "P shown", "P Shown"}));
  EXPECT_EQ(page("<ol><li>one<li hidden>no<li>two</ol><ul style='display:none'><li>no</ul>"
                 "<table><tr><th>Role<th>Due<tr style='display:none'><td>x<td>y"
                 "<tr><td>Admin<td>May</table>"),
            (Blocks{"L 1. one", "L 2. two", "T Role: Admin; Due: May"}));
}

TEST(Html, LeavesOutNavigation) {
  EXPECT_EQ(page("<nav><ul><li>Home<li>Products</ul></nav><div role=navigation>Sitemap</div>"
                 "<h1>Policy</h1><p>Text</p>"),
            (Blocks{"H1 Policy", "P Text"}));
}

TEST(Html, APageThatHidesEverythingIsReadInFull) {
  EXPECT_EQ(page("<div style='display:none'><p>Shown by a script</p></div>"),
            Blocks{"P Shown by a script"});
  EXPECT_EQ(read_blocks("html", "<body style='display:none'><p>One</p><p hidden>no</p></body>"),
            Blocks{"P One"});
}

TEST(Html, ReadsPagesThatNameTheirCharsetWrongly) {
  const std::string text = "<p>Pr\u00FCfung 5 \u20AC</p>";
  const auto declared = [&text](const std::string& charset) {
    return read_blocks("html", "<meta http-equiv=Content-Type content=\"text/html; charset=" +
                                   charset + "\">" + text);
  };
  for (const char* charset : {"unicode", "utf-16", "UTF-16LE", "iso-8859-1", "windows-1252",
                              "us-ascii", "iso-8859-15", "koi8-r", "no-such-charset"}) {
    EXPECT_EQ(declared(charset), Blocks{"P Pr\u00FCfung 5 \u20AC"}) << charset;
  }
  EXPECT_EQ(read_blocks("html",
                        "<meta charset=unicode><p>Pr\xFC"
                        "fung</p>"),
            Blocks{"P Pr\u00FCfung"});
  EXPECT_EQ(read_blocks("html", "<meta charset=koi8-r><p>\xC4\xC1</p>"), Blocks{"P \u0434\u0430"});
  EXPECT_EQ(read_blocks("html",
                        "<?xml version=\"1.0\" encoding=\"iso-8859-5\"?><html><p>\xD4\xD0"
                        "</p></html>"),
            Blocks{"P \u0434\u0430"});
  EXPECT_EQ(read_blocks("html", "<meta charset=Shift_JIS><p>\x8A\xC4\x8D\xB8</p>"),
            Blocks{"P \u76E3\u67FB"});
}

TEST(Html, ParagraphsOfAnItemBelongToIt) {
  EXPECT_EQ(page("<ul><li>Keys<p>are kept</p><p>in a safe</p><ul><li>inner</ul>tail<li>two"
                 "<pre>code</pre><li><h3>Title</h3>text</ul><p>After</p>"),
            (Blocks{"L - Keys\nare kept\nin a safe", "L - inner", "P tail", "L - two", "P code",
                    "H3 Title", "L - text", "P After"}));
}

TEST(Html, ATableInACellJoinsItsText) {
  EXPECT_EQ(page("<table><tr><th>Site<th>Keys<tr><td>Porto<td><table><tr><th>Kind<th>Count<tr>"
                 "<td>Door<td>4</table><tr><td>Lyon<td>2</table>"),
            (Blocks{"T Site: Porto; Keys: Kind Count Door 4", "T Site: Lyon; Keys: 2"}));
  // Without a header, the outer table arranges the page.
  EXPECT_EQ(page("<table><tr><td>Menu<td><table><tr><th>Kind<th>Count<tr><td>Door<td>4"
                 "</table></table>"),
            (Blocks{"P Menu", "T Kind: Door; Count: 4"}));
}

TEST(Html, KeepsTextFromRightToLeftAndWithoutSpaces) {
  EXPECT_EQ(page("<h1 dir=rtl>\u0633\u064A\u0627\u0633\u0629</h1><ul><li>\u5099\u4EFD</ul>"
                 "<table><tr><th>\u8CA0\u8CAC\u4EBA<th>\u65E5\u671F<tr><td>\u738B"
                 "<td>2026-01-01</table>"),
            (Blocks{"H1 \u0633\u064A\u0627\u0633\u0629", "L - \u5099\u4EFD",
                    "T \u8CA0\u8CAC\u4EBA: \u738B; \u65E5\u671F: 2026-01-01"}));
}

}  // namespace
}  // namespace assay::test
