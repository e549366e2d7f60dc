// SPDX-License-Identifier: Apache-2.0
// Route matching: parameters, unknown paths, wrong methods, HEAD.
#include "fcgi/router.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace assay::fcgi {
namespace {

class RouterTest : public ::testing::Test {
 protected:
  RouterTest() {
    router_.add("GET", "/api/documents");
    router_.add("GET", "/api/documents/{id}");
    router_.add("DELETE", "/api/documents/{id}");
    router_.add("GET", "/api/documents/{id}/pages/{n}");
    router_.add("POST", "/api/documents/upload");
  }
  Router router_;
};

TEST_F(RouterTest, FindsLiteralAndParameterRows) {
  EXPECT_EQ(router_.match("GET", {"api", "documents"}).row, 0U);
  const RouteMatch match = router_.match("GET", {"api", "documents", "d1", "pages", "7"});
  EXPECT_EQ(match.row, 3U);
  EXPECT_EQ(match.parameters.get("id"), "d1");
  EXPECT_EQ(match.parameters.get("n"), "7");
  EXPECT_THROW((void)match.parameters.get("other"), std::logic_error);
}

TEST_F(RouterTest, TellsUnknownPathsFromWrongMethods) {
  for (const auto& path : {std::vector<std::string>{"api"},
                           {"api", "documents", ""},
                           {"API", "documents"},
                           {"api", "documents", "d1", "pages", ""}}) {
    const RouteMatch match = router_.match("GET", path);
    EXPECT_FALSE(match.row);
    EXPECT_EQ(match.allow, "");
  }
  EXPECT_EQ(router_.match("PATCH", {"api", "documents", "d1"}).allow, "DELETE, GET, HEAD");
  EXPECT_EQ(router_.match("PUT", {"api", "documents", "upload"}).allow, "POST");
  EXPECT_FALSE(router_.match("DELETE", {"api", "documents", "upload"}).row);
  EXPECT_FALSE(router_.match("get", {"api", "documents"}).row);
}

TEST_F(RouterTest, HeadFallsToGet) {
  EXPECT_EQ(router_.match("HEAD", {"api", "documents", "d1"}).row, 1U);
  EXPECT_EQ(router_.match("HEAD", {"api", "documents", "d1"}).parameters.get("id"), "d1");
}

TEST_F(RouterTest, OfTwoThatFitAlikeTheFirstWins) {
  router_.add("GET", "/api/{kind}/special");
  EXPECT_EQ(router_.match("GET", {"api", "documents", "special"}).row, 1U);
  EXPECT_EQ(router_.match("GET", {"api", "runs", "special"}).row, 5U);
}

TEST_F(RouterTest, RefusesBadRows) {
  EXPECT_THROW(router_.add("GET", "/api/documents"), std::logic_error);
  EXPECT_THROW(router_.add("GET", "api"), std::logic_error);
  EXPECT_THROW(router_.add("GET", "/a//b"), std::logic_error);
  EXPECT_THROW(router_.add("GET", "/a/{}"), std::logic_error);
  EXPECT_THROW(router_.add("GET", "/a/x{id}"), std::logic_error);
}

}  // namespace
}  // namespace assay::fcgi
