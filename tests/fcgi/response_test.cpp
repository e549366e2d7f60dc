// SPDX-License-Identifier: Apache-2.0
// Response heads, and requests built from values.
#include "fcgi/response.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

namespace assay::fcgi {
namespace {

TEST(Response, JsonHasTypeAndLength) {
  const Response response = Response::json(201, Json::object().set("a", 1));
  EXPECT_EQ(response.body(), "{\"a\":1}\n");
  EXPECT_EQ(response.head(),
            "Status: 201 Created\r\nContent-Type: application/json; charset=utf-8\r\n"
            "Content-Length: 8\r\n\r\n");
  EXPECT_TRUE(response.sends_body("GET"));
  EXPECT_FALSE(response.sends_body("HEAD"));
}

TEST(Response, NoContentHasNeitherLengthNorBody) {
  const Response response(204);
  EXPECT_EQ(response.head(), "Status: 204 No Content\r\n\r\n");
  EXPECT_FALSE(response.sends_body("GET"));
}

TEST(Response, NotModifiedKeepsTheTag) {
  Response response = Response::json(200, Json::object());
  response.set("ETag", "\"x\"");
  response.make_not_modified();
  EXPECT_EQ(response.head(), "Status: 304 Not Modified\r\nETag: \"x\"\r\n\r\n");
  EXPECT_EQ(response.body(), "");
  EXPECT_FALSE(response.sends_body("GET"));
}

TEST(Response, NotModifiedSendsNoFile) {
  Response response = Response::internal_file("/_blobs/x", "application/pdf");
  response.make_not_modified();
  EXPECT_EQ(response.head(), "Status: 304 Not Modified\r\n\r\n");
}

TEST(Response, InternalFileLeavesTheLengthToNginx) {
  const Response response = Response::internal_file("/_blobs/t/ab/abcd", "application/pdf");
  EXPECT_EQ(response.head(),
            "Status: 200 OK\r\nX-Accel-Redirect: /_blobs/t/ab/abcd\r\n"
            "Content-Type: application/pdf\r\n\r\n");
}

TEST(Response, StreamHasNoLength) {
  const Response response =
      Response::stream(200, "application/x-ndjson", [](std::string&) { return false; });
  EXPECT_EQ(response.head(), "Status: 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n");
}

TEST(Response, SetReplacesAddKeeps) {
  Response response;
  response.set("X-A", "1").set("x-a", "2").add("Set-Cookie", "a").add("Set-Cookie", "b");
  EXPECT_EQ(response.head(),
            "Status: 200 OK\r\nx-a: 2\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n"
            "Content-Length: 0\r\n\r\n");
}

TEST(Response, RefusesToBreakTheHead) {
  Response response;
  EXPECT_THROW(response.set("X-A", "1\r\nX-B: 2"), std::logic_error);
  EXPECT_THROW(response.set("X\n", "1"), std::logic_error);
  EXPECT_THROW(response.add("X", std::string_view("\0", 1)), std::logic_error);
}

TEST(Request, HeadersByAnyCaseAndOnlyWhenSentOnce) {
  const ValueRequest request(
      {.method = "POST",
       .target = "/x",
       .headers = {{"Content-Length", "12"}, {"Authorization", "a"}, {"authorization", "b"}}});
  EXPECT_EQ(request.content_length(), 12);
  EXPECT_EQ(request.header("AUTHORIZATION"), std::nullopt);
  EXPECT_EQ(request.header_values("AUTHORIZATION").size(), 2U);
  EXPECT_EQ(request.content_type(), "");
}

TEST(Request, SenselessLengthIsNoLength) {
  for (const char* text : {"", "-1", "1x", "99999999999999999999"}) {
    const ValueRequest request({.headers = {{"Content-Length", text}}});
    EXPECT_EQ(request.content_length(), std::nullopt) << text;
  }
}

TEST(Request, WholeBodyUpToALimit) {
  ValueRequest fits({.body = std::string(100, 'x'), .step = 7});
  EXPECT_EQ(fits.whole_body(100), std::string(100, 'x'));
  EXPECT_EQ(fits.whole_body(100), std::string(100, 'x'));
  EXPECT_TRUE(fits.repeatable());
  ValueRequest over({.body = std::string(101, 'x'), .step = 7});
  try {
    (void)over.whole_body(100);
    FAIL();
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.error().code, ErrorCode::PayloadTooLarge);
    EXPECT_EQ(failure.error().details.get("limitBytes").as_integer(), 100);
  }
}

}  // namespace
}  // namespace assay::fcgi
