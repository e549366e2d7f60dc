// SPDX-License-Identifier: Apache-2.0
// Accepts questions; two kinds of threads answer them. Answers searches, and translates sign-in
// questions for the provider.
#include "pipeline/jobs/socket/pipeline_server.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <optional>
#include <string>

#include "core/base/unix_socket.hpp"
#include "core/json/utf8.hpp"
#include "core/trace/log.hpp"
#include "pipeline/jobs/context/caches.hpp"
#include "pipeline/search/retriever.hpp"

namespace assay::jobs {
namespace {

constexpr std::int64_t kMaxResults = 200;

Json result_of(const search::IndexedChunk& chunk, double score) {
  Json result = Json::object()
                    .set("documentId", chunk.document.value)
                    .set("chunkId", chunk.chunk.value)
                    .set("text", chunk.content)
                    .set("pageNumber", chunk.page_number)
                    .set("originalFilename", chunk.file_name)
                    .set("headingPath", chunk.heading_path)
                    .set("score", score);
  if (!chunk.page_label.empty()) result.set("pageLabel", chunk.page_label);
  return result;
}

Json search_for(const Services& services, const IndexCache::Shared& loaded,
                const text::Glossary& glossary, const std::string& words, std::size_t limit) {
  search::Query query;
  query.text = words;
  query.glossary = &glossary;
  const std::array<std::string, 1> texts{search::embedded_text(query)};
  query.vector = services.embedder.embed(texts);
  search::RetrievalSettings settings;
  settings.limit = limit;
  settings.similarity_threshold = services.config.similarity_threshold;
  const std::array<search::Query, 1> queries{std::move(query)};
  const auto hits = search::retrieve(loaded->index, queries, settings);
  Json results = Json::array();
  for (const search::Hit& hit : hits.front()) {
    results.push(result_of(loaded->index.chunk(hit.row), hit.score));
  }
  return Json::object().set("results", results);
}

std::string text_member(const Json& question, std::string_view name) {
  return question.get(name).as_string().value_or("");
}

Json failure(oidc::Problem problem) {
  return Json::object().set("error", oidc::to_text(problem));
}

// Number of searches answered at once; others wait in the socket's backlog.
constexpr int kThreads = 4;
constexpr int kWaitingThreads = 4;
// Maximum number of questions that wait for a waiting thread; more are refused.
constexpr std::size_t kMaxPending = 32;
constexpr std::size_t kMaxRequestBytes = std::size_t{64} * 1024;
constexpr std::chrono::seconds kTime{10};
// How often a standby daemon checks whether the socket is free.
constexpr int kStandByMs = 1000;

Json failure(std::string_view why) {
  return Json::object().set("error", why);
}

void send(int connection, const Json& reply, const Deadline& deadline) {
  if (!send_message(connection, reply.dump(), deadline)) log::debug("answer_unread");
}

// Catches a failure, so that it does not end the service.
template <class F>
Json guarded(F&& answer) {
  try {
    return answer();
  } catch (const std::exception& error) {
    log::error("operation_failed", {{"error", error.what()}});
    return failure("the operation could not be carried out");
  }
}

}  // namespace

Json answer_search(const Services& services, GlossaryCache& glossaries, pg::Connection& database,
                   const Json& question) {
  const auto tenant = TenantId::parse(question.get("tenantId").as_string().value_or(""));
  const auto words = question.get("q").as_string();
  const auto limit = question.get("limit").as_integer();
  if (!tenant || !words || !limit || *limit < 1 || *limit > kMaxResults) {
    return Json::object().set("error", "tenantId, q or limit is missing or out of range");
  }
  return search_for(services, services.indexes.searchable(database, *tenant),
                    *glossaries.in_force(database, *tenant), utf8::storable(*words),
                    static_cast<std::size_t>(*limit));
}

Operations oidc_operations(oidc::Provider& provider) {
  const auto start = [&provider](const Json& question) {
    const auto location =
        provider.authorization_url({text_member(question, "state"), text_member(question, "nonce"),
                                    text_member(question, "codeChallenge")});
    return location ? Json::object().set("location", *location) : failure(location.error());
  };
  const auto exchange = [&provider](const Json& question) {
    const auto identity =
        provider.exchange({text_member(question, "code"), question.get("iss").as_string(),
                           text_member(question, "codeVerifier"), text_member(question, "nonce")});
    return identity ? Json::object().set("identity", oidc::to_json(*identity))
                    : failure(identity.error());
  };
  return {{"oidc.start", start}, {"oidc.exchange", exchange}};
}

PipelineServer::PipelineServer(const Services& services, Operations waiting)
    : services_(services), waiting_(std::move(waiting)) {}

PipelineServer::~PipelineServer() {
  stop();
}

void PipelineServer::start() {
  if (listen()) return serve();
  log::info("socket_served_by_another", {{"socket", services_.config.pipeline_socket}});
  stand_in_ = std::jthread([this] { stand_by(); });
}

// Returns false if another process serves the socket.
bool PipelineServer::listen() {
  try {
    listener_ = listen_at(services_.config.pipeline_socket);
    return true;
  } catch (const IoError& error) {
    if (error.error_number() != EADDRINUSE) throw;
    return false;
  }
}

void PipelineServer::stand_by() {
  for (;;) {
    pollfd stopped{stop_.get(), POLLIN, 0};
    if (::poll(&stopped, 1, kStandByMs) > 0) return;
    try {
      if (!listen()) continue;
      log::info("socket_taken_over", {{"socket", services_.config.pipeline_socket}});
      return serve();
    } catch (const IoError& error) {
      log::warning("socket_not_taken_over", {{"error", error.what()}});
    }
  }
}

void PipelineServer::serve() {
  serving_ = true;
  for (int number = 1; number <= kThreads; ++number) {
    threads_.emplace_back([this, number] { accept_questions(number); });
  }
  for (int number = 1; !waiting_.empty() && number <= kWaitingThreads; ++number) {
    threads_.emplace_back([this] { answer_waiting(); });
  }
}

void PipelineServer::stop() {
  stop_.set();
  if (stand_in_.joinable()) stand_in_.join();
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  threads_.clear();
  pending_.clear();
  listener_.reset();
}

void PipelineServer::accept_questions(int number) {
  pg::Connection database(services_.config.database,
                          "assay-pipeline search " + std::to_string(number));
  for (;;) {
    std::array<pollfd, 2> descriptors{{{listener_.get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
    if (::poll(descriptors.data(), descriptors.size(), -1) < 0 && errno != EINTR) {
      throw IoError("poll", errno);
    }
    if (descriptors[1].revents != 0) return;
    // The listener does not block: several threads wake for one connection, and one gets it.
    FileDescriptor connection(
        ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (connection.open()) take(std::move(connection), database);
  }
}

void PipelineServer::take(FileDescriptor connection, pg::Connection& database) {
  const Deadline deadline(kTime);
  const auto message = receive_message(connection.get(), kMaxRequestBytes, deadline);
  // Drop searches that the API abandoned while this process was busy.
  if (!message || hung_up(connection.get())) return;
  const auto question = Json::parse(*message);
  const std::string name = question ? question->get("op").as_string().value_or("") : "";
  if (name == "search") {
    const Json reply =
        guarded([&] { return answer_search(services_, glossaries_, database, *question); });
    send(connection.get(), reply, deadline);
    return;
  }
  const auto operation = waiting_.find(name);
  if (operation == waiting_.end()) {
    send(connection.get(), failure("not JSON with an op that is known here"), deadline);
    return;
  }
  hand_over({std::move(connection), *question, &operation->second, deadline});
}

void PipelineServer::hand_over(Pending pending) {
  {
    const std::lock_guard lock(mutex_);
    if (pending_.size() < kMaxPending) {
      pending_.push_back(std::move(pending));
      changed_.notify_one();
      return;
    }
  }
  send(pending.connection.get(), failure("too many questions are waiting"), pending.deadline);
}

void PipelineServer::answer_waiting() {
  for (;;) {
    std::optional<Pending> next;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stopping_ || !pending_.empty(); });
      if (stopping_) return;
      next.emplace(std::move(pending_.front()));
      pending_.pop_front();
    }
    if (next->deadline.passed()) continue;  // the caller has given up
    const Json reply = guarded([&] { return (*next->operation)(next->question); });
    send(next->connection.get(), reply, next->deadline);
  }
}

}  // namespace assay::jobs
