// SPDX-License-Identifier: Apache-2.0
// Every format of one made-up run: required and forbidden content, and the memory it takes.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <regex>

#include "core/json/json.hpp"
#include "tests/export/sample_report.hpp"

namespace assay::test {
namespace {

constexpr std::array kAll{ExportFormat::Json,   ExportFormat::Csv,  ExportFormat::Xlsx,
                          ExportFormat::Pdf,    ExportFormat::Html, ExportFormat::Oscal,
                          ExportFormat::Package};

bool holds(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

exports::Source reviewed(std::string note) {
  exports::Source source = sample_source();
  source.reviews.push_back(sample_review(1, std::move(note)));
  return source;
}

TEST(Formats, TheSameRecordGivesTheSameBytes) {
  for (const ExportFormat format : kAll) {
    EXPECT_EQ(exported(format, sample_source()), exported(format, sample_source()))
        << to_text(format);
  }
}

TEST(Formats, ARunWithoutASnapshotAndWithoutFindingsHasThemToo) {
  for (const ExportFormat format : kAll) {
    exports::Source live = sample_source();
    live.snapshot_hash.reset();
    EXPECT_FALSE(exported(format, std::move(live)).empty()) << to_text(format);
    EXPECT_FALSE(exported(format, sample_source({0, 0})).empty()) << to_text(format);
  }
}

TEST(Formats, ReviewsAreShownWhereThereAreAny) {
  const std::string note = "Seen on site on Monday.";
  for (const ExportFormat format : {ExportFormat::Json, ExportFormat::Csv, ExportFormat::Html}) {
    EXPECT_TRUE(holds(exported(format, reviewed(note)), note)) << to_text(format);
  }
  const std::string plain = exported(ExportFormat::Csv, sample_source());
  EXPECT_FALSE(holds(plain.substr(0, plain.find('\n')), "review"));
  const std::string pdf = file_with(exported(ExportFormat::Pdf, reviewed(note)), "reviewed.pdf");
  const std::string text = printed_by("pdftotext -layout " + pdf + " -");
  EXPECT_TRUE(holds(text, "Review by Ana Holm, 5 January 2026"));
  EXPECT_TRUE(holds(text, note));
}

TEST(Formats, AReportNamesTheGlossaryOfItsRun) {
  EXPECT_TRUE(holds(exported(ExportFormat::Json, sample_source()), R"("glossaryVersion":3)"));
  EXPECT_TRUE(
      holds(exported(ExportFormat::Html, sample_source()), "<dt>Glossary</dt><dd>version 3</dd>"));
}

TEST(Json, IsTheRecordWithReviewsBesideIt) {
  const Json json = Json::parse(exported(ExportFormat::Json, reviewed("agreed"))).value();
  const Json record = Json::parse(sample_source().content).value();
  ASSERT_EQ(json.get("assessments").size(), record.get("assessments").size());
  EXPECT_EQ(json.get("assessments").at(0).canonical(), record.get("assessments").at(0).canonical());
  EXPECT_EQ(json.get("assessments").at(1).get("reviews").at(0).get("note").as_string(), "agreed");
  EXPECT_EQ(json.get("tasks").canonical(), record.get("tasks").canonical());
  EXPECT_EQ(json.get("documents").size(), 5U);
}

TEST(Html, RunsAndLoadsNothing) {
  const std::string html = exported(ExportFormat::Html, reviewed(kScript));
  EXPECT_TRUE(holds(html, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"));
  EXPECT_TRUE(holds(html, "default-src 'none'"));
  const std::regex live(
      R"(<script|<iframe|<object|<link|<img|<base|<form|\son[a-z]+=|javascript:|(href|src)="[^#])",
      std::regex::icase);
  EXPECT_FALSE(std::regex_search(html, live));
  EXPECT_TRUE(holds(html, std::string("<bdi>") + kHebrew + "</bdi>"));
  EXPECT_FALSE(holds(html, "\xe2\x80\xae")) << "nothing turns the text around it";
}

TEST(Oscal, TheUuidsAreOfVersionFive) {
  const std::string folder = unpacked(exported(ExportFormat::Oscal, sample_source()), "oscal.zip");
  const Json json = Json::parse(printed_by("cat " + folder + "/assessment-results.json")).value();
  const std::string uuid = json.get("assessment-results").get("uuid").as_string().value();
  EXPECT_TRUE(std::regex_match(
      uuid, std::regex("[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")));
  const Json result = json.get("assessment-results").get("results").at(0);
  EXPECT_EQ(result.get("observations").size(), 12U);
  EXPECT_EQ(result.get("findings").size(), 9U) << "what FAILED is no finding";
}

TEST(Oscal, WithoutTasksThereIsNoPlan) {
  const std::string folder =
      unpacked(exported(ExportFormat::Oscal, sample_source({1, 1})), "1.zip");
  EXPECT_EQ(printed_by("ls " + folder), "assessment-results.json\n");
}

TEST(Package, IsCheckedBySha256sumAlone) {
  const std::string folder =
      unpacked(exported(ExportFormat::Package, sample_source()), "package.zip");
  const std::string said = printed_by("cd " + folder + " && sha256sum -c SHA256SUMS 2>&1");
  EXPECT_FALSE(holds(said, "FAILED"));
  for (const char* name : {"report.pdf: OK", "snapshot.json: OK", "README.txt: OK",
                           "originals/001-Access-Control-Procedure.docx: OK"}) {
    EXPECT_TRUE(holds(said, name)) << name << " in " << said;
  }
  const std::string hash = sample_source().snapshot_hash.value();
  EXPECT_TRUE(holds(printed_by("sha256sum " + folder + "/snapshot.json"), hash));
  EXPECT_TRUE(holds(printed_by("cat " + folder + "/README.txt"), hash));
  // The change is detected.
  EXPECT_TRUE(holds(printed_by("cd " + folder +
                               " && echo x >> findings.csv && sha256sum -c SHA256SUMS"
                               " 2>/dev/null"),
                    "findings.csv: FAILED"));
}

TEST(Package, SaysWhichOriginalsAreGone) {
  const std::string folder =
      unpacked(exported(ExportFormat::Package, sample_source({5, 4})), "gone.zip");
  const std::string readme = printed_by("cat " + folder + "/README.txt");
  EXPECT_TRUE(holds(readme, "it was deleted on 6 January 2026, 11:00 UTC\n    gone.txt, SHA-256 "));
  EXPECT_EQ(printed_by("ls " + folder + "/originals | wc -l"), "3\n");
}

// 1,500 requirements: the growth of this process over all formats, well below the cost of holding
// an entire format in memory several times.
TEST(Formats, ALargeRunStaysWithinBounds) {
  const auto peak_kib = [] {
    rusage usage{};
    EXPECT_EQ(::getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
  };
  static_cast<void>(sample_source({50, 30}));
  const long before = peak_kib();
  for (const ExportFormat format :
       {ExportFormat::Csv, ExportFormat::Xlsx, ExportFormat::Html, ExportFormat::Pdf}) {
    exports::Source copy = sample_source({50, 30});
    EXPECT_GT(exported(format, std::move(copy)).size(), 100'000U) << to_text(format);
  }
  EXPECT_LT(peak_kib() - before, 120 * 1024);
}

}  // namespace
}  // namespace assay::test
