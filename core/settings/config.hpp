// SPDX-License-Identifier: Apache-2.0
// Settings: each has a default and is read from a file and the environment (which wins).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/http/ip_network.hpp"
#include "core/settings/event_settings.hpp"
#include "core/settings/service_settings.hpp"
#include "core/settings/storage_settings.hpp"
#include "core/trace/log.hpp"

namespace assay {

// A process's settings. The defaults are in the table of setting_table.cpp, and only there.
struct Config {
  // Storage
  DatabaseAddress database;  // with this process's role
  std::string blob_dir;      // originals, or with an object store: files in transit, and copies
  std::optional<ObjectStoreSettings> object_store;
  aws::Credentials object_store_credentials;  // also of a store that is copied to
  // API
  std::chrono::seconds database_timeout{};
  std::string api_socket;  // where assay-api listens when file descriptor 0 is not a socket
  std::string pipeline_socket;
  std::int64_t max_upload_bytes{};
  std::int64_t max_pack_bytes{};
  std::chrono::seconds access_token_lifetime{};
  std::chrono::seconds refresh_token_lifetime{};
  std::chrono::seconds sign_in_max{};       // with a password
  std::chrono::seconds oidc_sign_in_max{};  // with single sign-on
  std::chrono::seconds clock_leeway{};
  bool cookie_secure{};
  OidcSettings oidc;
  bool super_admin_mode{};
  std::vector<std::string> cors_origins;
  // Reading documents
  std::string extract_binary;
  std::chrono::seconds extract_timeout{};  // without progress
  std::chrono::seconds extract_max{};      // for a whole document
  std::int64_t extract_memory_bytes{};
  std::string ocr_languages;  // "eng+deu"; empty: no text is recognised in pictures
  std::int64_t document_max_pages{};
  std::int64_t document_max_text_bytes{};
  std::int64_t document_max_chunks{};
  // Quotas of a tenant; 0: no limit
  std::int64_t tenant_max_documents{};
  std::int64_t tenant_max_bytes{};
  std::int64_t tenant_max_chunks{};
  std::int64_t tenant_max_open_runs{};
  std::int64_t tenant_max_open_uploads{};  // in pieces
  std::int64_t tenant_max_open_upload_bytes{};
  std::chrono::seconds upload_lifetime{};  // after its last piece
  // Fetching regulatory texts
  std::vector<IpNetwork> corpus_allow_nets;
  std::chrono::seconds corpus_fetch_timeout{};
  // Events
  EventSettings events;
  MailSettings mail;
  // Pipeline
  std::string model_dir;  // the embedded encoder's package directory
  int workers{};
  int tenant_running_cap{};  // 0: no limit
  std::chrono::milliseconds turn{};
  std::chrono::milliseconds poll_interval{};
  std::chrono::seconds lease{};
  std::chrono::seconds heartbeat{};
  // Assessing
  double similarity_threshold{};
  std::chrono::milliseconds requirement_timeout{};
  std::chrono::milliseconds share_after{};  // of judging, by one daemon
  std::string dev_timeout_requirement;
  bool snapshot_capture{};
  LlmSettings llm;
  // Audit trail
  std::string audit_key_file;   // "": no checkpoints are made
  std::string checkpoint_file;  // "": checkpoints are only in the database
  std::chrono::seconds checkpoint_interval{};
  // Observability
  std::string otlp_endpoint;
  double trace_requests{};  // share of the API's requests without a caller's traceparent
  std::string metrics_file;
  log::Level log_level{};
  // Disk space
  std::int64_t min_free_bytes{};  // below it, the disk of blob_dir counts as low on space
};

// Where the pipeline takes spans of requests from the API of the same host (datagrams).
[[nodiscard]] std::string span_socket(const Config& config);

// One row of the table of settings, for documentation and `assayctl config`.
struct Setting {
  std::string_view name;
  std::string_view default_value;
  std::string_view meaning;
};
[[nodiscard]] std::span<const Setting> settings();

// environment: "NAME=value" entries (environ). file: path of KEY=VALUE lines in systemd
// EnvironmentFile format, or empty. Refuses unknown names that begin with ASSAY_ and invalid
// values; the error names the setting.
[[nodiscard]] Result<Config> load_config(const std::string& file,
                                         std::span<const std::string> environment);
// The same for this process: the caller handles --config FILE; ASSAY_CONFIG names the file.
[[nodiscard]] Result<Config> load_config_of_process();

}  // namespace assay
