// SPDX-License-Identifier: Apache-2.0
// Reads the settings of a process from its file and its environment.
#include "core/settings/config.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/base/io.hpp"
#include "core/settings/setting_reader.hpp"

namespace assay {
namespace {

bool known(std::string_view name) {
  for (const Setting& setting : settings()) {
    if (setting.name == name) return true;
  }
  return false;
}

// Precondition: the setting exists.
std::string default_of(std::string_view name) {
  const auto all = settings();
  const auto row =
      std::find_if(all.begin(), all.end(), [name](const Setting& one) { return one.name == name; });
  return std::string(row->default_value);
}

// Takes one NAME=value. Ignores other programs' names (PATH, HOME); ASSAY_ names must be known.
std::optional<Error> take(std::string_view entry, std::string_view source, SettingValues& values) {
  const std::size_t equals = entry.find('=');
  if (equals == std::string_view::npos) {
    return Error{ErrorCode::ValidationError,
                 std::string(source) + ": not NAME=value: " + std::string(entry),
                 {}};
  }
  const std::string_view name = entry.substr(0, equals);
  if (known(name)) {
    std::string_view value = entry.substr(equals + 1);
    if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
        value.back() == value.front()) {
      value = value.substr(1, value.size() - 2);
    }
    values[std::string(name)] = value;
  } else if (name.starts_with("ASSAY_")) {
    return invalid_field(name, "unknown setting in " + std::string(source));
  }
  return std::nullopt;
}

std::optional<Error> take_file(const std::string& path, SettingValues& values) {
  std::istringstream lines;
  try {
    lines.str(read_file(path));
  } catch (const IoError& error) {
    return Error{ErrorCode::ValidationError, error.what(), {}};
  }
  for (std::string line; std::getline(lines, line);) {
    const std::size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string::npos || line[start] == '#' || line[start] == ';') continue;
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (auto error = take(std::string_view(line).substr(start), path, values)) return error;
  }
  return std::nullopt;
}

// Where spans are sent. An address without a path is a collector's, which takes them under
// /v1/traces (OpenTelemetry protocol exporter, "Endpoint URLs for OTLP/HTTP"). "off" stays.
std::string traces_address(std::string endpoint) {
  const std::size_t scheme = endpoint.find("://");
  if (scheme == std::string::npos) return endpoint;
  const std::size_t end = endpoint.find_first_of("/?#", scheme + std::string_view("://").size());
  if (end == std::string::npos) return endpoint + "/v1/traces";
  if (endpoint.substr(end) == "/") return endpoint + "v1/traces";
  return endpoint;
}

