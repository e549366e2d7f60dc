// SPDX-License-Identifier: Apache-2.0
// 20,000 files per format, each the sample with a few bytes changed, removed, doubled or inserted:
// always an import or an error with its location, never a crash. The same files on every run.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "core/json/utf8.hpp"
#include "core/packs/import_file.hpp"
#include "core/packs/requirement_table.hpp"
#include "tests/packs/samples.hpp"

namespace assay::packs {
namespace {

constexpr int kFiles = 20'000;
constexpr std::array<std::string_view, 24> kPieces{
    "[",   "]",       "{",       "}",    ":",     ": ",    "\n",
    "- ",  "&a ",     "*a",      "!!x ", "<<: ",  "\"",    "'",
    "|\n", "null",    "true",    "\t",   "%TAG ", "---\n", "{{ insert: param, ",
    "}}",  "\\u0000", "\xF0\x9F"};

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string operator()(std::string text) {
    for (std::size_t changes = 1 + below(4); changes > 0 && !text.empty(); --changes) {
      const std::size_t at = below(text.size());
      switch (below(5)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, 1 + below(20));
          break;
        case 2:
          text.insert(at, kPieces[below(kPieces.size())]);
          break;
        case 3:
          text.insert(below(text.size()), text.substr(at, 1 + below(60)));
          break;
        default:
          std::swap(text[at], text[below(text.size())]);
          break;
      }
    }
    return text;
  }

 private:
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
  std::mt19937 random_;  // the standard fixes its numbers
};

template <class Parse>
void expect_sense(const std::string& sample, Parse parse) {
  Mutator mutate(20260101);
  int accepted = 0;
  for (int i = 0; i < kFiles; ++i) {
    const Result<Import> import = parse(mutate(sample));
    if (!import.ok()) {
      ASSERT_EQ(import.error().code, ErrorCode::ValidationError);
      ASSERT_TRUE(utf8::valid(import.error().message));
      ASSERT_GE(import.error().details.get("fields").size(), 1U);
      continue;
    }
    ++accepted;
    for (const auto& pack : import.value().packs) {
      ASSERT_FALSE(pack.requirements.empty());
      for (const auto& requirement : pack.requirements) {
        ASSERT_FALSE(requirement.title.empty());
        ASSERT_FALSE(requirement.requirement_id.empty());
        ASSERT_TRUE(utf8::valid(requirement.title));
        ASSERT_EQ(requirement.title.find('\0'), std::string::npos);
      }
    }
  }
  // Changes inside texts leave a file valid: both outcomes must occur.
  EXPECT_GT(accepted, kFiles / 50);
  EXPECT_LT(accepted, kFiles);
}

TEST(Mutation, Libraries) {
  expect_sense(sample_library(), parse_ciso_library);
}

TEST(Mutation, Catalogs) {
  expect_sense(sample_catalog(), parse_oscal);
}

Result<Import> parse_csv(std::string_view text) {
  const auto table = read_csv(text);
  if (!table) return table.error();
  return read_table(*table);
}

TEST(Mutation, Tables) {
  expect_sense(
      "criterionId,criterionTitle,criterionDescription,requirementId,subcheckLabel,title\r\n"
      "1,Access,Who enters,1.1.i,i,\"Doors, \"\"always\"\"\"\r\n1,Access,,1.1.ii,ii,Keys\r\n"
      "2,Zugänge,,2.1,,\"Two\r\nlines\"\r\n",
      parse_csv);
}

Result<Import> parse_native_pack(std::string_view text) {
  auto version = parse_native(text);
  if (!version) return version.error();
  Import import;
  import.packs.push_back(std::move(*version));
  return import;
}

TEST(Mutation, NativePacks) {
  expect_sense(
      R"({"format":"assay-pack/1","name":"Pack","version":"1","sourceKey":"urn:x","criteria":[
      {"criterionId":1,"criterionTitle":"Zugänge","label":"AC","requirements":[
      {"requirementId":"1.1","title":"Doors are locked at night and whenever nobody is at the desk, and whoever has a key is known",
      "subcheckLabel":"i","expectedEvidence":["Policy on physical access, as approved"]},
      {"requirementId":"1.2","title":"Keys","guidance":"See \u00e9 in the handbook of the building, and the plan of it that hangs at the desk"}]}]})",
      parse_native_pack);
}

}  // namespace
}  // namespace assay::packs
