// SPDX-License-Identifier: Apache-2.0
// The pipeline's socket. Search: the same retrieval as in a run, per tenant, up to date, and
// robust.
#include "pipeline/jobs/socket/pipeline_server.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <future>

#include "core/base/unix_socket.hpp"
#include "tests/jobs/jobs_fixture.hpp"

namespace assay::test {
namespace {

class Search : public Jobs {
 protected:
  [[nodiscard]] FileDescriptor connect() const {
    return connect_to(config_.pipeline_socket, Deadline(std::chrono::seconds(10)));
  }
  // The answer to arbitrary bytes; nullopt if the server hangs up.
  [[nodiscard]] std::optional<Json> ask_bytes(const std::string& message) const {
    const Deadline deadline(std::chrono::seconds(10));
    const FileDescriptor socket = connect();
    // A server that rejects the length may hang up while the rest is still being sent.
    if (!send_message(socket.get(), message, deadline)) return std::nullopt;
    const auto reply = receive_message(socket.get(), 1 << 20, deadline);
    return reply ? Json::parse(*reply) : std::nullopt;
  }
  [[nodiscard]] Json ask(const TenantId& tenant, const std::string& words, int limit = 10) const {
    return ask_bytes(Json::object()
                         .set("op", "search")
                         .set("tenantId", tenant.value)
                         .set("q", words)
                         .set("limit", limit)
                         .dump())
        .value();
  }
};

TEST_F(Search, FindsTheChunkThatHoldsTheWords) {
  const DocumentId policy = ready_document("policy.txt", "Accounts are reviewed each quarter.");
  static_cast<void>(ready_document("menu.txt", "Soup of the day and bread."));
  jobs::PipelineServer server(services_);
  server.start();
  const Json results = ask(tenant_, "accounts reviewed").get("results");
  ASSERT_GE(results.size(), 1U);
  EXPECT_EQ(results.at(0).get("documentId").as_string(), policy.value);
  EXPECT_EQ(results.at(0).get("text").as_string(), "Accounts are reviewed each quarter.");
  EXPECT_EQ(results.at(0).get("pageNumber").as_integer(), 1);
  EXPECT_TRUE(results.at(0).get("score").is_number());
  EXPECT_TRUE(is_uuid(results.at(0).get("chunkId").as_string().value_or("")));
}

TEST_F(Search, KeepsToTheLimit) {
  for (int i = 0; i < 4; ++i) {
    static_cast<void>(ready_document("p.txt", "Accounts of group " + std::to_string(i) + "."));
  }
  jobs::PipelineServer server(services_);
  server.start();
  EXPECT_EQ(ask(tenant_, "accounts", 3).get("results").size(), 3U);
}

TEST_F(Search, AnotherTenantFindsNothing) {
  static_cast<void>(ready_document("policy.txt", "Accounts are reviewed each quarter."));
  jobs::PipelineServer server(services_);
  server.start();
  EXPECT_EQ(ask(new_tenant(), "accounts").get("results").size(), 0U);
}

TEST_F(Search, FollowsWhatBecomesReadyAndWhatIsDeleted) {
  jobs::PipelineServer server(services_);
  server.start();
  EXPECT_EQ(ask(tenant_, "accounts").get("results").size(), 0U);
  const DocumentId id = ready_document("policy.txt", "Accounts are reviewed.");
  EXPECT_EQ(ask(tenant_, "accounts").get("results").size(), 1U);
  sql("DELETE FROM document WHERE id = '" + id.value + "'");
  EXPECT_EQ(ask(tenant_, "accounts").get("results").size(), 0U);
}

TEST_F(Search, FollowsTheGlossary) {
  static_cast<void>(ready_document("policy.txt", "HarbourLink is required."));
  jobs::PipelineServer server(services_);
  server.start();
  const auto best_score = [this] {
    const Json results = ask(tenant_, "vpn").get("results");
    return results.size() == 0 ? 0.0 : results.at(0).get("score").as_number().value();
  };
  const double before = best_score();
  EXPECT_EQ(put_glossary(tenant_, {{"HarbourLink", "VPN"}}), 1);
  EXPECT_GT(best_score(), before);
}

TEST_F(Search, RefusesWhatIsNoQuestion) {
  jobs::PipelineServer server(services_);
  server.start();
  for (const std::string message :
       {"", "not json", "{}", "[]", R"({"op":"search"})", R"({"op":"oidc.exchange"})",
        R"({"op":"search","tenantId":"x","q":"a","limit":1})",
        R"({"op":"search","tenantId":"00000000-0000-7000-8000-000000000000","q":"a","limit":0})",
        R"({"op":"search","tenantId":"00000000-0000-7000-8000-000000000000","q":7,"limit":1})"}) {
    const auto reply = ask_bytes(message);
    ASSERT_TRUE(reply) << message;
    EXPECT_TRUE(reply->get("error").is_string()) << message;
  }
  EXPECT_FALSE(ask_bytes(std::string(std::size_t{100} * 1024, 'x'))) << "too long: hung up on";
  EXPECT_TRUE(ask(tenant_, "still here").get("results").is_array());
}

TEST_F(Search, AFailureOfTheSearchIsAnswered) {
  static_cast<void>(ready_document("policy.txt", "Accounts are reviewed."));
  jobs::PipelineServer server(services_);
  server.start();
  embedder_.before = [] { throw std::runtime_error("the encoder broke"); };
  EXPECT_TRUE(ask(tenant_, "accounts").get("error").is_string());
}

TEST_F(Search, SeveralAtOnceAllGetTheirAnswer) {
  static_cast<void>(ready_document("policy.txt", "Accounts are reviewed."));
  jobs::PipelineServer server(services_);
  server.start();
  std::atomic<int> answered{0};
  {
    std::vector<std::jthread> askers;
    askers.reserve(12);
    for (int i = 0; i < 12; ++i) {
      askers.emplace_back([&] {
        if (ask(tenant_, "accounts").get("results").size() == 1) ++answered;
      });
    }
  }
  EXPECT_EQ(answered, 12);
}

TEST_F(Search, IsNotHeldUpByOperationsThatWait) {
  static_cast<void>(ready_document("policy.txt", "Accounts are reviewed."));
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  std::atomic<int> waiting{0};
  const auto wait = [&](const Json& question) {
    ++waiting;
    released.wait();
    return Json::object().set("said", question.get("say"));
  };
  jobs::PipelineServer server(services_, {{"wait", wait}});
  server.start();
  constexpr int kAskers = 12;  // more than there are threads
  std::atomic<int> answered{0};
  std::vector<std::jthread> askers;
  askers.reserve(kAskers);
  for (int i = 0; i < kAskers; ++i) {
    askers.emplace_back([&, i] {
      const Json question = Json::object().set("op", "wait").set("say", i);
      const auto reply = ask_bytes(question.dump());
      if (reply && reply->get("said").as_integer() == i) ++answered;
    });
  }
  while (waiting == 0) std::this_thread::yield();
  EXPECT_EQ(ask(tenant_, "accounts").get("results").size(), 1U);
  EXPECT_EQ(answered, 0);
  release.set_value();
  askers.clear();
  EXPECT_EQ(answered, kAskers);
}

TEST_F(Search, AFailureOfAWaitingOperationIsAnswered) {
  const auto fail = [](const Json&) -> Json { throw std::runtime_error("broken"); };
  jobs::PipelineServer server(services_, {{"fail", fail}});
  server.start();
  const auto reply = ask_bytes(R"({"op":"fail"})");
  ASSERT_TRUE(reply);
  EXPECT_TRUE(reply->get("error").is_string());
  EXPECT_EQ(reply->dump().find("broken"), std::string::npos) << "what broke is for the log alone";
}

TEST_F(Search, TheSocketIsForTheGroupAndReplacesADeadOne) {
  { const FileDescriptor dead = listen_at(config_.pipeline_socket); }
  jobs::PipelineServer server(services_);
  server.start();
  struct stat state {};
  ASSERT_EQ(::stat(config_.pipeline_socket.c_str(), &state), 0);
  EXPECT_EQ(state.st_mode & 0777U, 0660U);
  try {
    static_cast<void>(listen_at(config_.pipeline_socket));
    FAIL() << "a socket in use must not be taken over";
  } catch (const IoError& error) {
    EXPECT_EQ(error.error_number(), EADDRINUSE);
  }
}

TEST_F(Search, ASecondDaemonStandsByAndTakesOver) {
  jobs::PipelineServer second(services_);
  {
    jobs::PipelineServer first(services_);
    first.start();
    second.start();
    EXPECT_TRUE(first.serving());
    EXPECT_FALSE(second.serving());
    EXPECT_TRUE(ask(tenant_, "anything").get("error").is_null());
  }
  for (int i = 0; i < 500 && !second.serving(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ASSERT_TRUE(second.serving());
  EXPECT_TRUE(ask(tenant_, "anything").get("error").is_null());
}

TEST_F(Search, WhatNobodyAsksForIsForgotten) {
  jobs::IndexCache cache(embedder_, services_.count_tokens);
  const auto first = cache.searchable(pipeline_, tenant_);
  cache.forget_unused(std::chrono::hours(1));
  EXPECT_EQ(cache.searchable(pipeline_, tenant_), first);
  cache.forget_unused(std::chrono::seconds(0));
  EXPECT_NE(cache.searchable(pipeline_, tenant_), first);
}

TEST_F(Search, AtMostSoManyTenantsAreKept) {
  jobs::IndexCache small(embedder_, services_.count_tokens, 2);
  const auto first = small.searchable(pipeline_, tenant_);
  EXPECT_EQ(small.searchable(pipeline_, tenant_), first) << "kept";
  static_cast<void>(small.searchable(pipeline_, new_tenant()));
  EXPECT_EQ(small.searchable(pipeline_, tenant_), first) << "still kept";
  static_cast<void>(small.searchable(pipeline_, new_tenant()));
  EXPECT_EQ(small.searchable(pipeline_, tenant_), first) << "used most recently but one";
  static_cast<void>(small.searchable(pipeline_, new_tenant()));
  static_cast<void>(small.searchable(pipeline_, new_tenant()));
  EXPECT_NE(small.searchable(pipeline_, tenant_), first) << "dropped";
}

// As after an upgrade with another encoder.
TEST_F(Search, VectorsOfAnotherEncoderAreMadeAnew) {
  static_cast<void>(ready_document("one.txt", "Accounts are reviewed."));
  sql("UPDATE chunk_embedding SET model_id = 'the former one'");
  const auto loaded = indexes_.searchable(pipeline_, tenant_);
  EXPECT_EQ(loaded->index.size(), 1U);
  EXPECT_EQ(sql("SELECT count(*) AS v FROM chunk_embedding WHERE model_id = '" +
                std::string(embedder_.model_id()) + "'"),
            "1");
}

TEST_F(Search, ARunSharesTheIndexWhenItsDocumentsAreTheSame) {
  const DocumentId one = ready_document("one.txt", "Accounts are reviewed.");
  const DocumentId two = ready_document("two.txt", "Backups are taken.");
  std::vector<DocumentId> both{one, two};
  std::sort(both.begin(), both.end());
  const auto kept = indexes_.searchable(pipeline_, tenant_);
  EXPECT_EQ(indexes_.of_documents(pipeline_, tenant_, both), kept);
  const auto own = indexes_.of_documents(pipeline_, tenant_, {one});
  EXPECT_NE(own, kept);
  EXPECT_EQ(own->index.size(), 1U);
  EXPECT_EQ(indexes_.searchable(pipeline_, tenant_), kept) << "a run's own index displaces nothing";
}

}  // namespace
}  // namespace assay::test
