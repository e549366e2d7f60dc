// SPDX-License-Identifier: Apache-2.0
// assayctl tenant export: everything that the service stores of a tenant, as files that can be read
// without Assay.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>

#include "core/base/c_handle.hpp"
#include "core/base/digest.hpp"
#include "core/base/error.hpp"
#include "core/base/io.hpp"
#include "core/base/time.hpp"
#include "core/blob/blob_store.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/audit/entries.hpp"
#include "db/wire/whole_trail.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

namespace fs = std::filesystem;
namespace tenant_data = store::tenant_data;
namespace trail = store::audit;

using Stream = CHandle<std::FILE, std::fclose>;

// The new folder, and the hash of each file in it by its name.
class Folder {
 public:
  explicit Folder(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    if (!fs::create_directory(path_, error)) {
      throw Failure(invalid_field("--to", "must be a folder that does not exist yet"));
    }
    fs::permissions(path_, fs::perms::owner_all);
    fs::create_directory(path_ / "tables");
    fs::create_directory(path_ / "files");
  }

  // A file that is being written.
  class File {
   public:
    File(Folder& folder, std::string name)
        : folder_(folder),
          name_(std::move(name)),
          stream_(std::fopen((folder.path_ / name_).c_str(), "wbxe")) {
      if (!stream_) throw IoError(name_, errno);
    }
    void write(std::string_view bytes) {
      digest_.update(bytes);
      if (std::fwrite(bytes.data(), 1, bytes.size(), stream_.get()) != bytes.size()) {
        throw IoError(name_, errno);
      }
    }
    // Returns the hex SHA-256.
    std::string finish() {
      if (std::fflush(stream_.get()) != 0) throw IoError(name_, errno);
      return folder_.sums_[name_] = to_hex(digest_.finish());
    }

   private:
    Folder& folder_;
    std::string name_;
    Stream stream_;
    Sha256 digest_;
  };

  void write(const std::string& name, std::string_view bytes) {
    File file(*this, name);
    file.write(bytes);
    static_cast<void>(file.finish());
  }

  // As sha256sum -c reads them.
  void write_sums() {
    std::string text;
    for (const auto& [name, hash] : sums_) text.append(hash).append("  ").append(name) += '\n';
    write("SHA256SUMS", text);
  }

 private:
  fs::path path_;
  std::map<std::string, std::string> sums_;
};

Json write_tables(pg::Tx& tx, const TenantId& tenant, Folder& folder) {
  Json counts = Json::object();
  for (const std::string& table : tenant_data::tables(tx)) {
    Folder::File file(folder, "tables/" + table + ".jsonl");
    std::int64_t rows = 0;
    tenant_data::each_row(tx, tenant, table, [&](std::string_view row) {
      file.write(row);
      file.write("\n");
      ++rows;
    });
    static_cast<void>(file.finish());
    counts.set(table, rows);
  }
  return counts;
}

void write_trail(pg::Connection& connection, const TenantId& tenant, const trail::Head& head,
                 Folder& folder) {
  Folder::File file(folder, "trail.jsonl");
  trail::Export lines(connection, tenant, {}, head);
  for (bool more = true; more;) {
    std::string piece;
    more = lines.next(piece);
    file.write(piece);
  }
  static_cast<void>(file.finish());
}

void copy_stored(const FileDescriptor& from, Folder::File& to) {
  std::array<char, std::size_t{64} * 1024> piece{};
  for (;;) {
    const ssize_t got = ::read(from.get(), piece.data(), piece.size());
    if (got < 0) throw IoError("read a stored file", errno);
    if (got == 0) return;
    to.write({piece.data(), static_cast<std::size_t>(got)});
  }
}

struct Files {
  std::int64_t copied = 0;
  Json broken = Json::array();  // missing or altered
};

// Names are hashes; the tables document, corpus_ingestion and export say what each is.
Files write_files(const BlobStore& blobs, const TenantId& tenant,
                  const std::vector<std::string>& hashes, Folder& folder) {
  Files files;
  for (const std::string& hash : hashes) {
    try {
      const FileDescriptor stored = blobs.open(tenant, hash);
      Folder::File file(folder, "files/" + hash);
      copy_stored(stored, file);
      if (file.finish() != hash) files.broken.push(hash);
      ++files.copied;
    } catch (const IoError& error) {
      if (error.error_number() != ENOENT && error.error_number() != EBADMSG) throw;
      files.broken.push(hash);
    }
  }
  return files;
}

}  // namespace

int tenant_export(const Config& config, const Arguments& arguments) {
  const TenantId tenant = tenant_option(arguments);
  pg::Connection connection = connect(config);
  {
    pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
    require_tenant(tx, tenant);
    audit(tx, tenant, "tenant.export", "tenant", tenant.value);
    tx.commit();
  }
  Folder folder(fs::absolute(arguments.required("--to")));
  Json manifest = Json::object().set("tenantId", tenant.value).set("at", to_iso8601(now()));
  std::optional<trail::Head> head;
  std::vector<std::string> hashes;
  {
    pg::Tx tx(connection, pg::Access::Snapshot, tenant);
    const auto found = store::tenants::find(tx, tenant);
    if (!found) throw Failure(not_found("Tenant", "tenantId", tenant.value));
    head = trail::head(tx, tenant);
    if (!head) throw Failure(ErrorCode::Conflict, "the head of the tenant's trail is missing");
    manifest.set("name", found->name).set("rows", write_tables(tx, tenant, folder));
    hashes = tenant_data::stored_files(tx, tenant);
    tx.commit();
  }
  write_trail(connection, tenant, *head, folder);
  const BlobStore blobs(config.blob_dir, config.object_store, BlobStore::Copies::None);
  const Files files = write_files(blobs, tenant, hashes, folder);
  manifest.set("entries", head->sequence).set("files", files.copied).set("broken", files.broken);
  folder.write("manifest.json", manifest.canonical() + "\n");
  folder.write_sums();
  print(manifest);
  return files.broken.size() == 0 ? 0 : 1;
}

}  // namespace assay::ctl
