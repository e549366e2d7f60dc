// SPDX-License-Identifier: Apache-2.0
// OSCAL files that are broken, of another kind, or attack: refused in time, with line or
// path.
#include <gtest/gtest.h>

#include <chrono>

#include "core/packs/import_file.hpp"
#include "tests/packs/samples.hpp"

namespace assay::packs {
namespace {

std::string refused_catalog(std::string_view text) {
  const auto begin = std::chrono::steady_clock::now();
  const auto import = parse_oscal(text);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  if (!import.ok()) {
    EXPECT_EQ(import.error().code, ErrorCode::ValidationError);
  }
  return refusal_of(import);
}

TEST(OscalFaults, OtherModelsAreNamed) {
  EXPECT_EQ(refused_catalog(R"({"system-security-plan": {}})"),
            "system-security-plan: an OSCAL system-security-plan holds no requirements; catalogs "
            "are read");
  EXPECT_TRUE(refused_catalog(R"({"profile": {"uuid": "u"}})")
                  .starts_with("profile: a profile holds no control texts; import its resolved"));
  EXPECT_TRUE(refused_catalog(R"({"profile": {"uuid": "u", "modify": {}}})")
                  .starts_with("profile.modify: changes to controls are not resolved here"));
  EXPECT_EQ(refused_catalog(R"({"a": 1})"),
            "file: is not an OSCAL catalog: the member \"catalog\" is missing");
  EXPECT_EQ(refused_catalog("[]"), "file: must be an object");
  EXPECT_EQ(refused_catalog(R"({"catalog": []})"), "catalog: must be an object");
}

TEST(OscalFaults, MissingAndWrongMembersAreNamedByPath) {
  EXPECT_EQ(refused_catalog(R"({"catalog": {"metadata": {}}})"),
            "catalog.uuid: is missing or empty");
  EXPECT_EQ(refused_catalog(R"({"catalog": {"uuid": "u"}})"), "catalog.metadata: is missing");
  EXPECT_EQ(refused_catalog(R"({"catalog": {"uuid": "u", "metadata": {"title": "t"}}})"),
            "catalog.metadata.version: is missing or empty");
  EXPECT_EQ(refused_catalog(R"({"catalog": {"uuid": "u", "metadata": {"title": "t", "version": "1",
                        "oscal-version": "2.0.0"}}})"),
            "catalog.metadata.oscal-version: \"2.0.0\" is not supported; 1.0 to 1.2 are");
  EXPECT_EQ(refused_catalog(catalog_of("{}")),
            "catalog.groups[0].controls: must be an array of objects");
  EXPECT_EQ(refused_catalog(catalog_of("[]")), "catalog: holds no control that is in force");
  EXPECT_EQ(refused_catalog(catalog_of(R"([{"title": "t"}])")),
            "catalog.groups[0].controls[0].id: is missing or empty");
  EXPECT_EQ(refused_catalog(catalog_of(R"([{"id": "a"}])")),
            "catalog.groups[0].controls[0].title: is missing or empty");
  EXPECT_EQ(refused_catalog(catalog_of(R"([{"id": "a", "title": 5}])")),
            "catalog.groups[0].controls[0].title: must be a string");
  EXPECT_EQ(refused_catalog(catalog_of(R"([{"id": "a", "title": "x\u0000y"}])")),
            "catalog.groups[0].controls[0].title: holds a NUL");
  EXPECT_EQ(
      refused_catalog(catalog_of(R"([{"id": "a", "title": "t", "parts": [{"prose": "p"}]}])")),
      "catalog.groups[0].controls[0].parts[0].name: is missing or empty");
}

TEST(OscalFaults, WhatStandsTwiceIsRefused) {
  EXPECT_EQ(
      refused_catalog(catalog_of(R"([{"id": "a", "title": "t"}, {"id": "a", "title": "t"}])")),
      "catalog.groups[0].controls[1].id: \"a\" appears twice in the catalog");
  EXPECT_EQ(refused_catalog(catalog_of(R"([{"id": "a", "title": "t", "params": [{"id": "p"}]},
                                   {"id": "b", "title": "t", "params": [{"id": "p"}]}])")),
            "catalog.groups[0].controls[1].params[0].id: \"p\" appears twice in the catalog");
  EXPECT_EQ(refused_catalog("{\"catalog\":\n {}, \"catalog\": {}}"),
            "file: is not JSON: duplicate object key near '\"catalog\"' at line 2, column 14");
}

TEST(OscalFaults, WhatIsNoJsonIsRefusedByLine) {
  EXPECT_TRUE(refused_catalog("").starts_with("file: is not JSON: "));
  EXPECT_EQ(refused_catalog("{\"catalog\":\n{]}"),
            "file: is not JSON: string or '}' expected near ']' at line 2, column 2");
  EXPECT_NE(refused_catalog("{\"catalog\": \"\xC3\x28\"}").find("line 1"), std::string::npos);
  EXPECT_NE(refused_catalog(std::string_view("{\"catalog\": \0}", 14)).find("line 1"),
            std::string::npos);
  EXPECT_EQ(refused_catalog("\xEF\xBB\xBF{}"),
            "file: is not an OSCAL catalog: the member \"catalog\" is missing");
}

TEST(OscalFaults, DepthAndSizeAreLimited) {
  EXPECT_EQ(refused_catalog(std::string(std::size_t{20} << 20U, '[')),
            "line 1: file: is nested deeper than 128 levels");
  std::string many = "[";
  for (int i = 0; i < 2'100'000; ++i) many += "[],";
  EXPECT_EQ(refused_catalog(many), "line 1: file: holds more than 2,000,000 values");
  EXPECT_EQ(refused_catalog(std::string((std::size_t{64} << 20U) + 1, ' ')),
            "file: JSON of more than 64 MiB is not read");
}

// Parameters that contain each other twice would double with each step.
TEST(OscalFaults, ParametersThatMultiplyAreCut) {
  std::string params;
  for (int i = 0; i < 200; ++i) {
    const std::string next = "{{ insert: param, p" + std::to_string(i + 1) + " }}";
    params += R"({"id": "p)" + std::to_string(i) + R"(", "label": "x)" + next + next + "\"},";
  }
  params += R"({"id": "p200", "label": "end"})";
  const auto import = parse_oscal(
      catalog_of(R"([{"id": "a", "title": "t", "params": [)" + params +
                 R"(], "parts": [{"name": "statement", "prose": "{{ insert: param, p0 }}"}]}])"));
  ASSERT_TRUE(import.ok()) << refusal_of(import);
  EXPECT_LT(requirement(import, "a").title.size(), 3000U);
}

TEST(OscalFaults, ProseFullOfMarksCostsItsLengthOnly) {
  const auto begin = std::chrono::steady_clock::now();
  for (const char* mark : {"{{", "[", "{{ [", "[x](#"}) {
    std::string prose;
    while (prose.size() < (std::size_t{4} << 20U)) prose += mark;
    const auto import = parse_oscal(
        catalog_of(R"([{"id": "a", "title": "t", "parts": [{"name": "statement", "prose": ")" +
                   prose + "\"}]}]"));
    EXPECT_TRUE(import.ok()) << refusal_of(import);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(OscalFaults, WhatIsCutAnywhereIsRefusedByLine) {
  const std::string whole = sample_catalog();
  for (std::size_t percent = 0; percent < 100; ++percent) {
    const std::string message = refused_catalog(whole.substr(0, whole.size() * percent / 100));
    EXPECT_TRUE(message.starts_with("file: is not JSON: ")) << message;
    EXPECT_NE(message.find(" at line "), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace assay::packs
