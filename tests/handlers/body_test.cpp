// SPDX-License-Identifier: Apache-2.0
// JSON bodies: known fields, types, limits, media type.
#include "handlers/http/input.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"

namespace assay::handlers {
namespace {

Body body_of(const std::string& text, std::string_view known,
             const std::string& type = "application/json") {
  fcgi::ValueRequest request({.method = "POST", .headers = {{"Content-Type", type}}, .body = text});
  return {request, known};
}

template <class F>
Error refusal(F attempt) {
  try {
    static_cast<void>(attempt());
  } catch (const Failure& failure) {
    return failure.error();
  }
  return {ErrorCode::Internal, "accepted", {}};
}

template <class F>
std::string field_refused(F attempt) {
  const Error error = refusal(attempt);
  return error.details.get("fields").at(0).get("field").as_string().value_or("");
}

TEST(Body, ReadsWhatIsKnown) {
  const Body body = body_of(R"({"a":"x","b":null,"c":["u","v","u"]})", "a b c d");
  EXPECT_EQ(body.text("a", 10), "x");
  EXPECT_EQ(body.optional_text("b", 10), std::nullopt);
  EXPECT_EQ(body.optional_text("d", 10), std::nullopt);
  EXPECT_TRUE(body.has("b"));
  EXPECT_FALSE(body.has("d"));
  EXPECT_EQ(body.texts("c", 3), (std::vector<std::string>{"u", "v"}));
}

TEST(Body, NamesEveryUnknownField) {
  const Error error = refusal([] { return body_of(R"({"a":1,"x":1,"a b":1})", "a b"); });
  EXPECT_EQ(error.code, ErrorCode::ValidationError);
  EXPECT_EQ(error.details.get("fields").size(), 2U);
  EXPECT_EQ(error.details.get("fields").at(0).get("field").as_string(), "x");
  EXPECT_EQ(error.details.get("fields").at(1).get("field").as_string(), "a b");
}

TEST(Body, RefusesOtherTypesAndSizes) {
  const Body body =
      body_of(R"({"n":1,"e":"","l":[],"m":[1],"s":"abc","z":"a\u0001"})", "n e l m s z");
  EXPECT_EQ(field_refused([&] { return body.text("n", 10); }), "n");
  EXPECT_EQ(field_refused([&] { return body.text("e", 10); }), "e");
  EXPECT_EQ(field_refused([&] { return body.text("absent", 10); }), "absent");
  EXPECT_EQ(field_refused([&] { return body.text("s", 2); }), "s");
  EXPECT_EQ(field_refused([&] { return body.text("z", 9); }), "z");
  EXPECT_EQ(field_refused([&] { return body.texts("l", 5); }), "l");
  EXPECT_EQ(field_refused([&] { return body.texts("m", 5); }), "m");
  EXPECT_EQ(field_refused([&] { return body.texts("s", 5); }), "s");
}

TEST(Body, TextsAreReadable) {
  const Body body = body_of(
      "{\"a\":\" \\t\",\"b\":\"x\\u007f\",\"c\":\"\\u0085\",\"d\":\" \\u00a0x\\n\"}", "a b c d");
  EXPECT_EQ(field_refused([&] { return body.text("a", 9); }), "a");
  EXPECT_EQ(field_refused([&] { return body.text("b", 9); }), "b");
  EXPECT_EQ(field_refused([&] { return body.text("c", 9); }), "c");
  EXPECT_EQ(body.optional_lines("d", 9), " \xC2\xA0x\n");
  EXPECT_EQ(field_refused([&] { return body.text("d", 9); }), "d") << "one line";
}

TEST(Body, NamesHideNothing) {
  for (const char* text :
       {"\\u200b", "\\u3164", "\\u2800\\u00a0", "a\\u200bb", "\\u202e", "a\\u2028b"}) {
    const Body body = body_of("{\"a\":\"" + std::string(text) + "\"}", "a");
    EXPECT_EQ(field_refused([&] { return body.text("a", 9); }), "a") << text;
  }
  // Joiners shape letters and emoji.
  const Body joined = body_of(R"({"a":"\u0645\u06cc\u200c\u062e"})", "a");
  EXPECT_EQ(joined.text("a", 9), "\u0645\u06cc\u200c\u062e");
}

TEST(Body, MustBeAnObjectInJson) {
  for (const char* text : {"[]", "1", "{", "{\"a\":1,\"a\":2}", "nonsense"}) {
    EXPECT_EQ(field_refused([&] { return body_of(text, "a"); }), "body") << text;
  }
}

TEST(Body, MustSayThatItIsJson) {
  for (const char* type :
       {"", "text/plain", "application/jsonp", "application/json; charset=latin1"}) {
    EXPECT_EQ(refusal([&] { return body_of("{}", "", type); }).code,
              ErrorCode::UnsupportedMediaType)
        << type;
  }
  EXPECT_NO_THROW((void)body_of("{}", "", "Application/JSON; charset=UTF-8"));
}

TEST(Body, HasALimit) {
  const std::string text = "{\"a\":\"" + std::string(300'000, 'x') + "\"}";
  EXPECT_EQ(refusal([&] { return body_of(text, "a"); }).code, ErrorCode::PayloadTooLarge);
}

TEST(Body, NothingIsAnEmptyObject) {
  EXPECT_NO_THROW((void)body_of("", "a", ""));
  EXPECT_EQ(body_of(R"({"b":1,"a":2})", "a b").canonical(),
            body_of(R"({"a":2,"b":1})", "a b").canonical());
  fcgi::ValueRequest request(
      {.method = "POST", .headers = {{"Content-Type", "application/json"}}, .body = "{\"x\":1}"});
  EXPECT_EQ(field_refused([&] {
              require_no_body(request);
              return 0;
            }),
            "x");
}

TEST(Body, ReadsFlagsNumbersAndObjectsInside) {
  const Body body = body_of(R"({"a":true,"b":0.5,"c":{"d":1,"e":"x"},"f":null})", "a b c f");
  EXPECT_EQ(body.optional_flag("a"), true);
  EXPECT_EQ(body.optional_flag("f"), std::nullopt);
  EXPECT_EQ(body.optional_number("b", 0, 1), 0.5);
  EXPECT_EQ(body.optional_number("f", 0, 1), std::nullopt);
  const auto inner = body.optional_object("c", "d e");
  ASSERT_TRUE(inner);
  EXPECT_EQ(inner->optional_number("d", 0, 1), 1.0);
  EXPECT_EQ(inner->text("e", 10), "x");
  EXPECT_EQ(field_refused([&] { return inner->text("g", 10); }), "c.g");
  EXPECT_EQ(body.optional_object("f", "d"), std::nullopt);
}

TEST(Body, NamesTheMemberThatIsWrongInside) {
  const Body body = body_of(R"({"a":1,"b":1.5,"c":{"d":1},"e":[]})", "a b c e");
  EXPECT_EQ(field_refused([&] { return body.optional_flag("a"); }), "a");
  EXPECT_EQ(field_refused([&] { return body.optional_number("b", 0, 1); }), "b");
  EXPECT_EQ(field_refused([&] { return body.optional_number("c", 0, 1); }), "c");
  EXPECT_EQ(field_refused([&] { return body.optional_object("e", "d"); }), "e");
  EXPECT_EQ(field_refused([&] { return body.optional_object("c", "x"); }), "c.d");
}

}  // namespace
}  // namespace assay::handlers
