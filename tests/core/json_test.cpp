// SPDX-License-Identifier: Apache-2.0
// JSON: numbers as RFC 8785 prints them, order of members, strictness of the parser.
#include "core/json/json.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace assay {
namespace {

std::string number(double value) {
  return Json(value).canonical();
}

TEST(JsonNumbers, PrintAsEcmaScriptDoes) {
  // The samples of RFC 8785 appendix B, by value.
  EXPECT_EQ(number(0.0), "0");
  EXPECT_EQ(number(-0.0), "0");
  EXPECT_EQ(number(5e-324), "5e-324");
  EXPECT_EQ(number(1.7976931348623157e308), "1.7976931348623157e+308");
  EXPECT_EQ(number(9007199254740992.0), "9007199254740992");
  EXPECT_EQ(number(295147905179352830000.0), "295147905179352830000");
  EXPECT_EQ(number(9.999999999999997e22), "9.999999999999997e+22");
  EXPECT_EQ(number(1e23), "1e+23");
  EXPECT_EQ(number(1e21), "1e+21");
  EXPECT_EQ(number(1e20), "100000000000000000000");
  EXPECT_EQ(number(333333333.3333332), "333333333.3333332");
  EXPECT_EQ(number(0.000001), "0.000001");
  EXPECT_EQ(number(1e-7), "1e-7");
  EXPECT_EQ(number(-0.0000033333333333333333), "-0.0000033333333333333333");
  EXPECT_EQ(number(0.75), "0.75");
  EXPECT_EQ(number(-12.5), "-12.5");
  EXPECT_EQ(number(100.0), "100");
}

TEST(JsonNumbers, RefuseWhatJsonCannotSay) {
  EXPECT_THROW(Json(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
  EXPECT_THROW(Json(std::numeric_limits<double>::infinity()), std::invalid_argument);
}

// 1e19 is written with all of its digits, which do not fit into a 64-bit integer.
TEST(JsonNumbers, ReadWhatIsWritten) {
  for (const double value : {1e18, 1e19, -1e19, 1e20, 295147905179352830000.0, 1e21}) {
    const std::string text = number(value);
    const auto again = Json::parse(text);
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(again->canonical(), text);
  }
  const auto mixed =
      Json::parse(R"({"99999999999999999999\\\"1":[18446744073709551616,"7"],"a":-5})");
  ASSERT_TRUE(mixed);
  EXPECT_EQ(mixed->canonical(),
            R"({"99999999999999999999\\\"1":[18446744073709552000,"7"],"a":-5})");
  EXPECT_EQ(mixed->get("a").as_integer(), -5);
  EXPECT_EQ(Json::parse("9223372036854775807")->as_integer(), 9223372036854775807);
  EXPECT_EQ(Json::parse("-9223372036854775809")->as_integer(), std::nullopt);
  EXPECT_FALSE(Json::parse("[1e400, 10000000000000000000]"));
  EXPECT_FALSE(Json::parse("[010000000000000000000]"));
}

TEST(JsonOrder, CanonicalSortsByUtf16AndDumpKeepsInsertion) {
  // U+1F600 is D83D DE00 in UTF-16 and so sorts before U+FB33, though its UTF-8 bytes are greater.
  Json object = Json::object();
  object.set("\xEF\xAC\xB3", 1).set("b", 2).set("\xF0\x9F\x98\x80", 3).set("a", 4);
  EXPECT_EQ(object.canonical(), "{\"a\":4,\"b\":2,\"\xF0\x9F\x98\x80\":3,\"\xEF\xAC\xB3\":1}");
  EXPECT_EQ(object.dump(), "{\"\xEF\xAC\xB3\":1,\"b\":2,\"\xF0\x9F\x98\x80\":3,\"a\":4}");
}

TEST(JsonText, EscapesOnlyWhatMustBe) {
  EXPECT_EQ(Json(std::string_view("a\"\\\n\t\x01/\xE2\x82\xAC\0", 11)).dump(),
            "\"a\\\"\\\\\\n\\t\\u0001/\xE2\x82\xAC\\u0000\"");
}

TEST(JsonText, WritesVerbatimTextAsItStands) {
  const Json stored = Json::verbatim(R"({"b": 1, "a": "\u00e9"})");
  const Json answer = Json::object().set("details", stored).set("more", 2);
  EXPECT_EQ(answer.dump(), R"({"details":{"b": 1, "a": "\u00e9"},"more":2})");
  EXPECT_THROW(static_cast<void>(answer.canonical()), std::logic_error);
  // No other text can pass as verbatim.
  EXPECT_EQ(Json("\xFF{}").dump(), "\"\xEF\xBF\xBD{}\"");
}

TEST(JsonText, RepairsWhatIsNotUtf8) {
  EXPECT_EQ(Json("a\xFFz").as_string(), "a\xEF\xBF\xBDz");
}

TEST(JsonParse, SaysWhereItFailed) {
  std::string why;
  EXPECT_FALSE(Json::parse("{\"a\": 1,\n \"b\": }", &why));
  EXPECT_NE(why.find("line 2"), std::string::npos) << why;
  EXPECT_FALSE(Json::parse("{\"a\":1,\"a\":2}"));
  EXPECT_FALSE(Json::parse("[1] x"));
  EXPECT_FALSE(Json::parse(""));
}

TEST(JsonParse, CanonicalFormIsAFixedPoint) {
  const auto parsed = Json::parse(R"({"z":[1,2.50,{"y":null,"x":true}],"a":"\u00e9"})");
  ASSERT_TRUE(parsed);
  const std::string once = parsed->canonical();
  EXPECT_EQ(once, "{\"a\":\"\xC3\xA9\",\"z\":[1,2.5,{\"x\":true,\"y\":null}]}");
  EXPECT_EQ(Json::parse(once)->canonical(), once);
}

TEST(JsonGetters, AnswerNothingForAnotherType) {
  const auto parsed = Json::parse(R"({"n":1.5,"i":3,"s":"x","b":false})");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->get("n").as_integer(), std::nullopt);
  EXPECT_EQ(parsed->get("n").as_number(), 1.5);
  EXPECT_EQ(parsed->get("i").as_number(), 3.0);
  EXPECT_EQ(parsed->get("s").as_bool(), std::nullopt);
  EXPECT_EQ(parsed->get("b").as_bool(), false);
  EXPECT_TRUE(parsed->get("absent").is_null());
}

}  // namespace
}  // namespace assay
