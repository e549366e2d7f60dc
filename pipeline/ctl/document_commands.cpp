// SPDX-License-Identifier: Apache-2.0
// assayctl documents: queues documents of a tenant to be read again. assayctl blobs: copies the
// stored files from one store to another.
#include <cerrno>
#include <filesystem>
#include <limits>

#include "core/base/error.hpp"
#include "core/blob/blob_store.hpp"
#include "core/extract/extract_types.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/work/queue.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

namespace rereadings = store::rereadings;

rereadings::Filter reread_filter(const Arguments& arguments) {
  rereadings::Filter filter;
  if (const auto id = arguments.optional("--document")) {
    filter.document = DocumentId::parse(*id);
    if (!filter.document) throw Failure(invalid_field("--document", "is not an identifier"));
  }
  if (const auto status = arguments.optional("--status")) {
    filter.status = from_text<DocumentStatus>(*status);
    if (filter.status != DocumentStatus::Ready && filter.status != DocumentStatus::Failed) {
      throw Failure(invalid_field("--status", "must be READY or FAILED"));
    }
  }
  filter.failure_code = arguments.optional("--failure-code");
  if (filter.failure_code && filter.status == DocumentStatus::Ready) {
    throw Failure(invalid_field("--failure-code", "is only allowed with the status FAILED"));
  }
  if (arguments.flag("--older-than-reader")) filter.before_version = kReaderVersion;
  return filter;
}

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

int documents_reread(const Config& config, const Arguments& arguments) {
  const TenantId tenant = tenant_option(arguments);
  const rereadings::Filter filter = reread_filter(arguments);
  const bool dry_run = arguments.flag("--dry-run");
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
  require_tenant(tx, tenant);
  std::size_t queued = 0;
  if (dry_run) {
    queued = static_cast<std::size_t>(rereadings::count(tx, tenant, filter));
  } else {
    const rereadings::Chosen chosen = rereadings::choose(tx, tenant, filter);
    rereadings::request(tx, tenant, chosen.ready, std::nullopt);
    rereadings::restart(tx, tenant, chosen.failed);
    store::work::enqueue_rereading(tx, tenant, chosen.ready);
    store::work::enqueue_rereading(tx, tenant, chosen.failed);
    queued = chosen.ready.size() + chosen.failed.size();
    Json detail = Json::object();
    detail.set("queued", queued)
        .set("olderThanReader", filter.before_version.has_value())
        .set("status", Json(arguments.optional("--status")))
        .set("failureCode", Json(filter.failure_code));
    audit(tx, tenant, "document.reread", filter.document ? "document" : "tenant",
          filter.document ? filter.document->value : tenant.value, detail);
    tx.commit();
  }
  print(Json::object().set("queued", queued).set("dryRun", dry_run));
  return 0;
}

int blobs_copy(const Config& config, const Arguments& arguments) {
  const BlobStore from(config.blob_dir, config.object_store, BlobStore::Copies::None);
  const std::unique_ptr<BlobStore> to = target_of(config, arguments);
  if (from.name() == to->name()) throw Failure(invalid_field("--to", "is the store in use"));
  pg::Connection connection = connect(config);
  std::vector<TenantId> tenants;
  {
    pg::Tx tx(connection, pg::Access::ReadOnly);
    for (const auto& tenant : store::tenants::list(tx, std::nullopt, {}).rows) {
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