// What documents and tenants may have.
void read_limits(SettingReader& reader, Config& config) {
  config.document_max_pages = reader.whole("ASSAY_DOCUMENT_MAX_PAGES", 1, 10'000);
  config.document_max_text_bytes = reader.whole("ASSAY_DOCUMENT_MAX_TEXT_BYTES", 1, 50LL << 20U);
  config.document_max_chunks = reader.whole("ASSAY_DOCUMENT_MAX_CHUNKS", 1, 1'000'000);
  config.tenant_max_documents = reader.whole("ASSAY_TENANT_MAX_DOCUMENTS", 0, 1LL << 40U);
  config.tenant_max_bytes = reader.whole("ASSAY_TENANT_MAX_BYTES", 0, 1LL << 60U);
  config.tenant_max_chunks = reader.whole("ASSAY_TENANT_MAX_CHUNKS", 0, 1LL << 40U);
  config.tenant_max_open_runs = reader.whole("ASSAY_TENANT_MAX_OPEN_RUNS", 0, 1LL << 40U);
  config.tenant_max_open_uploads = reader.whole("ASSAY_TENANT_MAX_OPEN_UPLOADS", 0, 1LL << 40U);
  config.tenant_max_open_upload_bytes =
      reader.whole("ASSAY_TENANT_MAX_OPEN_UPLOAD_BYTES", 0, 1LL << 60U);
}

Config read(SettingReader& reader) {
  constexpr std::int64_t kYear = 366LL * 24 * 3600;
  Config config;
  config.database = {reader.text("ASSAY_DATABASE_URL"), reader.flag("ASSAY_DATABASE_POOLED")};
  config.blob_dir = reader.text("ASSAY_BLOB_DIR");
  config.object_store_credentials = read_object_store_credentials(reader);
  config.object_store = read_object_store_settings(reader, config.object_store_credentials);
  config.api_socket = reader.text("ASSAY_API_SOCKET");
  config.pipeline_socket = reader.text("ASSAY_SEARCH_SOCKET");
  config.max_upload_bytes = reader.whole("ASSAY_MAX_UPLOAD_BYTES", 1, 1LL << 40U);
  config.max_pack_bytes = reader.whole("ASSAY_MAX_PACK_BYTES", 1, 256LL << 20U);
  config.min_free_bytes = reader.whole("ASSAY_MIN_FREE_BYTES", 0, 1LL << 50U);
  config.access_token_lifetime = reader.seconds("ASSAY_ACCESS_TOKEN_S", 86'400);
  config.refresh_token_lifetime = reader.seconds("ASSAY_REFRESH_TOKEN_S", kYear);
  config.sign_in_max = reader.seconds("ASSAY_SIGN_IN_MAX_S", kYear);
  config.oidc_sign_in_max = reader.seconds("ASSAY_OIDC_SIGN_IN_MAX_S", kYear);
  config.clock_leeway = std::chrono::seconds(reader.whole("ASSAY_CLOCK_LEEWAY_S", 0, 600));
  config.database_timeout = std::chrono::seconds(reader.whole("ASSAY_DATABASE_TIMEOUT_S", 1, 600));
  config.cookie_secure = reader.flag("ASSAY_COOKIE_SECURE");
  config.oidc = read_oidc_settings(reader);
  config.super_admin_mode = reader.flag("SUPER_ADMIN_MODE");
  config.cors_origins = reader.list("ASSAY_CORS_ORIGINS");
  config.extract_binary = reader.text("ASSAY_EXTRACT_BINARY");
  config.extract_timeout = reader.seconds("ASSAY_EXTRACT_TIMEOUT_S", 3600);
  config.extract_max = reader.seconds("ASSAY_EXTRACT_MAX_S", 86'400);
  config.ocr_languages = read_ocr_languages(reader);
  config.extract_memory_bytes =
      reader.whole("ASSAY_EXTRACT_MEMORY_BYTES", 64LL << 20U, 64LL << 30U);
  read_limits(reader, config);
  config.upload_lifetime = reader.seconds("ASSAY_UPLOAD_LIFETIME_S", kYear);
  config.corpus_allow_nets = reader.networks("ASSAY_CORPUS_ALLOW_NETS");
  config.corpus_fetch_timeout = reader.seconds("ASSAY_CORPUS_FETCH_TIMEOUT_S", 3600);
  config.events = read_event_settings(reader);
  config.mail = read_mail_settings(reader);
  config.model_dir = reader.text("ASSAY_MODEL_DIR");
  config.workers = static_cast<int>(reader.whole("ASSAY_WORKERS", 1, 256));
  config.tenant_running_cap = static_cast<int>(reader.whole("ASSAY_TENANT_RUNNING_CAP", 0, 10'000));
  config.turn = std::chrono::milliseconds(reader.whole("ASSAY_TURN_MS", 0, 3'600'000));
  config.poll_interval = std::chrono::milliseconds(reader.whole("ASSAY_POLL_MS", 10, 60'000));
  config.lease = reader.seconds("ASSAY_LEASE_S", 3600);
  config.heartbeat = reader.seconds("ASSAY_HEARTBEAT_S", 1200);
  config.similarity_threshold = reader.fraction("ASSAY_SIMILARITY_THRESHOLD");
  config.requirement_timeout =
      std::chrono::milliseconds(reader.whole("ASSAY_REQUIREMENT_TIMEOUT_MS", 1, 3'600'000));
  config.share_after =
      std::chrono::milliseconds(reader.whole("ASSAY_SHARE_AFTER_MS", 0, 3'600'000));
  config.dev_timeout_requirement = reader.text("ASSAY_DEV_TIMEOUT_REQUIREMENT");
  config.snapshot_capture = reader.flag("ASSAY_SNAPSHOT_CAPTURE");
  config.llm = read_llm_settings(reader);
  config.audit_key_file = reader.text("ASSAY_AUDIT_KEY_FILE");
  config.checkpoint_file = reader.text("ASSAY_CHECKPOINT_FILE");
  config.checkpoint_interval = reader.seconds("ASSAY_CHECKPOINT_S", 86'400);
  config.otlp_endpoint = reader.text("TRACING_OTLP_ENDPOINT");
  config.trace_requests = reader.fraction("ASSAY_TRACE_REQUESTS");
  config.metrics_file = reader.text("ASSAY_METRICS_FILE");
  config.log_level = reader.level("ASSAY_LOG_LEVEL");
  return config;
}

}  // namespace

Result<Config> load_config(const std::string& file, std::span<const std::string> environment) {
  SettingValues values;
  for (const Setting& setting : settings()) {
    values.emplace(setting.name, setting.default_value);
  }
  if (!file.empty()) {
    if (auto error = take_file(file, values)) return *error;
  }
  for (const std::string& entry : environment) {
    if (auto error = take(entry, "the environment", values)) return *error;
  }
  SettingReader reader(values);
  Config config = read(reader);
  if (reader.complaint()) return *reader.complaint();
  if (config.heartbeat * 2 > config.lease) {
    return invalid_field("ASSAY_HEARTBEAT_S", "must be at most half of ASSAY_LEASE_S");
  }
  // An empty value counts as unset.
  if (config.otlp_endpoint.empty()) config.otlp_endpoint = default_of("TRACING_OTLP_ENDPOINT");
  if (config.otlp_endpoint != "off" && !config.otlp_endpoint.starts_with("http://") &&
      !config.otlp_endpoint.starts_with("https://")) {
    return invalid_field("TRACING_OTLP_ENDPOINT", "must be an http or https address, or off");
  }
  config.otlp_endpoint = traces_address(config.otlp_endpoint);
  return config;
}

std::string span_socket(const Config& config) {
  return std::filesystem::path(config.pipeline_socket).replace_filename("spans.sock").string();
}

Result<Config> load_config_of_process() {
  std::vector<std::string> environment;
  std::string file;
  constexpr std::string_view kFile = "ASSAY_CONFIG=";
  for (char** entry = environ; *entry != nullptr; ++entry) {
    environment.emplace_back(*entry);
    if (environment.back().starts_with(kFile)) file = environment.back().substr(kFile.size());
  }
  return load_config(file, environment);
}

}  // namespace assay
