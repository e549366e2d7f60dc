// SPDX-License-Identifier: Apache-2.0
// Turns failed checks of frozen records into job failures. Reads what an export shows in addition
// to the record.
#include "pipeline/jobs/records/record_jobs.hpp"

#include "core/crypto/ed25519.hpp"
#include "core/trace/log.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/run_outputs.hpp"
#include "db/store/runs/runs.hpp"
#include "db/store/runs/tasks.hpp"
#include "db/wire/render.hpp"

namespace assay::jobs {
namespace render = store::render;
namespace runs = store::runs;
namespace {

std::vector<std::string> trusted_keys(const JobContext& context) {
  return key_file::public_keys_beside(context.services().config.audit_key_file);
}

[[noreturn]] void fail(const Error& fault, std::string_view consequence) {
  const std::string issue = fault.details.get("issue").as_string().value_or("");
  log::error("snapshot_integrity_failure", {{"issue", issue}});
  throw JobFailure("snapshot_integrity", fault.message + " (" + issue + "), so " +
                                             std::string(consequence) +
                                             ". Tell the administrator.");
}

constexpr std::string_view kConsequence = "nothing was exported";

// The current records, in the members of a snapshot that a report needs.
std::string live_record(pg::Tx& tx, const TenantId& tenant, const runs::Run& run) {
  return Json::object()
      .set("run", render::run(run))
      .set("criteria",
           render::list(store::packs::criteria(tx, run.criteria_version), render::criterion))
      .set("requirements", render::list(store::packs::requirements_of_run(tx, tenant, run.id),
                                        render::frozen_requirement))
      .set("documents", render::list(runs::documents(tx, tenant, run.id), render::pinned_document))
      .set("assessments",
           render::list(store::assessments::list(tx, tenant, run.id), render::assessment))
      .set("tasks", render::list(store::tasks::of_run(tx, tenant, run.id), render::task))
      .dump();
}

void set_names(pg::Tx& tx, const TenantId& tenant, const runs::Run& run, exports::Source& source) {
  const auto owner = store::tenants::find(tx, tenant);
  const auto pack = store::packs::find_pack(tx, tenant, run.pack);
  const auto version = store::packs::find_version(tx, tenant, run.pack, run.criteria_version);
  if (!owner || !pack || !version) throw std::logic_error("a run's pack or tenant is not there");
  source.tenant_name = owner->name;
  source.pack_name = pack->name;
  source.pack_version = version->version;
}

// Today's reviews, which the record never has: the last, effective one of each assessment.
std::vector<exports::Review> reviews_of(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  std::vector<exports::Review> found;
  for (auto& [assessment, review] : store::reviews::last_of_run(tx, tenant, run).get()) {
    found.push_back({assessment, std::string(to_text(review.verdict)), review.status,
                     review.note.value_or(""), review.reviewer_email, review.created_at});
  }
  return found;
}

}  // namespace

store::frozen::Record frozen_record(const JobContext& context, pg::Tx& tx,
                                    const store::runs::Run& run, std::string_view consequence) {
  auto read = store::frozen::read(tx, run, trusted_keys(context));
  if (!read) fail(read.error(), consequence);
  return std::move(*read);
}

void require_unfrozen(const JobContext& context, pg::Tx& tx, const store::runs::Run& run,
                      std::string_view consequence) {
  const auto fault = store::frozen::fault_of_unfrozen(tx, run, trusted_keys(context));
  if (fault) fail(*fault, consequence);
}

exports::Source export_source(const JobContext& context, const RunId& id) {
  return context.reading([&](pg::Tx& tx) {
    const auto run = runs::find(tx, context.tenant(), id);
    if (!run || run->status != RunStatus::Completed) {
      throw JobFailure("run_not_completed", "Only a COMPLETED run can be exported.");
    }
    exports::Source source;
    if (run->snapshot_status == SnapshotStatus::Captured) {
      auto record = frozen_record(context, tx, *run, kConsequence);
      source.content = std::move(record.content);
      source.snapshot_hash = std::move(record.hash);
    } else {
      require_unfrozen(context, tx, *run, kConsequence);
      source.content = live_record(tx, context.tenant(), *run);
    }
    set_names(tx, context.tenant(), *run, source);
    source.reviews = reviews_of(tx, context.tenant(), id);
    return source;
  });
}

}  // namespace assay::jobs
