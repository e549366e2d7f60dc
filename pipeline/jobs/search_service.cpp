// SPDX-License-Identifier: Apache-2.0
// Accepting, checking and answering searches.
#include "pipeline/jobs/search_service.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/log.hpp"
#include "core/message_socket.hpp"
#include "core/utf8.hpp"
#include "pipeline/search/retriever.hpp"

namespace assay::jobs {
namespace {

// As many searches as these are answered at once; others wait in the socket's backlog.
constexpr int kThreads = 4;
constexpr std::size_t kMostRequestBytes = std::size_t{64} * 1024;
constexpr std::int64_t kMostResults = 200;
constexpr std::chrono::seconds kTime{10};

Json failure(std::string_view why) {
  return Json::object().set("error", why);
}

Json result_of(const search::IndexedChunk& chunk, double score) {
  return Json::object()
      .set("documentId", chunk.document.value)
      .set("chunkId", chunk.chunk.value)
      .set("text", chunk.content)
      .set("pageNumber", chunk.page_number)
      .set("score", score);
}

}  // namespace

SearchService::~SearchService() {
  stop();
}

void SearchService::start() {
  listener_ = listen_at(services_.config.search_socket);
  for (int number = 1; number <= kThreads; ++number) {
    threads_.emplace_back([this, number] { serve(number); });
  }
}

void SearchService::stop() {
  if (threads_.empty()) return;
  stop_.set();
  threads_.clear();
  listener_.reset();
}

void SearchService::serve(int number) {
  pg::Connection database(services_.config.database_url,
                          "assay-pipeline search " + std::to_string(number));
  for (;;) {
    std::array<pollfd, 2> descriptors{{{listener_.get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
    if (::poll(descriptors.data(), descriptors.size(), -1) < 0 && errno != EINTR) {
      throw IoError("poll", errno);
    }
    if (descriptors[1].revents != 0) return;
    // The listener does not block: several threads wake for one connection, and one gets it.
    const FileDescriptor connection(
        ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (connection.open()) answer(connection.get(), database);
  }
}

void SearchService::answer(int connection, pg::Connection& database) {
  const Deadline deadline(kTime);
  const auto request = receive_message(connection, kMostRequestBytes, deadline);
  if (!request) return;
  Json reply;
  try {
    reply = reply_to(*request, database);
  } catch (const std::exception& error) {  // one search must not end the service
    log::error("search_failed", {{"error", error.what()}});
    reply = failure("the search could not be carried out");
  }
  if (!send_message(connection, reply.dump(), deadline)) log::debug("search_answer_unread");
}

Json SearchService::reply_to(const std::string& request, pg::Connection& database) {
  const auto json = Json::parse(request);
  if (!json) return failure("not JSON");
  const auto tenant = TenantId::parse(json->get("tenantId").as_string().value_or(""));
  const auto words = json->get("q").as_string();
  const auto limit = json->get("limit").as_integer();
  if (!tenant || !words || !limit || *limit < 1 || *limit > kMostResults) {
    return failure("tenantId, q or limit is missing or out of range");
  }
  return search(database, *tenant, utf8::storable(*words), static_cast<std::size_t>(*limit));
}

Json SearchService::search(pg::Connection& database, const TenantId& tenant,
                           const std::string& words, std::size_t limit) {
  const IndexCache::Shared loaded = services_.indexes.searchable(database, tenant);
  search::Query query;
  query.text = words;
  const std::array<std::string, 1> texts{search::embedded_text(query)};
  query.vector = services_.embedder.embed(texts);
  search::RetrievalSettings settings;
  settings.limit = limit;
  settings.similarity_threshold = services_.config.similarity_threshold;
  const std::array<search::Query, 1> queries{std::move(query)};
  const auto hits = search::retrieve(loaded->index, queries, settings);
  Json results = Json::array();
  for (const search::Hit& hit : hits.front()) {
    results.push(result_of(loaded->index.chunk(hit.row), hit.score));
  }
  return Json::object().set("results", results);
}

}  // namespace assay::jobs
