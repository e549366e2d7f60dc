// SPDX-License-Identifier: Apache-2.0
// assayctl backup: database, stored files and keys of one moment, while everything runs.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/base/io.hpp"
#include "core/base/time.hpp"
#include "core/crypto/sealed_box.hpp"
#include "db/migrate.hpp"
#include "pipeline/ctl/backup/backup_files.hpp"
#include "pipeline/ctl/commands.hpp"
#include "pipeline/ctl/installed.hpp"

namespace assay::ctl {
namespace backup {
namespace {

namespace fs = std::filesystem;

// "2026-11-24T13-30-00Z": a name for a folder that sorts by time.
std::string folder_name(const std::string& created_at) {
  std::string name = created_at.substr(0, created_at.find('.')) + "Z";
  for (char& c : name) c = c == ':' ? '-' : c;
  return name;
}

void give_to(const fs::path& path, const char* name) {
  const OsUser user = os_user(name);
  if (::chown(path.c_str(), user.id, user.group) != 0) throw IoError(path.string(), errno);
}

// The server's programs write into the folder as the user postgres.
void dump_database(const fs::path& folder) {
  give_to(folder, "postgres");
  static_cast<void>(psql({"-d", "assay", "-v", "folder=" + folder.string(), "-v",
                          std::string("counts=") + kSharedFiles + "row_counts.sql", "-f",
                          std::string(kSharedFiles) + "backup.sql"}));
  give_to(folder, "root");
  if (!fs::exists(folder / kDump)) {
    throw Failure(ErrorCode::Internal, "pg_dump failed; is there room in " + folder.string() + "?");
  }
  for (const char* name : {kDump, "rows", "originals"}) {
    give_to(folder / name, "root");
    fs::permissions(folder / name, fs::perms::owner_read | fs::perms::owner_write);
  }
}

std::string sealed_keys(const Config& config, const std::string& passphrase,
                        const std::string& manifest) {
  Json keys = Json::object();
  for (const KeyFile& key : key_files(config)) {
    if (fs::exists(key.path)) keys.set(key.name, read_file(key.path));
  }
  return sealed::seal(keys.dump(), passphrase, manifest);
}

// Tells doctor. The folder belongs to the pipeline, so no link is followed.
void note_time(const Config& config) {
  const fs::path note = fs::path(config.blob_dir).parent_path() / "last-backup";
  const FileDescriptor file(
      ::open(note.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (!file.open() || ::futimens(file.get(), nullptr) != 0) throw IoError(note.string(), errno);
}

}  // namespace
}  // namespace backup

int back_up(const Config& config, const Arguments& arguments) {
  namespace fs = std::filesystem;
  require_root("backup");
  const std::string passphrase = backup::read_passphrase(arguments.required("--passphrase-file"));
  const fs::path to = fs::absolute(arguments.required("--to"));
  ::umask(0022);
  fs::create_directories(to);
  backup::Manifest manifest;
  manifest.created_at = to_iso8601(now());
  manifest.schema = db::migrations().back().number;
  const fs::path whole = to / backup::folder_name(manifest.created_at);
  const fs::path draft = whole.string() + ".new";
  if (!fs::create_directory(draft)) throw IoError(draft.string(), EEXIST);
  fs::permissions(draft, fs::perms::owner_all);

  // Most files first: those that are deleted from now on are in the backup all the same.
  const BlobStore stored(config.blob_dir, config.object_store, BlobStore::Copies::None);
  const BlobStore copies(to / backup::kOriginals);
  fs::create_directories(to / backup::kOriginals);
  fs::permissions(to / backup::kOriginals, fs::perms::owner_all);
  for (const backup::Original& one : backup::list_originals(config.blob_dir)) {
    static_cast<void>(backup::copy_original(stored, one, copies));  // judged below
  }
  backup::dump_database(draft);
  manifest.dump_sha256 = backup::file_sha256(draft / backup::kDump);
  manifest.rows = read_file((draft / "rows").string());
  manifest.originals = backup::parse_originals(read_file((draft / "originals").string()));
  fs::remove(draft / "rows");
  fs::remove(draft / "originals");
  Json missing = Json::array();
  for (const backup::Original& one : manifest.originals) {
    if (!backup::copy_original(stored, one, copies))
      missing.push(one.tenant.value + " " + one.sha256);
  }
  if (fs::exists(config.checkpoint_file)) {
    fs::copy_file(config.checkpoint_file, draft / backup::kCheckpoints);
  }
  const std::string text = backup::manifest_text(manifest);
  backup::write_private(draft / backup::kManifest, text);
  backup::write_private(draft / backup::kKeys, backup::sealed_keys(config, passphrase, text));
  fs::rename(draft, whole);
  if (missing.size() == 0) backup::note_time(config);
  print(Json::object()
            .set("backup", whole.string())
            .set("originals", static_cast<std::int64_t>(manifest.originals.size()))
            .set("missing", missing));
  return missing.size() == 0 ? 0 : 1;
}

}  // namespace assay::ctl
