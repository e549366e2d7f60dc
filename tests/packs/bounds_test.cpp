// SPDX-License-Identifier: Apache-2.0
// Files that expand to far more text than they contain are refused before the memory is allocated.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>

#include "core/packs/import_file.hpp"
#include "tests/packs/samples.hpp"

namespace assay::packs {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20U;
constexpr long kMaxKilobytes = 1'000'000;  // the budget, the file, and the allocator's slack
constexpr int kMany = 3000;
const std::string kEnded = "the file's texts repeat each other past 128 MiB";

struct Outcome {
  std::string message;
  long peak_kilobytes = 0;
};

// Imports in a separate process, so that nothing else contributes to its peak memory.
Outcome outcome_of(const std::function<Result<Import>()>& import) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return {"no pipe", 0};
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string message = refusal_of(import());
    const ssize_t written = ::write(ends[1], message.data(), message.size());
    ::_exit(written == static_cast<ssize_t>(message.size()) ? 0 : 1);
  }
  ::close(ends[1]);
  Outcome outcome;
  std::array<char, 4096> buffer{};
  for (ssize_t got = 0; (got = ::read(ends[0], buffer.data(), buffer.size())) > 0;) {
    outcome.message.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  int status = 0;
  struct rusage usage {};
  EXPECT_EQ(::wait4(child, &status, 0, &usage), child);
  EXPECT_EQ(status, 0);
  outcome.peak_kilobytes = usage.ru_maxrss;
  return outcome;
}

void expect_ended(const std::function<Result<Import>()>& import, std::string_view path) {
  const Outcome outcome = outcome_of(import);
  EXPECT_TRUE(outcome.message.ends_with(kEnded)) << outcome.message.substr(0, 300);
  EXPECT_NE(outcome.message.find(path), std::string::npos) << outcome.message.substr(0, 300);
  EXPECT_LT(outcome.peak_kilobytes, kMaxKilobytes);
}

std::string repeated(int count, const std::function<std::string(int)>& item) {
  std::string out;
  for (int i = 0; i < count; ++i) out += (i > 0 ? "," : "") + item(i);
  return out;
}

std::string long_text() {
  return std::string(kMegabyte, 'x');
}

std::string objectives(int count) {
  return repeated(count, [](int) { return R"({"name": "objective", "prose": "p"})"; });
}

void expect_catalog_ended(const std::string& controls) {
  const std::string file = catalog_of("[" + controls + "]");
  expect_ended([&file] { return parse_oscal(file); }, "catalog.groups[0].controls[0]");
}

TEST(Bounds, AStatementIsNotCopiedToEveryObjective) {
  expect_catalog_ended(R"({"id": "a", "title": "t", "parts": [{"name": "statement", "prose": ")" +
                       long_text() + "\"}," + objectives(kMany) + "]}");
}

TEST(Bounds, ALabelIsNotCopiedToEveryObjective) {
  expect_catalog_ended(R"({"id": "a", "title": "t", "props": [{"name": "label", "value": ")" +
                       long_text() + "\"}], \"parts\": [" + objectives(kMany) + "]}");
}

TEST(Bounds, AnIdIsNotCopiedToEveryObjective) {
  expect_catalog_ended("{\"id\": \"" + long_text() + R"(", "title": "t", "parts": [)" +
                       objectives(kMany) + "]}");
}

TEST(Bounds, AnObjectiveDoesNotTakeOneItemAgainAndAgain) {
  const std::string links =
      repeated(kMany, [](int) { return R"({"rel": "assessment-for", "href": "#s"})"; });
  expect_catalog_ended(
      R"({"id": "a", "title": "t", "parts": [{"id": "s", "name": "statement", "prose": ")" +
      long_text() + R"("}, {"name": "objective", "prose": "p", "links": [)" + links + "]}]}");
}

TEST(Bounds, WhatIsExaminedIsNotCopiedToEveryObjective) {
  expect_catalog_ended(
      R"({"id": "a", "title": "t", "parts": [{"name": "assessment", "title": "EXAMINE",
          "parts": [{"name": "objects", "prose": ")" +
      long_text() + "\"}]}," + objectives(kMany) + "]}");
}

TEST(Bounds, TitlesOfControlsInControlsDoNotAddUp) {
  std::string control = R"({"id": "end", "title": "t"})";
  for (int i = 0; i < 55; ++i) {
    control = "{\"id\": \"c" + std::to_string(i) + R"(", "title": ")" + long_text() +
              R"(", "controls": [)" + control + "]}";
  }
  expect_catalog_ended(control);
}

TEST(Bounds, TitlesOfGroupsInGroupsDoNotAddUp) {
  std::string group = R"({"title": "t", "controls": [{"id": "a", "title": "t"}]})";
  for (int i = 0; i < 55; ++i) {
    group = "{\"title\": \"" + long_text() + R"(", "groups": [)" + group + "]}";
  }
  const std::string file =
      R"({"catalog": {"uuid": "u", "metadata": {"title": "t", "version": "1"}, "groups": [)" +
      group + "]}}";
  expect_ended([&file] { return parse_oscal(file); }, "catalog.groups[0].groups[0]");
}

// Regression: every objective asked for the control's labels, and so scanned all its properties.
TEST(Bounds, PropertiesAreNotReadForEveryObjective) {
  const std::string props =
      repeated(50'000, [](int) { return R"({"name": "label", "value": "l", "class": "c"})"; });
  const std::string file = catalog_of(R"([{"id": "a", "title": "t", "props": [)" + props +
                                      R"(], "parts": [)" + objectives(100'000) + "]}]");
  const auto import = parse_oscal(file);
  ASSERT_TRUE(import.ok()) << refusal_of(import);
  EXPECT_EQ(import.value().packs.at(0).requirements.size(), 100'000U);
}

TEST(Bounds, TitlesOfCriteriaThatAreMadeDistinctAreLimited) {
  std::string nodes = "    - {urn: 'urn:root', name: '" + long_text() + "'}\n";
  for (int i = 0; i < kMany; ++i) {
    const std::string group = "urn:g" + std::to_string(i);
    nodes += "    - {urn: '" + group + "', parent_urn: 'urn:root', name: same}\n    - {urn: '" +
             group + "r', parent_urn: '" + group + "', assessable: true, name: n}\n";
  }
  const std::string file = library_of(nodes);
  expect_ended([&file] { return parse_ciso_library(file); }, "requirement_nodes[");
}

}  // namespace
}  // namespace assay::packs
