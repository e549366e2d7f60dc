// SPDX-License-Identifier: Apache-2.0
// assayctl restore: restores a backup into an empty database, and verifies the result.
#include <fcntl.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <iostream>

#include "core/base/error.hpp"
#include "core/base/io.hpp"
#include "core/crypto/sealed_box.hpp"
#include "db/migrate.hpp"
#include "pipeline/ctl/accounts.hpp"
#include "pipeline/ctl/backup/backup_files.hpp"
#include "pipeline/ctl/commands.hpp"
#include "pipeline/ctl/installed.hpp"
#include "pipeline/ctl/setup/steps.hpp"

namespace assay::ctl {
namespace backup {
namespace {

namespace fs = std::filesystem;

Failure unlike(const std::string& what) {
  return {ErrorCode::Conflict, what +
                                   ". Nothing was deleted; drop the database before you try "
                                   "another backup: sudo -u postgres dropdb assay"};
}

// While it lives, files are made and opened as the pipeline would: nothing in its folders can lead
// root elsewhere.
class AsPipeline {
 public:
  AsPipeline() {
    const OsUser user = os_user("assay-pipeline");
    group_ = ::setfsgid(user.group);
    user_ = ::setfsuid(user.id);
  }
  AsPipeline(const AsPipeline&) = delete;
  AsPipeline& operator=(const AsPipeline&) = delete;
  ~AsPipeline() {
    static_cast<void>(::setfsuid(static_cast<uid_t>(user_)));
    static_cast<void>(::setfsgid(static_cast<gid_t>(group_)));
  }

 private:
  int group_ = 0;
  int user_ = 0;
};

void require_nothing_runs() {
  const Ended active = run_program({"systemctl", "is-active", "--quiet", "assay.target"});
  if (active.status == 0) {
    throw Failure(ErrorCode::Conflict, std::string("Assay runs: ") + kStopAll);
  }
}

void restore_database(const Config& config, const fs::path& folder, const Manifest& manifest) {
  if (file_sha256(folder / kDump) != manifest.dump_sha256) {
    throw unlike(std::string(kDump) + " is not the one of the manifest");
  }
  const setup::Report report = [](setup::Done, const std::string& what, const std::string&) {
    std::cerr << what << '\n';
  };
  setup::make_database(report);
  {
    pg::Connection connection = connect(config);
    const std::string found = db::schema_mismatch(connection);
    if (found.find("has schema 0,") == std::string::npos) {
      throw Failure(
          ErrorCode::Conflict,
          "the database assay is not empty. To replace it: sudo -u postgres dropdb assay");
    }
  }
  run_as_postgres({"pg_restore", "--dbname=assay", "--single-transaction", "--exit-on-error"},
                  (folder / kDump).string());
}

// The tables as they are now, against the manifest.
void compare_rows(const Manifest& manifest) {
  const std::string found =
      psql({"-d", "assay", "-f", std::string(kSharedFiles) + "row_counts.sql"});
  if (found != manifest.rows) throw unlike("tables and backup differ in their numbers of rows");
}

void restore_originals(const Config& config, const fs::path& folder, const Manifest& manifest) {
  const BlobStore copies(folder.parent_path() / kOriginals);
  const BlobStore stored(config.blob_dir, config.object_store, BlobStore::Copies::None);
  ::umask(0002);  // as the services do
  for (const Original& one : manifest.originals) {
    const FileDescriptor source = copies.open(one.tenant, one.sha256);
    const AsPipeline as_pipeline;
    IncomingBlob blob = stored.receive();
    std::array<std::byte, 65536> piece{};
    while (const std::size_t count = read_some(source.get(), piece)) {
      blob.write(std::span<const std::byte>(piece).first(count));
    }
    if (blob.finish() != one.sha256) throw unlike("an original was altered: " + one.sha256);
    stored.keep(one.tenant, blob);
  }
  BlobCheck check(stored);
  for (const Original& one : manifest.originals) {
    if (check.state_of(one.tenant, one.sha256) != BlobState::Intact) {
      throw unlike("an original is missing or altered in the store: " + one.sha256);
    }
  }
}

// An existing key, such as one that setup created, is kept next to the restored one.
void restore_keys(const Config& config, const fs::path& folder, const Json& keys) {
  const std::string checkpoints =
      fs::exists(folder / kCheckpoints) ? read_file((folder / kCheckpoints).string()) : "";
  const AsPipeline as_pipeline;
  for (const KeyFile& key : key_files(config)) {
    const fs::path path = key.path;
    const auto text = keys.get(key.name).as_string();
    if (!text) continue;
    if (fs::exists(path) && read_file(path.string()) != *text) {
      fs::rename(path, path.string() + ".before-restore");
    }
    write_private(path, *text);
    if (path.extension() == ".pub") fs::permissions(path, fs::perms(0644));
  }
  if (!checkpoints.empty()) write_private(config.checkpoint_file, checkpoints);
}

// Chains, checkpoints and frozen runs, as `assayctl audit verify` finds them.
Json verified_trail() {
  const std::string self = fs::read_symlink("/proc/self/exe").string();
  const Ended ended = run_program({self, "audit", "verify"});
  if (ended.status != 0) throw unlike("the audit trail: " + ended.output + ended.errors);
  return Json::parse(ended.output).value_or(Json());
}

}  // namespace
}  // namespace backup

int restore(const Config& config, const Arguments& arguments) {
  namespace fs = std::filesystem;
  require_root("restore");
  const std::string passphrase = backup::read_passphrase(arguments.required("--passphrase-file"));
  const fs::path folder = fs::absolute(arguments.required("--from"));
  const std::string text = read_file((folder / backup::kManifest).string());
  const backup::Manifest manifest = backup::parse_manifest(text);
  const auto opened = sealed::open(read_file((folder / backup::kKeys).string()), passphrase, text);
  const auto keys = opened ? Json::parse(*opened) : std::nullopt;
  if (!keys) {
    throw Failure(ErrorCode::ValidationError,
                  "the passphrase is wrong, or the manifest or the sealed keys were altered");
  }
  if (manifest.schema > db::migrations().back().number) {
    throw Failure(ErrorCode::Conflict, "the backup has schema " + std::to_string(manifest.schema) +
                                           ", which a newer version of Assay made");
  }
  backup::require_nothing_runs();
  backup::restore_database(config, folder, manifest);
  backup::compare_rows(manifest);
  backup::restore_originals(config, folder, manifest);
  backup::restore_keys(config, folder, *keys);
  pg::Connection connection = connect(config);
  const int applied = bring_up_to_date(connection);
  const Json trail = backup::verified_trail();
  print(Json::object()
            .set("restored", folder.string())
            .set("originals", static_cast<std::int64_t>(manifest.originals.size()))
            .set("migrationsApplied", applied)
            .set("trail", trail));
  return 0;
}

}  // namespace assay::ctl
