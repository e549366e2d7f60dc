// SPDX-License-Identifier: Apache-2.0
// Reads and writes the files of backups.
#include "pipeline/ctl/backup/backup_files.hpp"

#include <fcntl.h>

#include <cerrno>
#include <sstream>

#include "core/base/digest.hpp"
#include "core/base/error.hpp"
#include "core/base/io.hpp"
#include "core/crypto/sealed_box.hpp"
#include "core/json/json.hpp"
#include "pipeline/ctl/accounts.hpp"

namespace assay::ctl::backup {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kFormat = 1;
constexpr std::size_t kPiece = std::size_t{256} * 1024;

Failure not_a_manifest(const std::string& why) {
  return {ErrorCode::ValidationError, std::string(kManifest) + ": " + why};
}

bool is_sha256(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

template <class Take>
void read_pieces(int fd, Take take) {
  std::vector<std::byte> piece(kPiece);
  while (const std::size_t count = read_some(fd, piece)) {
    take(std::span<const std::byte>(piece).first(count));
  }
}

}  // namespace

std::string manifest_text(const Manifest& manifest) {
  Json originals = Json::array();
  for (const Original& one : manifest.originals) {
    originals.push(one.tenant.value + " " + one.sha256);
  }
  return Json::object()
             .set("format", kFormat)
             .set("createdAt", manifest.created_at)
             .set("schema", manifest.schema)
             .set("dumpSha256", manifest.dump_sha256)
             .set("rows", manifest.rows)
             .set("originals", originals)
             .dump() +
         "\n";
}

Manifest parse_manifest(const std::string& text) {
  std::string why = "not an object";
  const auto json = Json::parse(text, &why);
  if (!json) throw not_a_manifest(why);
  if (json->get("format").as_integer() != kFormat) throw not_a_manifest("of another format");
  const auto created_at = json->get("createdAt").as_string();
  const auto schema = json->get("schema").as_integer();
  const auto dump = json->get("dumpSha256").as_string();
  const auto rows = json->get("rows").as_string();
  if (!created_at || !schema || !dump || !rows) throw not_a_manifest("a member is missing");
  std::string lines;
  const Json originals = json->get("originals");
  for (std::size_t i = 0; i < originals.size(); ++i) {
    lines += originals.at(i).as_string().value_or("") + "\n";
  }
  return {*created_at, *schema, *dump, *rows, parse_originals(lines)};
}

std::vector<Original> parse_originals(const std::string& lines) {
  std::vector<Original> originals;
  std::istringstream source(lines);
  for (std::string line; std::getline(source, line);) {
    const std::size_t space = line.find(' ');
    const auto tenant = TenantId::parse(line.substr(0, space));
    const std::string sha256 = space == std::string::npos ? "" : line.substr(space + 1);
    if (!tenant || !is_sha256(sha256)) throw not_a_manifest("no stored file: " + line);
    originals.push_back({*tenant, sha256});
  }
  return originals;
}

bool copy_original(const BlobStore& from, const Original& original, const BlobStore& to) {
  if (fs::exists(to.path_of(original.tenant, original.sha256))) return true;
  FileDescriptor source;
  try {
    source = from.open(original.tenant, original.sha256);
  } catch (const IoError& error) {
    if (error.error_number() == ENOENT) return false;
    throw;
  }
  IncomingBlob copy = to.receive();
  read_pieces(source.get(), [&copy](std::span<const std::byte> bytes) { copy.write(bytes); });
  if (copy.finish() != original.sha256) return false;
  to.keep(original.tenant, copy);
  return true;
}

std::vector<Original> list_originals(const fs::path& folder) {
  std::vector<Original> originals;
  for (const fs::directory_entry& owner : fs::directory_iterator(folder)) {
    const auto tenant = TenantId::parse(owner.path().filename().string());
    if (!tenant) continue;  // tmp
    for (const fs::directory_entry& file : fs::recursive_directory_iterator(owner.path())) {
      const std::string name = file.path().filename().string();
      if (is_sha256(name)) originals.push_back({*tenant, name});
    }
  }
  return originals;
}

std::string file_sha256(const fs::path& path) {
  const FileDescriptor file = open_for_reading(path.string());
  Sha256 digest;
  read_pieces(file.get(), [&digest](std::span<const std::byte> bytes) { digest.update(bytes); });
  return to_hex(digest.finish());
}

void write_private(const fs::path& path, const std::string& text) {
  const FileDescriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.open()) throw IoError(path.string(), errno);
  write_all(file.get(), text);
  sync_to_disk(file.get());
}

std::vector<KeyFile> key_files(const Config& config) {
  std::vector<KeyFile> files;
  for (const char* end : {"", ".pub"}) {
    if (!config.audit_key_file.empty()) {
      files.push_back({std::string("auditKey") + end, config.audit_key_file + end});
    }
    files.push_back({std::string("eventsKey") + end, config.events.key_file + end});
  }
  return files;
}

std::string read_passphrase(const std::string& file) {
  std::string passphrase = read_password(file);
  if (passphrase.size() < sealed::kLeastPassphrase) {
    throw Failure(invalid_field("--passphrase-file", "must hold at least 12 characters"));
  }
  return passphrase;
}

}  // namespace assay::ctl::backup
