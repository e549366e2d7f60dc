// SPDX-License-Identifier: Apache-2.0
// Holds the table of settings and reads them.
#include "core/settings/config.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "core/base/io.hpp"
#include "core/settings/setting_reader.hpp"

namespace assay {
namespace {

constexpr std::array kSettings{
    Setting{"ASSAY_DATABASE_URL", "dbname=assay user=assay_api", "libpq connection string"},
    Setting{"ASSAY_DATABASE_TIMEOUT_S", "10",
            "how long the API waits for an answer from the database, seconds"},
    Setting{"ASSAY_BLOB_DIR", "/var/lib/assay/blobs", "directory of the stored originals"},
    Setting{"ASSAY_API_SOCKET", "/run/assay/api.sock",
            "unix socket of assay-api when none is passed on descriptor 0"},
    Setting{"ASSAY_SEARCH_SOCKET", "/run/assay/search.sock",
            "unix socket on which the pipeline answers the API"},
    Setting{"ASSAY_MAX_UPLOAD_BYTES", "104857600", "largest accepted file"},
    Setting{"ASSAY_MAX_PACK_BYTES", "33554432", "largest accepted file of a pack"},
    Setting{"ASSAY_MIN_FREE_BYTES", "1073741824",
            "free disk space that counts as low; below an eighth of it nothing more is stored"},
    Setting{"ASSAY_ACCESS_TOKEN_S", "900", "lifetime of an access token, seconds"},
    Setting{"ASSAY_REFRESH_TOKEN_S", "1209600", "lifetime of a refresh cookie, seconds"},
    Setting{"ASSAY_SIGN_IN_MAX_S", "2592000",
            "how long a sign-in with a password lasts, however often renewed, seconds"},
    Setting{"ASSAY_OIDC_SIGN_IN_MAX_S", "43200",
            "the same for single sign-on; then the provider is asked again, seconds"},
    Setting{"ASSAY_CLOCK_LEEWAY_S", "30", "clock difference accepted in tokens, seconds"},
    Setting{"ASSAY_COOKIE_SECURE", "on", "mark the refresh cookie Secure (off for plain HTTP)"},
    Setting{"ASSAY_PUBLIC_URL", "",
            "address of the site as browsers see it: https://assay.example"},
    Setting{"ASSAY_OIDC_ISSUER", "", "identity provider for single sign-on; empty: none"},
    Setting{"ASSAY_OIDC_CLIENT_ID", "", "name of Assay at the identity provider"},
    Setting{"ASSAY_OIDC_CLIENT_SECRET", "",
            "its secret, for assay-pipeline alone; empty for a public client"},
    Setting{"ASSAY_OIDC_SCOPES", "openid email profile", "what the identity provider is asked for"},
    Setting{"ASSAY_OIDC_TENANT_CLAIM", "",
            "claim that holds the tenant's name or id; a.b reaches into claim a"},
    Setting{"ASSAY_OIDC_TENANT", "", "tenant, by name or id, of users without that claim"},
    Setting{"ASSAY_OIDC_ROLE_CLAIM", "",
            "claim that holds roles or groups; empty: roles are given in Assay"},
    Setting{"ASSAY_OIDC_ROLES", "",
            "its values and their roles: auditors=VIEWER,compliance-admins=ADMIN"},
    Setting{"ASSAY_OIDC_PROVISION", "off", "create a user at the first single sign-on"},
    Setting{"SUPER_ADMIN_MODE", "off", "lets SUPER_ADMIN reach other tenants"},
    Setting{"ASSAY_CORS_ORIGINS", "", "origins allowed to call the API, separated by commas"},
    Setting{"ASSAY_EXTRACT_BINARY", "/usr/lib/assay/assay-extract", "the document reader"},
    Setting{"ASSAY_EXTRACT_TIMEOUT_S", "120",
            "longest time for reading one page of a document, seconds"},
    Setting{"ASSAY_EXTRACT_MAX_S", "1800", "longest time for reading a whole document, seconds"},
    Setting{"ASSAY_EXTRACT_MEMORY_BYTES", "1073741824", "address space of one document reader"},
    Setting{
        "ASSAY_OCR_LANGUAGES", "eng",
        "languages of text recognised in pictures (eng+deu; packages tesseract-ocr-*); empty: off"},
    Setting{"ASSAY_DOCUMENT_MAX_PAGES", "10000", "pages of one document"},
    Setting{"ASSAY_DOCUMENT_MAX_TEXT_BYTES", "52428800", "text of one document, bytes"},
    Setting{"ASSAY_DOCUMENT_MAX_CHUNKS", "50000", "chunks of one document"},
    Setting{"ASSAY_TENANT_MAX_DOCUMENTS", "100000", "documents of one tenant; 0: no limit"},
    Setting{"ASSAY_TENANT_MAX_BYTES", "107374182400",
            "stored files of one tenant's documents, bytes; 0: no limit"},
    Setting{"ASSAY_TENANT_MAX_CHUNKS", "1000000", "chunks of one tenant's documents; 0: no limit"},
    Setting{"ASSAY_TENANT_MAX_OPEN_RUNS", "100",
            "runs of one tenant that are queued or in progress; 0: no limit"},
    Setting{"ASSAY_CORPUS_ALLOW_NETS", "",
            "networks that corpora may be fetched from besides public ones, separated by commas"},
    Setting{"ASSAY_CORPUS_FETCH_TIMEOUT_S", "60", "longest time for fetching a corpus, seconds"},
    Setting{"ASSAY_MODEL_DIR", "/usr/lib/assay/model", "weights of the embedded encoder"},
    Setting{"ASSAY_WORKERS", "2", "worker threads of one pipeline daemon"},
    Setting{"ASSAY_TENANT_RUNNING_CAP", "0",
            "work items of one tenant in progress at once; 0: no limit"},
    Setting{"ASSAY_TURN_MS", "2000",
            "how long a document is worked on before it gives way to others, milliseconds"},
    Setting{"ASSAY_POLL_MS", "1000", "pause between checks for work, milliseconds"},
    Setting{"ASSAY_LEASE_S", "30", "how long a silent worker keeps its item, seconds"},
    Setting{"ASSAY_HEARTBEAT_S", "10", "how often a worker renews its lease, seconds"},
    Setting{"ASSAY_SIMILARITY_THRESHOLD", "0.20", "lowest cosine of a chunk that vectors may find"},
    Setting{"ASSAY_REQUIREMENT_TIMEOUT_MS", "90000", "budget of one requirement, milliseconds"},
    Setting{"ASSAY_DEV_TIMEOUT_REQUIREMENT", "",
            "development only: requirement that times out after 1 ms"},
    Setting{"ASSAY_SNAPSHOT_CAPTURE", "on", "freeze each run for replay"},
    Setting{"ASSAY_LLM_BASE_URL", "",
            "language model's server (OpenAI-compatible): https://models.example/v1; empty: none"},
    Setting{"ASSAY_LLM_MODEL", "", "name of the model at that server"},
    Setting{"ASSAY_LLM_API_KEY", "", "key of that server, for assay-pipeline alone; empty: none"},
    Setting{"ASSAY_LLM_MAX_CONCURRENCY", "4",
            "requirements that one daemon sends to the model at once"},
    Setting{"ASSAY_LLM_PRICE_INPUT", "",
            "price of a million tokens sent to the model, USD; empty: unknown"},
    Setting{"ASSAY_LLM_PRICE_OUTPUT", "",
            "price of a million tokens that the model returns, USD; empty: unknown"},
    Setting{"ASSAY_LLM_EVIDENCE_TOKENS", "12000",
            "evidence shown to the model for one requirement, tokens of the embedded encoder"},
    Setting{"ASSAY_LLM_SECOND_OPINION", "off",
            "have the built-in evaluator judge beside the model, and flag where they differ"},
    Setting{"ASSAY_AUDIT_KEY_FILE", "/var/lib/assay/audit.key",
            "private key that signs checkpoints of the audit trail, made when absent; empty: none"},
    Setting{"ASSAY_CHECKPOINT_FILE", "/var/lib/assay/checkpoints.jsonl",
            "file of the checkpoints outside the database; empty: none"},
    Setting{"ASSAY_CHECKPOINT_S", "60",
            "longest time from an audit entry to a checkpoint that has seen it, seconds"},
    Setting{"TRACING_OTLP_ENDPOINT", "http://127.0.0.1:4318/v1/traces",
            "where spans are sent (OTLP over HTTP), to /v1/traces without a path; off: nowhere"},
    Setting{"ASSAY_METRICS_FILE", "/run/assay/metrics",
            "file in which the API processes share their request counts"},
    Setting{"ASSAY_LOG_LEVEL", "info", "lowest level logged: debug, info, warning, error"},
    Setting{"ASSAY_CONFIG", "", "file of settings; the environment overrides it"},
};

bool known(std::string_view name) {
  for (const Setting& setting : kSettings) {
    if (setting.name == name) return true;
  }
  return false;
}

// Precondition: the setting exists.
std::string default_of(std::string_view name) {
  const auto* const row = std::find_if(kSettings.begin(), kSettings.end(),
                                       [name](const Setting& one) { return one.name == name; });
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

std::vector<IpNetwork> read_networks(SettingReader& reader, std::string_view name) {
  std::vector<IpNetwork> networks;
  for (const std::string& item : reader.list(name)) {
    const auto network = IpNetwork::parse(item);
    if (network) {
      networks.push_back(*network);
    } else {
      reader.complain(name, "must list networks such as 10.0.0.0/8 or fd00::/8, not " + item);
    }
  }
  return networks;
}

Config read(SettingReader& reader) {
  constexpr std::int64_t kYear = 366LL * 24 * 3600;
  Config config;
  config.database_url = reader.text("ASSAY_DATABASE_URL");
  config.blob_dir = reader.text("ASSAY_BLOB_DIR");
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
  config.document_max_pages = reader.whole("ASSAY_DOCUMENT_MAX_PAGES", 1, 10'000);
  config.document_max_text_bytes = reader.whole("ASSAY_DOCUMENT_MAX_TEXT_BYTES", 1, 50LL << 20U);
  config.document_max_chunks = reader.whole("ASSAY_DOCUMENT_MAX_CHUNKS", 1, 1'000'000);
  config.tenant_max_documents = reader.whole("ASSAY_TENANT_MAX_DOCUMENTS", 0, 1LL << 40U);
  config.tenant_max_bytes = reader.whole("ASSAY_TENANT_MAX_BYTES", 0, 1LL << 60U);
  config.tenant_max_chunks = reader.whole("ASSAY_TENANT_MAX_CHUNKS", 0, 1LL << 40U);
  config.tenant_max_open_runs = reader.whole("ASSAY_TENANT_MAX_OPEN_RUNS", 0, 1LL << 40U);
  config.corpus_allow_nets = read_networks(reader, "ASSAY_CORPUS_ALLOW_NETS");
  config.corpus_fetch_timeout = reader.seconds("ASSAY_CORPUS_FETCH_TIMEOUT_S", 3600);
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
  config.dev_timeout_requirement = reader.text("ASSAY_DEV_TIMEOUT_REQUIREMENT");
  config.snapshot_capture = reader.flag("ASSAY_SNAPSHOT_CAPTURE");
  config.llm = read_llm_settings(reader);
  config.audit_key_file = reader.text("ASSAY_AUDIT_KEY_FILE");
  config.checkpoint_file = reader.text("ASSAY_CHECKPOINT_FILE");
  config.checkpoint_interval = reader.seconds("ASSAY_CHECKPOINT_S", 86'400);
  config.otlp_endpoint = reader.text("TRACING_OTLP_ENDPOINT");
  config.metrics_file = reader.text("ASSAY_METRICS_FILE");
  config.log_level = reader.level("ASSAY_LOG_LEVEL");
  return config;
}

}  // namespace

std::span<const Setting> settings() {
  return kSettings;
}

Result<Config> load_config(const std::string& file, std::span<const std::string> environment) {
  SettingValues values;
  for (const Setting& setting : kSettings) {
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
