// SPDX-License-Identifier: Apache-2.0
// Attribute paths and filters of SCIM, well-formed and not.
#include <gtest/gtest.h>

#include "handlers/scim/attribute_path.hpp"

namespace assay::handlers::scim {
namespace {

std::string read_path(std::string_view text) {
  const auto path = parse_path(text);
  if (!path) return "none";
  std::string shown = path->attribute;
  for (const Comparison& one : path->where) {
    shown.append("[").append(one.path.dotted()).append("=").append(one.value.dump()).append("]");
  }
  return path->part.empty() ? shown : shown + "." + path->part;
}

std::string read_filter(std::string_view text) {
  const auto filter = parse_filter(text);
  if (!filter) return "none";
  std::string shown;
  for (const Comparison& one : *filter) {
    shown.append(shown.empty() ? "" : " & ").append(one.path.dotted()).append("=");
    shown.append(one.value.dump());
  }
  return shown;
}

TEST(ScimPath, ReadsPartsConditionsAndPrefixes) {
  EXPECT_EQ(read_path("userName"), "username");
  EXPECT_EQ(read_path("name.givenName"), "name.givenname");
  EXPECT_EQ(read_path("emails[type eq \"work\"].value"), "emails[type=\"work\"].value");
  EXPECT_EQ(read_path("members[value eq \"a b]\"]"), "members[value=\"a b]\"]");
  EXPECT_EQ(read_path("x[a eq 1 and b eq true]"), "x[a=1][b=true]");
  EXPECT_EQ(read_path("$ref"), "$ref");
  const std::string core = "urn:ietf:params:scim:schemas:core:2.0:";
  EXPECT_EQ(read_path(core + "User:userName"), "username");
  EXPECT_EQ(read_path(core + "Group:members[value eq \"urn:x\"]"), "members[value=\"urn:x\"]");
  const std::string other = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:user:";
  EXPECT_EQ(read_path(other + "manager"), other + "manager");
}

TEST(ScimPath, RefusesWhatIsNone) {
  for (const char* text :
       {"", " ", ".", "a.", ".a", "a.b.c", "a[", "a]", "a[]", "a[b]", "a[b eq]", "a[b eq 1",
        "a[b eq 1].", "a[b eq 1]c", "a b", "urn:", "urn:x:", "a[b[c eq 1] eq 1]"}) {
    EXPECT_EQ(read_path(text), "none") << text;
  }
}

TEST(ScimFilter, ReadsComparisons) {
  EXPECT_EQ(read_filter("userName eq \"x\""), "username=\"x\"");
  EXPECT_EQ(read_filter("  userName   EQ  \"x\"  "), "username=\"x\"");
  EXPECT_EQ(read_filter("a eq \"and\" AND b.c eq false"), "a=\"and\" & b.c=false");
  EXPECT_EQ(read_filter("a eq \"\\\"\\u00e4\\\\\""), "a=\"\\\"\u00e4\\\\\"");
  EXPECT_EQ(read_filter("emails[type eq \"work\"].value eq \"x\""), "emails.value=\"x\"");
  EXPECT_EQ(read_filter("a eq null"), "a=null");
}

TEST(ScimFilter, RefusesWhatIsNone) {
  for (const char* text :
       {"", "a", "a eq", "a eq ", "a eq x", "a eq \"x", "a eq \"x\\\"", "a eq \"x\" and",
        "a eq \"x\" or b eq 1", "a co \"x\"", "aeq 1", "a eq1", "(a eq 1)", "a eq [1]", "a eq {}",
        "a eq 1,2", "a eq \"x\"and b eq 1", "a eq 1 b"}) {
    EXPECT_EQ(read_filter(text), "none") << text;
  }
}

TEST(ScimTruth, TakesTextsToo) {
  EXPECT_EQ(truth_of(Json(true)), true);
  EXPECT_EQ(truth_of(Json("False")), false);
  EXPECT_EQ(truth_of(Json("TRUE")), true);
  EXPECT_EQ(truth_of(Json("yes")), std::nullopt);
  EXPECT_EQ(truth_of(Json(1)), std::nullopt);
  EXPECT_EQ(truth_of(Json()), std::nullopt);
}

}  // namespace
}  // namespace assay::handlers::scim
