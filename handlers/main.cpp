// SPDX-License-Identifier: Apache-2.0
// assay-api: reads settings, connects, and runs the accept loop. It serves one request at a time;
// start several. assay-api --routes and --openapi print the route table and the API's description
// instead.
#include <malloc.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/base/stop.hpp"
#include "core/extract/landlock.hpp"
#include "core/trace/log.hpp"
#include "db/migrate.hpp"
#include "fcgi/server.hpp"
#include "handlers/dispatch.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/metrics.hpp"
#include "handlers/routes.hpp"

namespace assay::handlers {
namespace {

// Refuses a database of another version at once. One that is unreachable may come back; until then
// requests get 503.
bool schema_fits(pg::Connection& connection) {
  try {
    const std::string mismatch = db::schema_mismatch(connection);
    if (mismatch.empty()) return true;
    log::error("schema_mismatch", {{"what", mismatch}});
    return false;
  } catch (const pg::DbError& error) {
    log::warning("database_not_reachable", {{"what", error.what()}});
    return true;
  }
}

// By default, the allocator learns from the first checked password that 19 MiB is a usual size, and
// keeps them from then on. A fixed threshold returns them every time. Memory for an ordinary
// response is kept: returning and reallocating it would cost more than writing the response.
void keep_memory_small() {
  constexpr int kMappedFrom = 1 << 20;
  constexpr int kKept = 4 << 20;
  if (::mallopt(M_MMAP_THRESHOLD, kMappedFrom) != 1 || ::mallopt(M_TRIM_THRESHOLD, kKept) != 1) {
    throw std::runtime_error("mallopt failed");
  }
}

int run(const Config& config) {
  keep_memory_small();
  stop::install();
  pg::Connection connection(config.database, "assay-api", config.database_timeout);
  if (!schema_fits(connection)) return 1;
  pg::DatabaseClock clock;
  KeyRing keys(connection);
  Sessions sessions(connection, clock, keys, config);
  const BlobStore blobs(config.blob_dir, config.object_store);
  BlobCheck blob_check(blobs);
  // A request waits for the reader, so the reader gets less time than in the pipeline.
  constexpr std::chrono::milliseconds kMaxReading{20'000};
  Extractor extractor(config.extract_binary,
                      {std::min<std::chrono::milliseconds>(config.extract_timeout, kMaxReading),
                       config.extract_memory_bytes});
  extractor.fork_readers();
  const AllSlots slots(config.api_socket);
  RequestMetrics metrics(config.metrics_file);
  Services services{config, connection, clock,      keys,      sessions,
                    slots,  blobs,      blob_check, extractor, metrics};
  Dispatcher dispatcher(services);
  const FileDescriptor listener = fcgi::listening_socket(config.api_socket);
  log::info("started");
  log_reader_sandbox();
  const int status = fcgi::serve(
      listener, [&](fcgi::Request& request) { return dispatcher.answer(request); }, last_resort);
  log::info("stopped", {{"exit", status}});
  return status;
}

// "SCIM" for routes of SCIM tokens; null for public ones.
Json role_of(const Route& route) {
  if (!route.access) return {};
  return route.scim ? Json("SCIM") : Json(to_text(*route.access));
}

// {"routes": [{method, path, role, parameters}]}
void print_routes() {
  Json rows = Json::array();
  for (const Route& route : routes()) {
    rows.push(Json::object()
                  .set("method", route.method)
                  .set("path", route.pattern)
                  .set("role", role_of(route))
                  .set("parameters", route.parameters));
  }
  std::cout << Json::object().set("routes", rows).dump() << '\n';
}

int describe(const std::vector<std::string_view>& words) {
  if (words.size() == 1 && words[0] == "--routes") {
    print_routes();
  } else if (words.size() == 1 && words[0] == "--openapi") {
    std::cout << openapi_json() << '\n';
  } else {
    std::cerr << "usage: assay-api [--routes | --openapi]\n";
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace assay::handlers

int main(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  if (!words.empty()) return assay::handlers::describe(words);
  const auto config = assay::load_config_of_process();
  if (!config) {
    std::cerr << "assay-api: " << config.error().message << '\n';
    return 2;
  }
  assay::log::configure("assay-api", config->log_level);
  try {
    return assay::handlers::run(*config);
  } catch (const std::exception& error) {
    assay::log::error("ended", {{"what", error.what()}});
    return 1;
  }
}
