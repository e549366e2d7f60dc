// SPDX-License-Identifier: Apache-2.0
// Query parameters and cursors.
#include "handlers/http/input.hpp"

#include <gtest/gtest.h>

#include "core/base/digest.hpp"
#include "handlers/http/list_page.hpp"

namespace assay::handlers {
namespace {

fcgi::Query query_of(const std::string& text) {
  auto target = fcgi::parse_target("/x?" + text);
  EXPECT_TRUE(target) << text;
  return target->query;
}

// The fields that the failure names, joined by commas; "" if there is no failure.
template <class F>
std::string fields_refused(F attempt) {
  try {
    static_cast<void>(attempt());
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.error().code, ErrorCode::ValidationError);
    std::string names;
    const Json fields = failure.error().details.get("fields");
    for (std::size_t i = 0; i < fields.size(); ++i) {
      EXPECT_TRUE(fields.at(i).get("issue").is_string());
      names += (i == 0 ? "" : ",") + fields.at(i).get("field").as_string().value_or("?");
    }
    return names;
  }
  return "";
}

TEST(Parameters, UnknownOnesAreAllNamed) {
  const auto refused = [](const std::string& query, std::string_view known) {
    return fields_refused([&] {
      refuse_unknown_parameters(query_of(query), known);
      return 0;
    });
  };
  EXPECT_EQ(refused("limit=1&cursor=x", "cursor limit"), "");
  EXPECT_EQ(refused("limit=1&Limit=2&foo=3", "cursor limit"), "Limit,foo");
  EXPECT_EQ(refused("lim=1", "limit"), "lim");
  EXPECT_EQ(refused("a=1", ""), "a");
  EXPECT_EQ(refused("", ""), "");
}

TEST(Parameters, LimitIsAWholeNumberFrom1To200) {
  EXPECT_EQ(limit_of(query_of("")), 50);
  EXPECT_EQ(limit_if_given(query_of("")), std::nullopt);
  EXPECT_EQ(limit_of(query_of("limit=1")), 1);
  EXPECT_EQ(limit_of(query_of("limit=200")), 200);
  for (const char* text : {"0", "201", "-1", "1.5", "ten", "", "1x", "+1", "99999999999"}) {
    EXPECT_EQ(fields_refused([&] {
                return limit_of(query_of(std::string("limit=") + fcgi::percent_encode(text)));
              }),
              "limit")
        << text;
  }
}

TEST(Parameters, StatesAreExact) {
  EXPECT_EQ(state_if_given<RunStatus>(query_of("status=IN_PROGRESS"), "status"),
            RunStatus::InProgress);
  EXPECT_EQ(state_if_given<RunStatus>(query_of(""), "status"), std::nullopt);
  for (const char* text : {"in_progress", "READY", "", "COMPLETED+"}) {
    EXPECT_EQ(fields_refused([&] {
                return state_if_given<RunStatus>(query_of(std::string("status=") + text), "status");
              }),
              "status")
        << text;
  }
}

TEST(Parameters, AMalformedIdentifierIsThatOfNothing) {
  const std::string good = new_uuid();
  EXPECT_EQ(id_if_given<RunId>(query_of("runId=" + good), "runId")->value, good);
  for (const std::string& text : {std::string("xyz"), std::string(), good + "0"}) {
    EXPECT_EQ(id_if_given<RunId>(query_of("runId=" + text), "runId")->value,
              "00000000-0000-0000-0000-000000000000")
        << text;
  }
  EXPECT_FALSE(id_if_given<RunId>(query_of(""), "runId"));
}

TEST(Parameters, TextIsTrimmedAndBounded) {
  EXPECT_EQ(text_of(query_of("q=%20a+b%20"), "q"), "a b");
  EXPECT_EQ(text_of(query_of(""), "q"), std::nullopt);
  EXPECT_EQ(fields_refused([] { return text_of(query_of("q=++"), "q"); }), "q");
  EXPECT_EQ(fields_refused([] { return text_of(query_of("q=abc"), "q", 2); }), "q");
  // The limit counts characters, not bytes.
  EXPECT_EQ(text_of(query_of("q=%C3%A9%C3%A9"), "q", 2), "\xC3\xA9\xC3\xA9");
}

TEST(Parameters, Instants) {
  EXPECT_EQ(to_iso8601(*instant_of(query_of("from=2026-01-02"), "from")),
            "2026-01-02T00:00:00.000Z");
  EXPECT_EQ(to_iso8601(*instant_of(query_of("from=2026-01-02T03:04:05%2B02:00"), "from")),
            "2026-01-02T01:04:05.000Z");
  EXPECT_EQ(fields_refused([] { return instant_of(query_of("from=yesterday"), "from"); }), "from");
  // A '+' means a space in a query.
  try {
    static_cast<void>(instant_of(query_of("from=2026-01-02T03:04:05+02:00"), "from"));
    ADD_FAILURE() << "a blank was taken for a plus";
  } catch (const Failure& failure) {
    EXPECT_NE(failure.error().message.find("write + as %2B"), std::string::npos)
        << failure.error().message;
  }
}

using Of = pg::OrderKey::Of;

TEST(Cursor, ComesBackAsItWas) {
  const std::string id = new_uuid();
  for (const auto& [of, value] :
       std::vector<std::pair<Of, std::string>>{{Of::Time, "1767312245678901"},
                                               {Of::Time, "0"},
                                               {Of::Number, "-5"},
                                               {Of::Number, "9223372036854775807"},
                                               {Of::Date, "2028-02-29"},
                                               {Of::Date, "9999-12-31"},
                                               {Of::Text, ""},
                                               {Of::Text, "a|b|\xC3\xA9"}}) {
    const auto back = cursor::decode("runs", cursor::encode("runs", {value, id}), of);
    ASSERT_TRUE(back) << value;
    EXPECT_EQ(back->value, value);
    EXPECT_EQ(back->id, id);
  }
}

TEST(Cursor, OfAnotherListOrMadeUpIsRefused) {
  const std::string id = new_uuid();
  const std::string made = cursor::encode("runs", {"1767312245678901", id});
  EXPECT_FALSE(cursor::decode("documents", made, Of::Time));
  EXPECT_FALSE(cursor::decode("run", made, Of::Time));
  EXPECT_FALSE(cursor::decode("runs", "%%%", Of::Time));
  for (const std::string& text : std::vector<std::string>{
           std::string(), std::string("runs"), std::string("runs|"), "runs|x|" + id, "runs|1|",
           "runs|1|not-an-id", "runs|-5|" + id, "runs|253402300800000000|" + id,
           "runs|99999999999999999999999|" + id, "runs|1|" + id + "'"}) {
    EXPECT_FALSE(cursor::decode("runs", to_base64url(text), Of::Time)) << text;
  }
  for (const std::string value : {"9223372036854775808", "1e3", " 1", ""}) {
    EXPECT_FALSE(cursor::decode("runs", to_base64url("runs|" + value + "|" + id), Of::Number));
  }
  for (const std::string value : {"2027-02-29", "2027-1-1", "now", "infinity", ""}) {
    EXPECT_FALSE(cursor::decode("runs", to_base64url("runs|" + value + "|" + id), Of::Date));
  }
  for (const std::string& value : {std::string("\xFF"), std::string("a\0b", 3)}) {
    EXPECT_FALSE(cursor::decode("runs", to_base64url("runs|" + value + "|" + id), Of::Text));
  }
}

}  // namespace
}  // namespace assay::handlers
