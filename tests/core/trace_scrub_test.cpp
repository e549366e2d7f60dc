// SPDX-License-Identifier: Apache-2.0
// The trace filter: what passes, what is counted, and ten thousand spans that try to leak secrets.
#include "core/trace/trace_scrub.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/base/ids.hpp"
#include "core/trace/trace.hpp"

namespace assay::trace {
namespace {

constexpr std::array kAllowlist{"http.request.method",
                                "http.route",
                                "http.response.status_code",
                                "db.statements",
                                "db.time.ms",
                                "tenant.id",
                                "pack.id",
                                "run.id",
                                "run.trigger_type",
                                "step.name",
                                "requirement.codes",
                                "evidence.document_ids",
                                "chunk.ids",
                                "chunk.count",
                                "assessment.ids",
                                "task.ids",
                                "export.ids",
                                "latency.ms",
                                "llm.tokens.in",
                                "llm.tokens.out",
                                "llm.cost.usd",
                                "llm.model",
                                "error.type",
                                "error.message"};

Span plain() {
  Span span;
  span.trace_id = new_trace_id();
  span.span_id = new_span_id();
  span.name = kRequirementSpan;
  span.started_at = from_micros(1'000'000);
  span.ended_at = from_micros(2'000'000);
  return span;
}

// The remaining value of an attribute; JSON null if it was dropped (and is counted).
Json left(std::string_view key, const Json& value) {
  Span span = plain();
  span.attributes.set(key, value);
  const auto clean = scrub(span);
  EXPECT_TRUE(clean);
  EXPECT_EQ((*clean)->dropped_attributes, (*clean)->attributes.has(key) ? 0 : 1) << key;
  return (*clean)->attributes.get(key);
}

Json texts(const std::vector<std::string>& items) {
  Json list = Json::array();
  for (const std::string& item : items) list.push(item);
  return list;
}

TEST(Scrub, CountsAListThatLostItems) {
  Span span = plain();
  span.attributes.set("chunk.ids", texts({new_uuid(), "CANARY"}));
  EXPECT_EQ((*scrub(span))->attributes.get("chunk.ids").size(), 1U);
  EXPECT_EQ((*scrub(span))->dropped_attributes, 1);
}

TEST(Scrub, KeepsWhatHasTheDeclaredShape) {
  const std::string id = new_uuid();
  EXPECT_EQ(left("tenant.id", id).as_string(), id);
  EXPECT_EQ(left("run.trigger_type", "manual").as_string(), "manual");
  EXPECT_EQ(left("step.name", "TASK_GENERATION").as_string(), "TASK_GENERATION");
  EXPECT_EQ(left("requirement.codes", texts({"AC-2(1)", "A.5.1", "2.3.i", "x[1]:2"})).size(), 4U);
  EXPECT_EQ(left("chunk.ids", texts({id, new_uuid()})).size(), 2U);
  EXPECT_EQ(left("chunk.count", 20).as_integer(), 20);
  EXPECT_EQ(left("latency.ms", 12.5).as_number(), 12.5);
  EXPECT_EQ(left("llm.cost.usd", 0.0031).as_number(), 0.0031);
  EXPECT_EQ(left("llm.model", "org/model-7b@1:q4").as_string(), "org/model-7b@1:q4");
  EXPECT_EQ(left("error.type", "timeout").as_string(), "timeout");
  EXPECT_EQ(left("http.request.method", "DELETE").as_string(), "DELETE");
  EXPECT_EQ(left("http.route", "/api/runs/{runId}").as_string(), "/api/runs/{runId}");
  EXPECT_EQ(left("http.response.status_code", 404).as_integer(), 404);
  EXPECT_EQ(left("db.statements", 3).as_integer(), 3);
  EXPECT_EQ(left("db.time.ms", 1.25).as_number(), 1.25);
}

TEST(Scrub, DropsAndCountsEverythingElse) {
  EXPECT_TRUE(left("tenant.name", new_uuid()).is_null());
  EXPECT_TRUE(left("Tenant.id", new_uuid()).is_null());
  EXPECT_TRUE(left("tenant.id", "Acme Ltd").is_null());
  EXPECT_TRUE(left("tenant.id", 7).is_null());
  EXPECT_TRUE(left("run.trigger_type", "manually").is_null());
  EXPECT_TRUE(left("step.name", "READING").is_null());
  EXPECT_TRUE(left("requirement.codes", "2.3").is_null());
  EXPECT_TRUE(left("requirement.codes", texts({"All accounts are reviewed"})).is_null());
  EXPECT_TRUE(left("requirement.codes", texts({std::string(65, 'a')})).is_null());
  EXPECT_TRUE(left("chunk.count", -1).is_null());
  EXPECT_TRUE(left("chunk.count", "20").is_null());
  EXPECT_TRUE(left("latency.ms", -0.5).is_null());
  EXPECT_TRUE(left("llm.model", "say it: all keys").is_null());
  EXPECT_TRUE(left("error.type", "std::bad_alloc").is_null());
  EXPECT_TRUE(left("evidence.text", new_uuid()).is_null());
  EXPECT_TRUE(left("http.request.method", "BREW").is_null());
  EXPECT_TRUE(left("http.route", "/api/documents/" + new_uuid()).is_null());
  EXPECT_TRUE(left("http.route", "/api/search?q=plan").is_null());
  EXPECT_TRUE(left("http.response.status_code", 1000).is_null());
  EXPECT_TRUE(left("url.full", "/api/runs").is_null());
  EXPECT_TRUE(left("http.request.body", "plan").is_null());
}

TEST(Scrub, LetsNoTokenPassInAnyField) {
  const std::vector<std::string> tokens{"eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2ln",
                                        "assay_0123_s3cret", "Bearer-abcdef", "sk-proj-abcdefgh",
                                        "x.eyJhbGciOiJub25lIn0.y"};
  for (const std::string& token : tokens) {
    for (const char* key : kAllowlist) {
      Span span = plain();
      span.attributes.set(key, token);
      span.attributes.set("error.type", "timeout");
      span.status = Status::Error;
      span.status_message = token;
      span.name = token;
      EXPECT_EQ((*scrub(span))->attributes.dump().find(token), std::string::npos) << key;
      EXPECT_EQ((*scrub(span))->status_message, error_sentence("timeout"));
      span.attributes = Json::object().set(key, texts({token}));
      EXPECT_EQ((*scrub(span))->attributes.dump().find(token), std::string::npos) << key;
    }
  }
}

TEST(Scrub, BlocksKeysInAnyCaseButForTheFixedSentence) {
  for (const char* key : {"llm.prompt", "LLM.Prompt.Tokens", "evidence.text", "EVIDENCE_full_TEXT",
                          "regulatory.passage.text", "http.body", "Content-Type", "raw", "drawn",
                          "error.message", "exception.message"}) {
    EXPECT_TRUE(blocked_key(key)) << key;
  }
  for (const char* key : kAllowlist) {
    EXPECT_EQ(blocked_key(key), std::string_view(key) == "error.message") << key;
  }
  EXPECT_FALSE(blocked_key("text.evidence"));
  EXPECT_EQ(left("error.message", "open /srv/acme/plan.pdf: no such file").as_string(),
            error_sentence("unknown"));
  EXPECT_TRUE(left("error.message", 7).is_null());
}

TEST(Scrub, KeepsNamesIdsTimesAndListsInBounds) {
  Span span = plain();
  span.name = "reading plan.pdf";
  span.parent_span_id = "not an id";
  span.ended_at = from_micros(5);
  span.status = static_cast<Status>(9);
  span.status_message = "said without an error";
  Json many = Json::array();
  for (int i = 0; i < 300; ++i) many.push(new_uuid());
  span.attributes.set("chunk.ids", many);
  span.dropped_attributes = 2;
  const auto clean = scrub(span);
  ASSERT_TRUE(clean);
  EXPECT_EQ((*clean)->name, "unnamed");
  EXPECT_FALSE((*clean)->parent_span_id);
  EXPECT_EQ((*clean)->ended_at, span.started_at);
  EXPECT_EQ((*clean)->status, Status::Unset);
  EXPECT_EQ((*clean)->status_message, "");
  EXPECT_EQ((*clean)->attributes.get("chunk.ids").size(), 256U);
  EXPECT_EQ((*clean)->dropped_attributes, 5);
  span.trace_id = std::string(32, '0');
  EXPECT_FALSE(scrub(span));
}

TEST(Scrub, TheResourceHasAnAllowlistOfItsOwn) {
  const std::string id = new_uuid();
  const Json clean = scrub_resource(Json::object()
                                        .set("service.name", "assay-pipeline")
                                        .set("service.instance.id", id)
                                        .set("host.name", "acme-vault")
                                        .set("tenant.id", id));
  EXPECT_EQ(clean.dump(),
            R"({"service.name":"assay-pipeline","service.instance.id":")" + id + R"("})");
  EXPECT_EQ(scrub_resource(Json::object().set("service.name", "assay-api")).size(), 1U);
  EXPECT_EQ(scrub_resource(Json::object().set("service.name", "acme")).size(), 0U);
}

// ---- ten thousand spans whose every field may hold a word that must not leak -------------------

class Smuggler {
 public:
  Span span() {
    Span span = plain();
    if (coin()) span.name = text();
    if (coin()) span.parent_span_id = text();
    span.status = static_cast<Status>(dice_() % 4);
    span.status_message = text();
    span.attributes = attributes();
    for (std::size_t i = 0; i < dice_() % 3; ++i) {
      span.events.push_back({coin() ? std::string(kErrorEvent) : text(), {}, attributes()});
      span.links.push_back({coin() ? new_trace_id() : text(), new_span_id(), attributes()});
    }
    return span;
  }

