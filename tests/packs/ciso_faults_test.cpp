// SPDX-License-Identifier: Apache-2.0
// Libraries that are broken, lie or attack: each is refused in time, with its line and path.
#include <gtest/gtest.h>

#include <chrono>

#include "core/packs/import_file.hpp"
#include "core/packs/pack_content.hpp"
#include "tests/packs/samples.hpp"

namespace assay::packs {
namespace {

// The message of the refusal of a library with these nodes; the first node is in line 15.
std::string refused_nodes(std::string_view nodes) {
  return refusal_of(parse_ciso_library(library_of(nodes)));
}

TEST(CisoFaults, NamesLineAndPath) {
  EXPECT_EQ(refused_nodes("    - {urn: 'urn:x', assessable: true, name: a}\n    - {name: b}\n"),
            "line 16: objects.framework.requirement_nodes[1].urn: is missing or empty");
  EXPECT_EQ(refused_nodes("    - {urn: 'urn:x', assessable: maybe}\n"),
            "line 15: objects.framework.requirement_nodes[0].assessable: must be true or false");
  EXPECT_EQ(refused_nodes("    - {urn: 'urn:x', name: [a]}\n"),
            "line 15: objects.framework.requirement_nodes[0].name: must be a string");
  EXPECT_EQ(refused_nodes("    - urn:x\n"),
            "line 15: objects.framework.requirement_nodes[0]: must be a map");
  EXPECT_EQ(refused_nodes("    - {urn: 'urn:x', assessable: true, name: a, questions: why}\n"),
            "line 15: objects.framework.requirement_nodes[0].questions: must be a map");
  EXPECT_EQ(refused_nodes("    - {urn: 'urn:x', assessable: true, implementation_groups: B}\n"),
            "line 15: objects.framework.requirement_nodes[0].implementation_groups: must be a list "
            "of strings");
}

TEST(CisoFaults, ErrorIsTheFieldsOfTheContract) {
  const auto import = parse_ciso_library(library_of("    - {name: b}\n"));
  ASSERT_FALSE(import.ok());
  EXPECT_EQ(import.error().code, ErrorCode::ValidationError);
  const Json field = import.error().details.get("fields").at(0);
  EXPECT_EQ(field.get("field").as_string(), "objects.framework.requirement_nodes[0].urn");
  EXPECT_EQ(field.get("issue").as_string(), "line 15: is missing or empty");
}

TEST(CisoFaults, TreesThatAreNone) {
  EXPECT_EQ(
      refused_nodes("    - {urn: 'urn:x', name: a}\n    - {urn: 'URN:X', name: b}\n"),
      "line 16: objects.framework.requirement_nodes[1].urn: \"urn:x\" appears twice, first in "
      "line 15");
  EXPECT_EQ(refused_nodes("    - {urn: 'urn:x', parent_urn: 'urn:y'}\n"),
            "line 15: objects.framework.requirement_nodes[0].parent_urn: no node has the urn "
            "\"urn:y\"");
  EXPECT_EQ(refused_nodes("    - {urn: 'urn:x', parent_urn: 'urn:y'}\n"
                          "    - {urn: 'urn:y', parent_urn: 'urn:x'}\n"),
            "line 15: objects.framework.requirement_nodes[0].parent_urn: its parents form a cycle");
  EXPECT_EQ(refused_nodes("    - {urn: 'urn:x', assessable: true, ref_id: A, name: a}\n"
                          "    - {urn: 'urn:y', assessable: true, ref_id: A, name: b}\n"),
            "line 16: objects.framework.requirement_nodes[1].ref_id: \"A\" appears twice, first in "
            "line 15");
  std::string deep = "    - {urn: 'urn:0'}\n";
  for (int i = 1; i < 70; ++i) {
    deep += "    - {urn: 'urn:" + std::to_string(i) +
            "', parent_urn: 'urn:" + std::to_string(i - 1) + "'}\n";
  }
  EXPECT_NE(refused_nodes(deep).find("more than 64 nodes below its root"), std::string::npos);
}

TEST(CisoFaults, FilesThatHoldNoPackSayWhatTheyHold) {
  const std::string head = library_head();
  EXPECT_EQ(refusal_of(parse_ciso_library(head + "objects:\n  risk_matrix: [{a: 1}]\n  threats: "
                                                 "[{a: 1}, {a: 2}]\n")),
            "line 10: objects: holds no framework with assessable nodes and no mapping set, but "
            "risk_matrix (1), threats (2)");
  EXPECT_EQ(refusal_of(parse_ciso_library(head)),
            "line 1: objects: is missing: not a CISO Assistant library");
  EXPECT_EQ(refusal_of(parse_ciso_library(head + "objects: []\n")),
            "line 9: objects: must be a map");
  EXPECT_EQ(refusal_of(parse_ciso_library("- a\n- b\n")), "line 1: file: must be a map");
  EXPECT_EQ(refusal_of(parse_ciso_library("name: x\nobjects: {framework: {urn: a}}\n")),
            "line 1: urn: is missing or empty");
  EXPECT_NE(
      refused_nodes("    - {urn: 'urn:x', name: a}\n").find("no framework with assessable nodes"),
      std::string::npos);
  EXPECT_EQ(refusal_of(parse_ciso_library(head + "objects:\n  framework: {urn: u, name: n}\n")),
            "line 10: objects.framework.requirement_nodes: is missing");
}

TEST(CisoFaults, MappingsThatAreNone) {
  const std::string set = library_head() +
                          "objects:\n  requirement_mapping_set:\n    urn: u\n"
                          "    source_framework_urn: a\n    target_framework_urn: b\n";
  EXPECT_EQ(refusal_of(parse_ciso_library(set)),
            "line 11: objects.requirement_mapping_set.requirement_mappings: is missing");
  EXPECT_EQ(refusal_of(parse_ciso_library(set + "    requirement_mappings: [{relationship: x}]\n")),
            "line 14: objects.requirement_mapping_set.requirement_mappings[0]."
            "source_requirement_urn: is missing or empty");
  EXPECT_EQ(refusal_of(parse_ciso_library(
                set + "    requirement_mappings:\n    - {source_requirement_urn: a, "
                      "target_requirement_urn: b, relationship: equal, "
                      "strength_of_relationship: strong}\n")),
            "line 15: objects.requirement_mapping_set.requirement_mappings[0]."
            "strength_of_relationship: must be a whole number from 0 to 100");
  const auto empty = parse_ciso_library(set + "    requirement_mappings: []\n");
  ASSERT_TRUE(empty.ok()) << refusal_of(empty);
  EXPECT_TRUE(empty.value().packs.empty());
  EXPECT_EQ(empty.value().mapping_sets.size(), 1U);
}

std::string set_of(const std::string& urn, const std::string& framework,
                   const std::string& mappings) {
  return library_head() + "objects:\n  requirement_mapping_set:\n    urn: " + urn +
         "\n    name: n\n    source_framework_urn: " + framework +
         "\n    target_framework_urn: b\n    requirement_mappings:\n" + mappings;
}

std::optional<Error> error_of(const std::string& text) {
  const auto import = parse_ciso_library(text);
  EXPECT_TRUE(import.ok()) << refusal_of(import);
  return import.ok() ? first_error(import.value().mapping_sets.at(0)) : std::nullopt;
}

std::string one_mapping(const std::string& more) {
  return "    - {source_requirement_urn: a, target_requirement_urn: b, relationship: equal" + more +
         "}\n";
}

// Indexed columns hold some 2,700 bytes; longer values once caused a database error.
TEST(CisoFaults, MappingSetsThatDoNotFitAreToldByPath) {
  const std::string mapping = one_mapping("");
  EXPECT_FALSE(error_of(set_of("u", "a", mapping)));
  const std::string longest(5000, 'x');
  EXPECT_EQ(error_of(set_of("u", longest, mapping)).value().message,
            "mapping set \"u\".sourceFramework: has more than 500 characters");
  EXPECT_EQ(error_of(set_of("u", "a",
                            mapping + "    - {source_requirement_urn: c, target_requirement_urn: " +
                                longest + ", relationship: equal}\n"))
                .value()
                .message,
            "mapping set \"u\".mappings[1].target: has more than 500 characters");
  EXPECT_EQ(error_of(set_of("u", "a", one_mapping(", rationale: " + std::string(100'001, 'x'))))
                .value()
                .message,
            "mapping set \"u\".mappings[0].rationale: has more than 100000 characters");
}

TEST(CisoFaults, WhatAMappingSetHasBesidesIsReported) {
  const auto import = parse_ciso_library(set_of(
      "u\n    ref_id: R\n    extra: x", "a",
      one_mapping(", more: y") + "    - {source_requirement_urn: c, target_requirement_urn: b, "
                                 "relationship: equal, more: y}\n"));
  ASSERT_TRUE(import.ok()) << refusal_of(import);
  const std::string path = "objects.requirement_mapping_set";
  EXPECT_TRUE(skipped(import.value(), path, "mapping sets have \"extra\", which is not kept"));
  EXPECT_TRUE(skipped(import.value(), path, "mapping sets have \"ref_id\", which is not kept"));
  EXPECT_TRUE(skipped(import.value(), path + ".requirement_mappings[0]",
                      "mappings have \"more\", which is not kept: 2, this one first"));
}

TEST(CisoFaults, MappingSetsOfOtherSourcesAreCheckedToo) {
  MappingSet set{"u", "n", "a", "b", {{"s", "t", "equal", 100, ""}}};
  EXPECT_FALSE(first_error(set));
  set.mappings[0].relationship = "unrelated";
  EXPECT_EQ(first_error(set).value().message,
            "mapping set \"u\".mappings[0].relationship: must be equal, subset, superset or "
            "intersect");
  set.mappings[0] = {std::string("s\0", 2), "t", "equal", std::nullopt, ""};
  EXPECT_EQ(first_error(set).value().message,
            "mapping set \"u\".mappings[0].source: holds a zero byte");
  set.mappings[0] = {"s", "t", "equal", 101, ""};
  EXPECT_EQ(first_error(set).value().message,
            "mapping set \"u\".mappings[0].strength: must be from 0 to 100");
  set.mappings.assign(100'001, {"s", "t", "equal", std::nullopt, ""});
  EXPECT_EQ(first_error(set).value().message,
            "mapping set \"u\": has more than 100,000 mappings; split it into several sets");
}

// One long text referenced by a hundred thousand nodes becomes terabytes when it is copied.
TEST(CisoFaults, TextsThatMultiplyAreEnded) {
  std::string text = library_head() + "objects:\n  reference_controls:\n  - urn: u\n";
  text += "    typical_evidence: " + std::string(1U << 20U, 'x') + "\n  framework:\n    urn: f\n";
  text += "    name: f\n    requirement_nodes:\n";
  for (int i = 0; i < 20000; ++i) {
    text += "    - {urn: 'urn:" + std::to_string(i) +
            "', assessable: true, name: n, reference_controls: [u]}\n";
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::string message = refusal_of(parse_ciso_library(text));
  EXPECT_NE(message.find("repeat each other past 128 MiB"), std::string::npos) << message;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(CisoFaults, WhatIsCutAnywhereIsRefusedOrSound) {
  const std::string whole = sample_library();
  for (std::size_t percent = 0; percent < 100; ++percent) {
    const auto import = parse_ciso_library(whole.substr(0, whole.size() * percent / 100));
    if (import.ok()) continue;  // cut after a whole node: a smaller library
    const std::string& message = import.error().message;
    EXPECT_TRUE(message.starts_with("line ") || message == "file: is empty") << message;
  }
}

}  // namespace
}  // namespace assay::packs
