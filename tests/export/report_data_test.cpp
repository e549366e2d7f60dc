// SPDX-License-Identifier: Apache-2.0
// Parsing the record, and the handling of other people's text.
#include "pipeline/export/report_data.hpp"

#include <gtest/gtest.h>

#include "core/json/json.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/export/report_text.hpp"
#include "tests/export/sample_report.hpp"

namespace assay::test {
namespace {

using namespace exports;  // NOLINT(google-build-using-namespace)

TEST(JsonSlices, AreTheMembersAndElementsThatAParserFinds) {
  const Json json = Json::parse(sample_source().content).value();
  const std::string text = json.canonical();
  const auto found = members(text);
  ASSERT_EQ(found.size(), json.size());
  for (const auto& [name, slice] : found) {
    EXPECT_EQ(Json::parse(slice)->canonical(), json.get(name).canonical()) << name;
  }
  const auto items = elements(member(text, "assessments"));
  ASSERT_EQ(items.size(), json.get("assessments").size());
  EXPECT_EQ(Json::parse(items.back())->canonical(),
            json.get("assessments").at(items.size() - 1).canonical());
}

TEST(JsonSlices, StepOverBracketsCommasAndQuotesInStrings) {
  EXPECT_EQ(member(R"({"a":"},]\"{","b":[1,"x,]"],"c":-1.5e3})", "b"), R"([1,"x,]"])");
  EXPECT_EQ(member(R"({"a":1})", "b"), "null");
  EXPECT_EQ(elements(R"([{},[],"",0,null])").size(), 5U);
  EXPECT_TRUE(elements("[]").empty());
  EXPECT_TRUE(members("{}").empty());
}

TEST(JsonSlices, RefuseWhatIsCutOff) {
  for (const char* text : {"", "{", "[", "{\"a", "{\"a\"}", "[1,[2]", "{\"a\":\"x}", "[,]", "7"}) {
    EXPECT_THROW(static_cast<void>(members(text)), std::runtime_error) << text;
    EXPECT_THROW(static_cast<void>(elements(text)), std::runtime_error) << text;
  }
}

TEST(ReportData, GroupsFindingsByCriterionAndCountsThem) {
  const Report report = read_report(sample_source());
  ASSERT_EQ(report.criteria.size(), 3U);
  EXPECT_EQ(report.finding_count, 12U);
  for (const Criterion& criterion : report.criteria) {
    EXPECT_EQ(criterion.findings.size(), 4U);
    EXPECT_EQ(criterion.counts, (Counts{1, 1, 1, 1}));
  }
  EXPECT_EQ(report.counts, (Counts{3, 3, 3, 3}));
  EXPECT_EQ(report.evaluator, "builtin 3");
  EXPECT_EQ(report.glossary_version, 3);
  EXPECT_EQ(to_iso8601(report.completed_at), "2026-01-02T03:04:08.000Z");
  const Finding& partial = report.criteria[0].findings[1];
  EXPECT_EQ(partial.title, kFormula);
  EXPECT_EQ(partial.quotes.size(), 2U);
  EXPECT_EQ(partial.quotes[0].file_name, kHebrew);
  EXPECT_EQ(partial.tasks.size(), 1U);
  EXPECT_EQ(report.criteria[0].findings[3].error, "It took more than 90 s.");
  std::size_t quoted = 0;
  for (const Document& document : report.documents) quoted += document.quoted;
  EXPECT_EQ(quoted, report.quote_count);
  EXPECT_FALSE(report.reviewed);
}

TEST(ReportData, PutsReviewsBesideTheirFindings) {
  exports::Source source = sample_source();
  source.reviews.push_back(sample_review(1, "seen on site"));
  const Report report = read_report(std::move(source));
  EXPECT_TRUE(report.reviewed);
  EXPECT_TRUE(report.criteria[0].findings[0].reviews.empty());
  ASSERT_EQ(report.criteria[0].findings[1].reviews.size(), 1U);
  EXPECT_EQ(report.criteria[0].findings[1].reviews[0].note, "seen on site");
}

TEST(ReportData, RefusesWhatIsNoRecord) {
  for (const char* content : {"", "{}", "[]", "{\"run\":{}}"}) {
    exports::Source source = sample_source();
    source.content = content;
    EXPECT_THROW(static_cast<void>(read_report(std::move(source))), std::runtime_error) << content;
  }
}

TEST(PlainText, ShowsControlsAndKeepsTheRest) {
  EXPECT_EQ(printable("a\r\nb\rc\td\n"), "a\nb\nc\td\n");
  EXPECT_EQ(printable("a\x01\x1b[0m\x7f\xc2\x85"), "a\ufffd\ufffd[0m\ufffd\ufffd");
  EXPECT_EQ(printable("txt\u202eexe"), "txt\ufffdexe");
  EXPECT_EQ(printable("\xff\xef\xbf\xbf"), "\ufffd\ufffd");
  EXPECT_EQ(printable(kHebrew), kHebrew);
  EXPECT_EQ(one_line("  a \n\n b\u00a0c  "), "a b c");
  EXPECT_EQ(shortened("äöü", 3), "äöü");
  EXPECT_EQ(shortened("äöüß", 3), "äö…");
}

TEST(PlainText, KnowsWhatASpreadsheetTakesForAFormula) {
  for (const char* text :
       {"=1", "+1", "-1", "@x", "\t=1", " =1", "\u00a0=1", "＝1", "＠x", "\n1"}) {
    EXPECT_TRUE(like_formula(text)) << text;
  }
  for (const char* text : {"", "1-1", "a=b", "'=1", "(=1)", "–1"}) {
    EXPECT_FALSE(like_formula(text)) << text;
  }
}

TEST(PlainText, WritesTimesAndNumbersForPeople) {
  EXPECT_EQ(readable(from_iso8601("2026-01-02T03:04:59Z").value()), "2 January 2026, 03:04 UTC");
  EXPECT_EQ(two_digits(0.834), "0.83");
  EXPECT_EQ(counted(1, "quote"), "1 quote");
  EXPECT_EQ(counted(0, "quote"), "0 quotes");
}

}  // namespace
}  // namespace assay::test