 private:
  bool coin() { return dice_() % 2 == 0; }

  std::string text() {
    const std::vector<std::string> shapes{"CANARY",
                                          "canary",
                                          "see CANARY.pdf",
                                          "The canary sings.\nTwice.",
                                          "eyJhbCANARYciOi.a.b",
                                          "Bearer CANARY",
                                          "assay_canary_x",
                                          "{\"prompt\":\"CANARY\"}",
                                          "\xc3\xa9 canary \xf0\x9f\x90\xa6",
                                          std::string(300, 'x') + "canary",
                                          "The time limit was reached: CANARY"};
    return shapes[dice_() % shapes.size()];
  }

  // A requirement's code and a model's name are external texts that may pass if they look like one;
  // here they do not contain the word.
  Json value(bool code) {
    switch (dice_() % 5) {
      case 0:
        return code ? Json("AC-2") : Json(text());
      case 1:
        return Json::array().push(code ? "AC-2(1)" : text()).push(new_uuid());
      case 2:
        return Json::object().set(text(), text());
      case 3:
        return static_cast<std::int64_t>(dice_());
      default:
        return new_uuid();
    }
  }

  Json attributes() {
    Json object = Json::object();
    for (std::size_t i = 0; i < dice_() % 8; ++i) {
      const std::string listed = kAllowlist[dice_() % kAllowlist.size()];
      const std::string key = dice_() % 3 == 0 ? text() : listed;
      object.set(key, value(key == "requirement.codes" || key == "llm.model"));
    }
    return object;
  }

  std::mt19937 dice_{20'261'121};
};

std::string everything(const Span& span) {
  std::string all =
      span.name + span.parent_span_id.value_or("") + span.status_message + span.attributes.dump();
  for (const Event& event : span.events) all += event.name + event.attributes.dump();
  for (const Link& link : span.links) all += link.trace_id + link.span_id + link.attributes.dump();
  return all;
}

TEST(Scrub, TenThousandSpansLeakNothing) {
  Smuggler smuggler;
  std::int64_t dropped = 0;
  for (int i = 0; i < 10'000; ++i) {
    const auto clean = scrub(smuggler.span());
    ASSERT_TRUE(clean);
    std::string all = everything(**clean);
    for (char& c : all) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    ASSERT_EQ(all.find("canary"), std::string::npos) << all;
    const auto again = scrub(**clean);
    ASSERT_EQ(everything(**again), everything(**clean));
    ASSERT_EQ((*again)->dropped_attributes, (*clean)->dropped_attributes);
    dropped += (*clean)->dropped_attributes;
  }
  EXPECT_GT(dropped, 10'000);
}

}  // namespace
}  // namespace assay::trace
