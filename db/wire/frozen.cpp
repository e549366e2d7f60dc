// SPDX-License-Identifier: Apache-2.0
// Runs the checks of a frozen record, the cheap ones first.
#include "db/wire/frozen.hpp"

#include <array>
#include <map>
#include <string_view>

#include "core/base/digest.hpp"
#include "db/store/audit/trail_checks.hpp"
#include "db/store/packs/expansions.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/runs.hpp"
#include "db/store/runs/snapshots.hpp"
#include "db/store/runs/tasks.hpp"
#include "db/wire/render.hpp"

namespace assay::store::frozen {
namespace {

constexpr std::string_view kCompleted = "run.completed";
constexpr std::array<std::string_view, 2> kOtherEnds{"run.failed", "run.cancel"};
// An entry that no checkpoint has seen after this time means that checkpoints fail or are gone.
constexpr double kCheckpointGraceSeconds = 600;

Error fault(const RunId& run, const std::string& issue) {
  return {ErrorCode::SnapshotIntegrityFailure,
          "The frozen data of this run no longer matches its snapshotHash",
          Json::object().set("runId", run.value).set("issue", issue)};
}

// The trail's entry about the run's completion.
struct Completion {
  std::optional<std::string> hash;     // of the snapshot; none: the run was not frozen
  bool tells = false;                  // whether the entry says so at all
  Json digests;                        // of the run's records; null: of an earlier release
  std::optional<std::string> warning;  // for people
};

Completion completion_of(const audit::ProvenEntry& proven, double age_s,
                         bool checkpoints_expected) {
  Completion said;
  const Json detail = Json::parse(proven.detail.value_or("null")).value_or(Json());
  said.tells = detail.has("snapshotHash");
  said.hash = detail.get("snapshotHash").as_string();
  said.digests = detail.get("digests");
  if (!said.tells) {
    said.warning =
        "The audit trail's entry for this run's completion has no hash, because an earlier "
        "release wrote it: the snapshot was checked only against its stored hash";
  } else if (checkpoints_expected && proven.checkpoint == 0 && age_s > kCheckpointGraceSeconds) {
    said.warning =
        "No signed checkpoint has seen the audit trail's entry for this run's completion: the "
        "snapshot was checked only against the trail";
  }
  return said;
}

// nullopt: the trail has no such entry of the run's end.
Result<std::optional<Completion>> completion(pg::Tx& tx, const runs::Run& run,
                                             const std::vector<std::string>& keys,
                                             std::string_view action = kCompleted) {
  const auto entry = audit::first_entry_of_run(tx, run.tenant, run.id, action);
  if (!entry) return std::optional<Completion>();
  const auto proven = audit::prove_entry(tx, run.tenant, entry->sequence, keys);
  if (!proven) return fault(run.id, audit::to_text(proven.error()));
  return std::optional(completion_of(*proven, entry->age_s, !keys.empty()));
}

// The first of these members that both have and that differs; "" for none. Members that a later
// release added may be in only one of the two.
template <class Names>
std::string difference(const Json& frozen, const Json& today, const Names& names) {
  for (const auto& name : names) {
    if (!frozen.has(name) || !today.has(name)) continue;
    if (frozen.get(name).canonical() != today.get(name).canonical()) return std::string(name);
  }
  return "";
}

// "" if the run equals the frozen one. The record itself has a null hash.
std::string changed_in_run(const Json& frozen, const runs::Run& run) {
  Json today = render::run(run);
  today.set("snapshotHash", nullptr);
  const std::string name = difference(frozen, today, frozen.keys());
  return name.empty() ? "" : "the run's " + name + " is not what was frozen";
}

// A part that both the record and the database have of a run, item by item.
struct Part {
  std::string_view member;                 // of the record
  std::string_view item;                   // for people
  std::vector<std::string_view> identity;  // members that no two items share
  std::vector<std::string_view> names;     // members that are compared
  Json today;
};

std::vector<Part> parts_of(pg::Tx& tx, const runs::Run& run) {
  const TenantId& tenant = run.tenant;
  return {
      {"assessments",
       "assessment",
       {"id"},
       {"requirementId", "status", "confidence", "citations", "reasoning", "details", "durationMs",
        "createdAt"},
       render::list(assessments::list(tx, tenant, run.id), render::assessment)},
      {"documents",
       "document",
       {"id"},
       {"originalFilename", "fileType", "sha256Hash", "chunkCount"},
       render::list(runs::documents(tx, tenant, run.id), render::pinned_document)},
      {"documentsNotSearched",
       "left-out document",
       {"documentId"},
       {"originalFilename", "status", "reason", "message"},
       render::list(left_out::list(tx, tenant, run.id), render::left_out)},
      {"requirements",
       "requirement",
       {"id"},
       {"requirementId", "criterionId", "criterionTitle", "title", "subcheckLabel",
        "expectedEvidence"},
       render::list(packs::requirements_of_run(tx, tenant, run.id), render::frozen_requirement)},
      {"criteria",
       "heading",
       {"criterionId"},
       {"criterionTitle", "criterionDescription"},
       render::list(packs::criteria(tx, run.criteria_version), render::criterion)},
      {"modelExchanges",
       "model exchange",
       {"requirementRecordId", "position"},
       {"model", "answeredBy", "httpStatus", "error", "tokensIn", "tokensOut", "costUsd",
        "durationMs", "request", "response", "purpose"},
       render::list(llm_exchanges::of_run(tx, tenant, run.id), render::llm_exchange)},
      {"expansions",
       "expansion",
       {"requirementRecordId"},
       {"promptVersion", "model", "phrases", "createdAt"},
       render::list(expansions::of_run(tx, tenant, run.id), render::pinned_expansion)},
      // People change the rest of a task, and later runs count in it.
      {"tasks",
       "task",
       {"id"},
       {"runId", "requirementId", "criterionId", "title", "description", "createdAt"},
       render::list(tasks::of_run(tx, tenant, run.id), render::task)}};
}

// "1" or, of several members, "1/2".
std::string identity_of(const Json& item, const Part& part) {
  std::string identity;
  for (const std::string_view name : part.identity) {
    const Json value = item.get(name);
    identity.append(identity.empty() ? "" : "/").append(value.as_string().value_or(value.dump()));
  }
  return identity;
}

std::string changed_in_part(const Json& frozen, const Part& part) {
  const std::string item(part.item);
  if (part.today.size() != frozen.size()) {
    return "the number of " + item + "s is not what was frozen";
  }
  std::map<std::string, Json> today;
  for (std::size_t i = 0; i < part.today.size(); ++i) {
    today.emplace(identity_of(part.today.at(i), part), part.today.at(i));
  }
  for (std::size_t i = 0; i < frozen.size(); ++i) {
    const std::string id = identity_of(frozen.at(i), part);
    const auto found = today.find(id);
    if (found == today.end()) return item + " " + id + " is missing";
    const std::string name = difference(frozen.at(i), found->second, part.names);
    if (!name.empty()) return "the " + name + " of " + item + " " + id + " is not what was frozen";
  }
  return "";
}

// The first difference between the run with all its parts and the frozen record; "" for none. Parts
// that a later release added are not in every record.
std::string changed_since(pg::Tx& tx, const runs::Run& run, const Json& frozen) try {
  std::string changed = changed_in_run(frozen.get("run"), run);
  if (changed.empty() && frozen.has("documentsNotChosen") &&
      frozen.get("documentsNotChosen").as_integer() != run.documents_not_chosen) {
    changed = "the run's documentsNotChosen is not what was frozen";
  }
  for (const Part& part : parts_of(tx, run)) {
    if (changed.empty() && frozen.has(part.member)) {
      changed = changed_in_part(frozen.get(part.member), part);
    }
  }
  return changed;
} catch (const pg::UnreadableColumn& error) {
  return std::string("a record of the run cannot be read: ") + error.what();
}

// nullopt if the run's records match the digests in the entry of its end.
std::optional<Error> fault_in_digests(pg::Tx& tx, const runs::Run& run, const Completion& said) {
  const std::string changed = run_digests::changed(tx, run.tenant, run.id, said.digests);
  if (changed.empty()) return std::nullopt;
  return fault(run.id, changed);
}

// nullopt if the run's records match the digests in the entry of its failure or cancellation. The
// digests cover the run's status, so both entries are looked for, whichever status it has today.
std::optional<Error> fault_since_other_end(pg::Tx& tx, const runs::Run& run,
                                           const std::vector<std::string>& keys) {
  for (const std::string_view action : kOtherEnds) {
    const auto said = completion(tx, run, keys, action);
    if (!said) return said.error();
    if (!*said) continue;
    if (auto changed = fault_in_digests(tx, run, **said)) return changed;
  }
  return std::nullopt;
}

// The stored snapshot, if it is the run's.
Result<snapshots::Snapshot> snapshot_of(pg::Tx& tx, const runs::Run& run) {
  auto snapshot = snapshots::find(tx, run.tenant, run.id);
  if (!snapshot) return fault(run.id, "the snapshot is missing");
  if (sha256_hex(snapshot->content) != snapshot->hash) {
    return fault(run.id, "the snapshot's bytes do not have its hash");
  }
  if (snapshot->hash != run.snapshot_hash) {
    return fault(run.id, "the run names a different hash for its snapshot");
  }
  if (snapshot->captured_at != run.completed_at) {
    return fault(run.id,
                 "the run was completed at a different time than the snapshot was captured");
  }
  return std::move(*snapshot);
}

// The snapshot as JSON, if it still says what today's records say.
Result<Json> unchanged(pg::Tx& tx, const runs::Run& run, const snapshots::Snapshot& snapshot) {
  auto json = Json::parse(snapshot.content);
  if (!json || !json->is_object()) return fault(run.id, "the snapshot is not a JSON object");
  const std::string changed = changed_since(tx, run, *json);
  if (!changed.empty()) return fault(run.id, changed);
  return std::move(*json);
}

}  // namespace

Result<Record> read(pg::Tx& tx, const runs::Run& run, const std::vector<std::string>& keys) {
  auto snapshot = snapshot_of(tx, run);
  if (!snapshot) return snapshot.error();
  const auto said = completion(tx, run, keys);
  if (!said) return said.error();
  if (!*said) return fault(run.id, "the audit trail has no entry for the run's completion");
  if ((*said)->tells && (*said)->hash != snapshot->hash) {
    return fault(run.id, "the audit trail names a different hash for the snapshot");
  }
  auto json = unchanged(tx, run, *snapshot);
  if (!json) return json.error();
  if (auto changed = fault_in_digests(tx, run, **said)) return std::move(*changed);
  Record record{
      std::move(snapshot->content), std::move(*json), snapshot->hash, snapshot->captured_at, {}};
  if ((*said)->warning) record.warnings.push_back(*(*said)->warning);
  return record;
}

std::optional<Error> fault_in_records(pg::Tx& tx, const runs::Run& run) {
  const auto snapshot = snapshot_of(tx, run);
  if (!snapshot) return snapshot.error();
  const auto json = unchanged(tx, run, *snapshot);
  if (!json) return json.error();
  return std::nullopt;
}

std::optional<Error> fault_of_unfrozen(pg::Tx& tx, const runs::Run& run,
                                       const std::vector<std::string>& keys) {
  const auto said = completion(tx, run, keys);
  if (!said) return said.error();
  if (*said && (*said)->hash) {
    return fault(run.id, "the run was frozen when it completed, and its record is gone");
  }
  const bool completed = run.status == RunStatus::Completed;
  if (completed && !*said) {
    return fault(run.id, "the audit trail has no entry for the run's completion");
  }
  if (!completed && *said) return fault(run.id, "the audit trail says the run was completed");
  return completed ? fault_in_digests(tx, run, **said) : fault_since_other_end(tx, run, keys);
}

}  // namespace assay::store::frozen
