// SPDX-License-Identifier: Apache-2.0
// assayctl documents: has documents of a tenant read again.
#include "core/extract/reader_version.hpp"
#include "db/store/evidence/content.hpp"
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
    throw Failure(invalid_field("--failure-code", "goes with the status FAILED only"));
  }
  if (arguments.flag("--older-than-reader")) filter.before_version = kReaderVersion;
  return filter;
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

}  // namespace assay::ctl
