// SPDX-License-Identifier: Apache-2.0
// assayctl blobs: copies the stored files from one store to another.
#include <cerrno>
#include <filesystem>
#include <limits>

#include "core/base/error.hpp"
#include "core/blob/blob_store.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/evidence/documents.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

using store::documents::StoredFile;

constexpr std::string_view kFile = "file://";

// The store that --to names. The credentials of an object store are those of the settings.
std::unique_ptr<BlobStore> target_of(const Config& config, const Arguments& arguments) {
  const std::string& url = arguments.required("--to");
  if (url.starts_with(kFile)) {
    const std::filesystem::path folder = url.substr(kFile.size());
    if (!folder.is_absolute()) throw Failure(invalid_field("--to", "must name an absolute path"));
    return std::make_unique<BlobStore>(folder);
  }
  auto objects = parse_object_store_url(url);
  if (!objects) throw Failure(invalid_field("--to", objects.error()));
  objects->credentials = config.object_store_credentials;
  return std::make_unique<BlobStore>(config.blob_dir, *objects, BlobStore::Copies::None);
}

struct Counts {
  std::int64_t copied = 0;
  std::int64_t present = 0;
  Json missing = Json::array();  // "tenant sha256" of what the source does not have, or altered
  Json altered = Json::array();  // the same of what the target does not give back
};

// False if the source has no such file, or other bytes.
bool copy_file(const BlobStore& from, const BlobStore& to, const TenantId& tenant,
               const StoredFile& file) {
  FileDescriptor source;
  try {
    source = from.open(tenant, file.sha256);
  } catch (const IoError& error) {
    if (error.error_number() == ENOENT || error.error_number() == EBADMSG) return false;
    throw;
  }
  IncomingBlob copy = to.receive();
  std::vector<std::byte> piece(std::size_t{256} * 1024);
  while (const std::size_t count = read_some(source.get(), piece)) {
    copy.write(std::span<const std::byte>(piece).first(count));
  }
  if (copy.finish() != file.sha256) return false;
  to.keep(tenant, copy);
  return true;
}

void copy_files(const BlobStore& from, const BlobStore& to, const TenantId& tenant,
                const std::vector<StoredFile>& files, bool verify, Counts& counts) {
  BlobCheck check(to);
  for (const StoredFile& file : files) {
    const std::string name = tenant.value + " " + file.sha256;
    if (to.has(tenant, file.sha256, file.size_bytes)) {
      ++counts.present;
    } else if (copy_file(from, to, tenant, file)) {
      ++counts.copied;
    } else {
      counts.missing.push(name);
      continue;
    }
    if (verify && check.state_of(tenant, file.sha256) != BlobState::Intact) {
      counts.altered.push(name);
    }
  }
}

}  // namespace

int blobs_copy(const Config& config, const Arguments& arguments) {
  constexpr int kAll = std::numeric_limits<int>::max();
  const BlobStore from(config.blob_dir, config.object_store, BlobStore::Copies::None);
  const std::unique_ptr<BlobStore> to = target_of(config, arguments);
  if (from.name() == to->name()) throw Failure(invalid_field("--to", "is the store in use"));
  pg::Connection connection = connect(config);
  std::vector<TenantId> tenants;
  {
    pg::Tx tx(connection, pg::Access::ReadOnly);
    for (const auto& tenant : store::tenants::list(tx, std::nullopt, kAll)) {
      tenants.push_back(tenant.id);
    }
  }
  Counts counts;
  for (const TenantId& tenant : tenants) {
    std::vector<StoredFile> files;
    {
      pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
      files = store::documents::stored_files(tx, tenant);
    }
    copy_files(from, *to, tenant, files, arguments.flag("--verify"), counts);
  }
  print(Json::object()
            .set("from", from.name())
            .set("to", to->name())
            .set("copied", counts.copied)
            .set("present", counts.present)
            .set("missing", counts.missing)
            .set("altered", counts.altered));
  return counts.missing.size() + counts.altered.size() == 0 ? 0 : 1;
}

}  // namespace assay::ctl
