// SPDX-License-Identifier: Apache-2.0
// Request targets: decoding, splitting, limits and refusals.
#include "fcgi/request.hpp"

#include <gtest/gtest.h>

namespace assay::fcgi {
namespace {

using Segments = std::vector<std::string>;

TEST(PercentDecode, TakesSoundText) {
  EXPECT_EQ(percent_decode("a%20b+c", Plus::IsSpace), "a b c");
  EXPECT_EQ(percent_decode("a+b", Plus::IsPlus), "a+b");
  EXPECT_EQ(percent_decode("%C3%a9", Plus::IsPlus), "\xC3\xA9");
  EXPECT_EQ(percent_decode("", Plus::IsPlus), "");
  EXPECT_EQ(percent_decode("%2F%25", Plus::IsPlus), "/%");
}

TEST(PercentDecode, RefusesWhatIsMalformed) {
  for (const char* text :
       {"%", "%2", "%zz", "%2g", "a%", "%00", "%0A", "%1f", "%C3", "%FF", "%C0%AF", "%ED%A0%80"}) {
    EXPECT_FALSE(percent_decode(text, Plus::IsPlus)) << text;
  }
}

TEST(PercentEncode, KeepsOnlyUnreserved) {
  EXPECT_EQ(percent_encode("aZ0-._~"), "aZ0-._~");
  EXPECT_EQ(percent_encode("a b/\xC3\xA9'"), "a%20b%2F%C3%A9%27");
}

TEST(ParseTarget, SplitsPathBeforeDecoding) {
  const auto target = parse_target("/api/runs/a%2Fb/steps");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->segments, (Segments{"api", "runs", "a/b", "steps"}));
  EXPECT_TRUE(target->query.all().empty());
}

TEST(ParseTarget, KeepsEmptySegments) {
  EXPECT_EQ(parse_target("/")->segments, Segments{""});
  EXPECT_EQ(parse_target("/api/")->segments, (Segments{"api", ""}));
  EXPECT_EQ(parse_target("/api//runs")->segments, (Segments{"api", "", "runs"}));
}

TEST(ParseTarget, ReadsTheQuery) {
  const auto target = parse_target("/x?q=access+control&limit=5&empty=&flag&&e=a%3Db=c");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->query.get("q"), "access control");
  EXPECT_EQ(target->query.get("limit"), "5");
  EXPECT_EQ(target->query.get("empty"), "");
  EXPECT_EQ(target->query.get("flag"), "");
  EXPECT_EQ(target->query.get("e"), "a=b=c");
  EXPECT_EQ(target->query.get("absent"), std::nullopt);
  EXPECT_EQ(target->query.all().size(), 5U);
}

TEST(ParseTarget, RefusesWhatIsUnsafe) {
  for (const char* text : {"", "api", "/a/../b", "/a/./b", "/%2e%2E/b", "/a%00b", "/a%", "/x?a=%zz",
                           "/x?%FF=1", "http://host/x"}) {
    const auto target = parse_target(text);
    ASSERT_FALSE(target) << text;
    EXPECT_EQ(target.error().code, ErrorCode::ValidationError);
  }
}

TEST(ParseTarget, NamesTheParameterGivenTwice) {
  const auto target = parse_target("/x?tenantId=a&tenantId=b");
  ASSERT_FALSE(target);
  EXPECT_EQ(target.error().details.get("fields").at(0).get("field").as_string(), "tenantId");
}

TEST(ParseTarget, HasLimits) {
  EXPECT_TRUE(parse_target("/" + std::string(kMaxTargetBytes - 1, 'a')));
  EXPECT_FALSE(parse_target("/" + std::string(kMaxTargetBytes, 'a')));
  std::string many = "/x?";
  for (std::size_t i = 0; i < kMaxQueryParameters; ++i) many += "p" + std::to_string(i) + "=1&";
  EXPECT_TRUE(parse_target(many));
  EXPECT_FALSE(parse_target(many + "more=1"));
}

}  // namespace
}  // namespace assay::fcgi
