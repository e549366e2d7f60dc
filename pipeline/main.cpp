// SPDX-License-Identifier: Apache-2.0
// assay-pipeline: the daemon that reads documents, runs assessments and answers the API.
#include <malloc.h>
#include <poll.h>
#include <sys/resource.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include "core/base/stop.hpp"
#include "core/extract/extractor.hpp"
#include "core/extract/landlock.hpp"
#include "core/settings/config.hpp"
#include "core/trace/log.hpp"
#include "db/migrate.hpp"
#include "db/store/audit/host_keys.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/jobs/daemon/daemon.hpp"
#include "pipeline/jobs/runs/run_evaluate.hpp"
#include "pipeline/jobs/socket/pipeline_server.hpp"
#include "pipeline/text/terms.hpp"
#include "pipeline/trace/feed.hpp"

namespace assay {
namespace {

// A ZIP's files are held open until all of them are known to be good.
void allow_many_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) throw IoError("getrlimit", errno);
  limit.rlim_cur = limit.rlim_max;
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) throw IoError("setrlimit", errno);
}

// Threads share a few arenas instead of each keeping its peak memory, and large blocks return to
// the system as soon as they are free, however large earlier freed blocks were.
void keep_memory_small() {
  constexpr int kArenas = 4;
  constexpr int kMappedFrom = 1 << 20;
  if (::mallopt(M_ARENA_MAX, kArenas) != 1 || ::mallopt(M_MMAP_THRESHOLD, kMappedFrom) != 1) {
    throw std::runtime_error("mallopt failed");
  }
}

// Why the daemon must not start, as an event and its text; nullopt if it may.
std::optional<std::pair<std::string_view, std::string>> obstacle(const Config& config) {
  pg::Connection connection(config.database, "assay-pipeline start");
  if (auto mismatch = db::schema_mismatch(connection); !mismatch.empty()) {
    return {{"schema_mismatch", std::move(mismatch)}};
  }
  for (const auto& key : store::host_keys::of(config)) {
    if (auto why = store::host_keys::problem(connection, key, store::host_keys::Make::IfAbsent);
        !why.empty()) {
      return {{"host_key_mismatch", std::move(why)}};
    }
  }
  return std::nullopt;
}

// Waits until a stop is requested; notifies the watchdog while the daemon is healthy.
void wait_for_stop(const jobs::Daemon& daemon) {
  const auto watchdog = jobs::watchdog_interval();
  const auto pause = watchdog ? std::chrono::duration_cast<std::chrono::milliseconds>(*watchdog / 3)
                              : std::chrono::milliseconds(10'000);
  while (!stop::requested()) {
    pollfd descriptor{stop::wake_fd(), POLLIN, 0};
    if (::poll(&descriptor, 1, static_cast<int>(pause.count())) < 0 && errno != EINTR) {
      throw IoError("poll", errno);
    }
    if (daemon.healthy()) jobs::sd_notify("WATCHDOG=1");
  }
}

int serve(const Config& config) {
  constexpr std::chrono::seconds kGrace{20};
  constexpr std::chrono::seconds kFlush{5};
  Counters counters;
  const embed::EmbeddedEmbedder encoder(config.model_dir);
  const embed::RememberingEmbedder embedder(encoder);
  const BlobStore blobs(config.blob_dir, config.object_store);
  Extractor extractor(
      config.extract_binary,
      {config.extract_timeout, config.extract_memory_bytes, config.extract_max,
       config.document_max_pages, config.document_max_text_bytes},
      recognition_of(config.extract_binary, config.ocr_languages,
                     std::chrono::ceil<std::chrono::seconds>(config.extract_timeout)));
  extractor.fork_readers();
  const text::CountTokens count_tokens = [&encoder](std::string_view text) {
    return encoder.tokenizer().count(text);
  };
  jobs::IndexCache indexes(embedder, count_tokens);
  std::optional<llm::Client> model;
  if (config.llm.enabled()) model.emplace(config.llm);
  pg::DatabaseClock clock;
  const jobs::Services services{config,
                                blobs,
                                extractor,
                                embedder,
                                count_tokens,
                                indexes,
                                jobs::evaluators_with(model ? &*model : nullptr),
                                counters,
                                clock,
                                model ? &*model : nullptr};

  std::optional<oidc::Provider> provider;
  std::jthread provider_thread;
  if (config.oidc.enabled()) {
    provider.emplace(
        config.oidc, config.clock_leeway, [&clock] { return clock.now(); }, stop::requested);
    provider_thread =
        std::jthread([&](const std::stop_token& stop) { provider->keep_fresh(stop); });
  }
  jobs::PipelineServer server(services,
                              provider ? jobs::oidc_operations(*provider) : jobs::Operations());
  server.start();
  jobs::Daemon daemon(services);
  daemon.start();
  trace::Feed traces(config.database, {config.otlp_endpoint}, counters,
                     config.otlp_endpoint == "off" ? "" : span_socket(config));
  traces.start();
  log_reader_sandbox();
  jobs::sd_notify("READY=1");
  wait_for_stop(daemon);
  jobs::sd_notify("STOPPING=1");
  server.stop();
  const bool drained = daemon.drain(kGrace);
  traces.stop(kFlush);
  if (!drained) std::_Exit(EXIT_SUCCESS);  // its item was given back
  return EXIT_SUCCESS;
}

int run() {
  const Result<Config> config = load_config_of_process();
  if (!config) {
    std::cerr << "assay-pipeline: " << config.error().message << '\n';
    return EXIT_FAILURE;
  }
  log::configure("assay-pipeline", config->log_level);
  stop::install();
  allow_many_files();
  keep_memory_small();
  if (const auto found = obstacle(*config)) {
    log::error(found->first, {{"error", found->second}});
    return EXIT_FAILURE;
  }
  return serve(*config);
}

}  // namespace
}  // namespace assay

int main() {
  try {
    return assay::run();
  } catch (const std::exception& error) {
    assay::log::error("start_failed", {{"error", error.what()}});
    return EXIT_FAILURE;
  }
}
