// SPDX-License-Identifier: Apache-2.0
// Headers of every response, the error body, refresh cookies.
#include "handlers/http/envelope.hpp"

#include <gtest/gtest.h>

#include "handlers/auth/sign_in.hpp"
#include "handlers/http/rate_limit.hpp"

namespace assay::handlers {
namespace {

fcgi::ValueRequest get(std::vector<fcgi::Header> headers) {
  return fcgi::ValueRequest({.headers = std::move(headers)});
}

TEST(RequestId, IsTheCallersIfSane) {
  EXPECT_EQ(request_id_of(get({{"X-Request-Id", "a.B-9_"}})), "a.B-9_");
  EXPECT_EQ(request_id_of(get({{"X-Request-Id", std::string(128, 'a')}})), std::string(128, 'a'));
  for (const std::string& bad : {std::string(), std::string(129, 'a'), std::string("a b"),
                                 std::string("a\nb"), std::string("\xC3\xA9")}) {
    EXPECT_TRUE(is_uuid(request_id_of(get({{"X-Request-Id", bad}})))) << bad;
  }
  EXPECT_TRUE(is_uuid(request_id_of(get({}))));
}

TEST(ErrorResponse, HasExactlyTheFieldsOfTheContract) {
  const auto bare = error_response({ErrorCode::NotFound, "gone", {}}, "r1");
  EXPECT_EQ(bare.status(), 404);
  EXPECT_EQ(bare.body(), "{\"error\":\"NOT_FOUND\",\"message\":\"gone\",\"requestId\":\"r1\"}\n");
  const auto full = error_response(
      {ErrorCode::RateLimited, "slow", Json::object().set("retryAfterSeconds", 7)}, "r1");
  EXPECT_EQ(full.status(), 429);
  EXPECT_EQ(*full.header("Retry-After"), "7");
  EXPECT_EQ(full.body(),
            "{\"error\":\"RATE_LIMITED\",\"message\":\"slow\","
            "\"details\":{\"retryAfterSeconds\":7},\"requestId\":\"r1\"}\n");
}

TEST(ErrorResponse, NamesTheLimitThatWasReached) {
  const RateLimit guesses{"guesses", 5, 900};
  const auto late = error_response({ErrorCode::RateLimited, "slow", guesses.reached(7)}, "r1");
  EXPECT_EQ(*late.header("Retry-After"), "7");
  EXPECT_EQ(*late.header("RateLimit-Policy"), "\"guesses\";q=5;w=900");
  EXPECT_EQ(*late.header("RateLimit"), "\"guesses\";r=0;t=7");
  const auto near = error_response({ErrorCode::Unauthorized, "no", guesses.used(2)}, "r1");
  EXPECT_EQ(near.header("Retry-After"), nullptr);
  EXPECT_EQ(*near.header("RateLimit"), "\"guesses\";r=2");
  const RateLimit drawings{"drawing", 6};
  const auto busy = error_response({ErrorCode::Unavailable, "busy", drawings.reached(1)}, "r1");
  EXPECT_EQ(*busy.header("RateLimit-Policy"), "\"drawing\";q=6;qu=\"concurrent-requests\"");
  const auto quota = error_response({ErrorCode::LimitExceeded, "full",
                                     Json::object().set("limit", "documents").set("allowed", 3)},
                                    "r1");
  EXPECT_EQ(quota.header("RateLimit"), nullptr);
}

TEST(ErrorResponse, TheLastResortIsAsCompleteAsAnyOther) {
  const auto response = last_resort("the-callers");
  EXPECT_EQ(response.status(), 500);
  EXPECT_EQ(*response.header("X-Request-Id"), "the-callers");
  EXPECT_EQ(*response.header("Assay-Api-Version"), "1");
  EXPECT_EQ(response.body(),
            "{\"error\":\"INTERNAL\",\"message\":\"Internal error\","
            "\"requestId\":\"the-callers\"}\n");
  EXPECT_TRUE(is_uuid(*last_resort("not sane").header("X-Request-Id")));
  EXPECT_TRUE(is_uuid(*last_resort(std::nullopt).header("X-Request-Id")));
}

TEST(Envelope, TagsAreComparedAsRfc9110Says) {
  EXPECT_TRUE(names_tag("\"a\"", "\"a\""));
  EXPECT_TRUE(names_tag("W/\"a\"", "\"a\""));
  EXPECT_TRUE(names_tag("\"x\", W/\"a\" ,\"y\"", "\"a\""));
  EXPECT_TRUE(names_tag("*", "\"a\""));
  EXPECT_FALSE(names_tag("\"b\"", "\"a\""));
  EXPECT_FALSE(names_tag("a", "\"a\""));
  EXPECT_FALSE(names_tag("", "\"a\""));
}

TEST(Envelope, TheSameContentIsNotSentTwice) {
  auto first = fcgi::Response::json(200, Json::object().set("a", 1));
  complete(get({}), "r1", {}, first);
  EXPECT_EQ(*first.header("Assay-Api-Version"), "1");
  EXPECT_EQ(*first.header("Cache-Control"), "no-store");
  EXPECT_EQ(*first.header("X-Request-Id"), "r1");
  const std::string tag = *first.header("ETag");
  auto same = fcgi::Response::json(200, Json::object().set("a", 1));
  complete(get({{"If-None-Match", tag}}), "r2", {}, same);
  EXPECT_EQ(same.status(), 304);
  auto changed = fcgi::Response::json(200, Json::object().set("a", 2));
  complete(get({{"If-None-Match", tag}}), "r3", {}, changed);
  EXPECT_EQ(changed.status(), 200);
  EXPECT_NE(*changed.header("ETag"), tag);
  auto error = fcgi::Response::json(404, Json::object());
  complete(get({{"If-None-Match", "*"}}), "r4", {}, error);
  EXPECT_EQ(error.status(), 404);
  EXPECT_EQ(error.header("ETag"), nullptr);
}

TEST(Envelope, CorsOnlyForListedOrigins) {
  const auto allowed_for = [](const std::string& origin, const std::vector<std::string>& listed) {
    auto response = fcgi::Response::json(200, Json::object());
    complete(get({{"Origin", origin}}), "r", listed, response);
    const std::string* value = response.header("Access-Control-Allow-Origin");
    return value == nullptr ? std::string() : *value;
  };
  EXPECT_EQ(allowed_for("https://a.example", {"https://a.example"}), "https://a.example");
  EXPECT_EQ(allowed_for("https://b.example", {"https://a.example"}), "");
  EXPECT_EQ(allowed_for("https://a.example.evil", {"https://a.example"}), "");
  EXPECT_EQ(allowed_for("https://a.example", {}), "");
}

TEST(RefreshCookie, ComesBackAndIsGuarded) {
  Config config;
  config.cookie_secure = true;
  config.refresh_token_lifetime = std::chrono::seconds(60);
  const auto value = refresh_cookie::fresh(TenantId::fresh());
  fcgi::Response response(200);
  refresh_cookie::set(response, value, config.refresh_token_lifetime, config);
  const std::string header = *response.header("Set-Cookie");
  EXPECT_TRUE(header.ends_with("; Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age=60; Secure"));
  const auto back =
      refresh_cookie::of(get({{"Cookie", "x=1; " + header.substr(0, header.find(';')) + "; y=2"}}));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->tenant, value.tenant);
  EXPECT_EQ(back->hash(), value.hash());
  EXPECT_EQ(back->hash().size(), 32U);
}

TEST(RefreshCookie, MalformedIsNone) {
  const auto value = refresh_cookie::fresh(TenantId::fresh());
  for (const std::string& text :
       {std::string(), std::string("x"), value.tenant.value, value.tenant.value + ".",
        value.text + "A", value.text.substr(0, value.text.size() - 1), "x" + value.text}) {
    EXPECT_FALSE(refresh_cookie::of(get({{"Cookie", "assay_refresh=" + text}}))) << text;
  }
  EXPECT_FALSE(refresh_cookie::of(get({{"Cookie", "assay_refreshed=" + value.text}})));
  EXPECT_FALSE(refresh_cookie::of(get({})));
}

TEST(RefreshCookie, OtherSitesAreRefused) {
  Config config;
  config.cors_origins = {"https://app.example"};
  const auto same = [&](std::vector<fcgi::Header> headers) {
    return refresh_cookie::same_origin(get(std::move(headers)), config);
  };
  EXPECT_TRUE(same({{"Host", "assay.example"}}));
  EXPECT_TRUE(same({{"Host", "assay.example"}, {"Origin", "https://assay.example"}}));
  EXPECT_TRUE(same({{"Host", "assay.example:8080"}, {"Origin", "http://assay.example:8080"}}));
  EXPECT_TRUE(same({{"Host", "assay.example"}, {"Origin", "https://app.example"}}));
  EXPECT_FALSE(same({{"Host", "assay.example"}, {"Origin", "https://evil.example"}}));
  EXPECT_FALSE(same({{"Host", "assay.example"}, {"Origin", "null"}}));
}

}  // namespace
}  // namespace assay::handlers
