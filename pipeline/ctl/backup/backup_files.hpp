// SPDX-License-Identifier: Apache-2.0
// A backup on disk. In the folder of all backups:
//   originals/            stored files of all backups, as a blob store: each is copied once
//   2026-11-24T13-30-00Z/ one backup: database.dump, manifest.json, keys.sealed, checkpoints.jsonl
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/ids.hpp"
#include "core/blob/blob_store.hpp"
#include "core/settings/config.hpp"

namespace assay::ctl::backup {

inline constexpr const char* kDump = "database.dump";
inline constexpr const char* kManifest = "manifest.json";
inline constexpr const char* kKeys = "keys.sealed";
inline constexpr const char* kCheckpoints = "checkpoints.jsonl";
inline constexpr const char* kOriginals = "originals";

struct Original {
  TenantId tenant;
  std::string sha256;
};

// What a backup holds. The seal of its keys is bound to the manifest's bytes.
struct Manifest {
  std::string created_at;
  std::int64_t schema = 0;  // of the database that was backed up
  std::string dump_sha256;
  std::string rows;  // lines "table number"
  std::vector<Original> originals;
};
[[nodiscard]] std::string manifest_text(const Manifest& manifest);
// Throws Failure when the text is no manifest.
[[nodiscard]] Manifest parse_manifest(const std::string& text);

// Lines "tenant sha256". Throws Failure for any other.
[[nodiscard]] std::vector<Original> parse_originals(const std::string& lines);

// Copies a stored file unless the copies have it. False if the store has none whose bytes are those
// of its name.
[[nodiscard]] bool copy_original(const BlobStore& from, const Original& original,
                                 const BlobStore& to);

// The files of a store, by its folders.
[[nodiscard]] std::vector<Original> list_originals(const std::filesystem::path& folder);

// Hex SHA-256 of a file of any size.
[[nodiscard]] std::string file_sha256(const std::filesystem::path& path);

// Writes a file for its owner alone, down to the disk.
void write_private(const std::filesystem::path& path, const std::string& text);

// The key files that a backup holds sealed: the audit key and that of webhooks, each with its
// public half. Some may not exist.
struct KeyFile {
  std::string name;  // in the sealed text
  std::string path;
};
[[nodiscard]] std::vector<KeyFile> key_files(const Config& config);

// The passphrase in the file of --passphrase-file. Throws Failure if it is shorter than 12 bytes.
[[nodiscard]] std::string read_passphrase(const std::string& file);

}  // namespace assay::ctl::backup
