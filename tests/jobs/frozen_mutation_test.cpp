// SPDX-License-Identifier: Apache-2.0
// A thousand ways in which an attacker who controls the database changes the record of a run: its
// snapshot, its row, its results and pins, and the trail. Each is found by the checks of a replay
// or by the verification of the trail.
#include <map>
#include <random>

#include "db/wire/frozen.hpp"
#include "tests/jobs/run_fixture.hpp"
#include "tests/support/audit_trail.hpp"

namespace assay::test {
namespace {

namespace audit = store::audit;
namespace frozen = store::frozen;

constexpr int kMutations = 1000;

// {r}: a run, {o}: the other one, {t}: the tenant, {s}: a sequence, {n}: a number, {k}: 0 to 7.
class Mutator {
 public:
  Mutator(const TenantId& tenant, const RunId& a, const RunId& b, std::int64_t entries)
      : tenant_("'" + tenant.value + "'"),
        a_("'" + a.value + "'"),
        b_("'" + b.value + "'"),
        entries_(entries) {}

  std::string next() {
    const auto& kind = kinds().at(static_cast<std::size_t>(made_++) % kinds().size());
    std::string text = kind.at(below(kind.size()));
    const bool second = below(2) == 1;
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
             {"{r}", second ? b_ : a_},
             {"{o}", second ? a_ : b_},
             {"{t}", tenant_},
             {"{s}", std::to_string(1 + below(static_cast<std::size_t>(entries_)))},
             {"{n}", std::to_string(below(1'000'000))},
             {"{k}", std::to_string(below(8))}}) {
      for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        text.replace(at, name.size(), value);
      }
    }
    return text;
  }

 private:
  std::size_t below(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

  // Changes the snapshot's bytes, then makes more and more of the rest match.
  static std::vector<std::string> snapshots(const std::string& then) {
    const std::string set = "UPDATE run_snapshot SET content = ";
    std::vector<std::string> made;
    for (const std::string content :
         {"set_byte(content, {n} % length(content), get_byte(content, {n} % length(content)) # (1 "
          "<< {k}))",
          "content || ' '", "substr(content, 2)",
          "convert_to(replace(convert_from(content, 'UTF8'), '\"status\":\"MISSING\"', "
          "'\"status\":\"COMPLETE\"') || '\n', 'UTF8')",
          "(SELECT x.content FROM run_snapshot x WHERE x.run_id = {o})"}) {
      made.push_back(set + content + " WHERE run_id = {r}" + then);
    }
    return made;
  }

  static std::vector<std::string> rows() {
    std::vector<std::string> made;
    for (const std::string change :
         {"status = 'FAILED', completed_at = NULL, failed_at = now()",
          "status = 'CANCELLED', completed_at = NULL, snapshot_status = 'LEGACY'",
          "snapshot_status = 'LEGACY'",
          "snapshot_status = 'LEGACY', snapshot_hash = NULL",
          "snapshot_hash = repeat('{k}', 64)",
          "snapshot_hash = (SELECT hash FROM run_snapshot WHERE run_id = {o})",
          "threshold_complete = threshold_complete - 0.01",
          "threshold_partial = 0.0{k}1",
          "similarity_threshold = 0.9{k}",
          "evaluator = evaluator || '{k}'",
          "evaluator_version = 'v{n}'",
          "evaluator_model = 'm{n}'",
          "model = model || '!'",
          "pack_id = gen_random_uuid()",
          "criteria_version_id = gen_random_uuid()",
          "corpus_activation_id = gen_random_uuid()",
          "calibration_version = {k} + 1",
          "glossary_version = {k} + 1",
          "trace_id = md5('{n}')",
          "root_span_id = left(md5('{n}'), 16)",
          "requirements_total = requirements_total + 1 + {k}",
          "rerun_of = gen_random_uuid()",
          "started_by = gen_random_uuid()",
          "created_at = created_at - interval '1 day'",
          "started_at = started_at + interval '1 second'",
          "completed_at = completed_at + interval '1 millisecond'",
          "failure_reason = 'made up {n}'",
          "trigger_type = 'other'"}) {
      made.push_back("UPDATE run SET " + change + " WHERE id = {r}");
    }
    return made;
  }

  static std::vector<std::string> results() {
    std::vector<std::string> made;
    const std::string one =
        " WHERE id = (SELECT id FROM assessment WHERE run_id = {r} ORDER BY md5(id::text || '{n}') "
        "LIMIT 1)";
    for (const std::string change :
         {"status = CASE status WHEN 'COMPLETE' THEN 'MISSING' ELSE 'COMPLETE' END",
          "confidence = 1 - confidence / 2 - 0.0001", "reasoning = reasoning || '.'",
          "citations = CASE citations WHEN '[]' THEN '[1]' ELSE '[]' END",
          "details = '{\"n\":{n}}'", "run_id = {o}", "id = gen_random_uuid()"}) {
      made.push_back("UPDATE assessment SET " + change + one);
    }
    made.push_back("DELETE FROM assessment" + one);
    made.emplace_back("DELETE FROM assessment WHERE run_id = {r}");
    for (const std::string change :
         {"sha256 = repeat('{k}', 64)", "original_filename = original_filename || '{k}'",
          "file_type = 'x{k}'", "chunk_count = chunk_count + 1 + {k}",
          "document_id = gen_random_uuid()"}) {
      made.push_back("UPDATE run_document SET " + change +
                     " WHERE run_id = {r} AND document_id = (SELECT max(document_id::text)::uuid "
                     "FROM run_document WHERE run_id = {r})");
    }
    made.emplace_back("DELETE FROM run_document WHERE run_id = {r}");
    made.emplace_back("DELETE FROM run_requirement WHERE run_id = {r}");
    made.emplace_back(
        "UPDATE requirement SET title = title || '{k}' WHERE id IN (SELECT requirement_id FROM "
        "run_requirement WHERE run_id = {r})");
    return made;
  }

  static std::vector<std::string> trails() {
    const std::string entry = " WHERE tenant_id = {t} AND sequence = {s}";
    const std::string completed = " WHERE run_id = {r} AND action = 'run.completed'";
    const std::string rehash_all = "; SELECT pg_temp.rehash({t}, 1)";
    const std::string cut =
        "DELETE FROM audit_log WHERE tenant_id = {t} AND sequence >= {s}; UPDATE audit_head SET "
        "sequence = {s} - 1, hash = coalesce((SELECT hash FROM audit_log WHERE tenant_id = {t} AND "
        "sequence = {s} - 1), decode(repeat('00', 32), 'hex')) WHERE tenant_id = {t}";
    return {"UPDATE audit_log SET object_id = object_id || '{k}'" + entry,
            "UPDATE audit_log SET outcome = 'deny'" + entry + rehash_all,
            "UPDATE audit_log SET created_at = created_at - interval '1 day'" + entry + rehash_all,
            "DELETE FROM audit_log" + entry,
            "DELETE FROM audit_log" + entry +
                // In two steps, since the rows would collide otherwise.
                "; UPDATE audit_log SET sequence = sequence + 1000000 WHERE tenant_id = {t} AND "
                "sequence > {s}; UPDATE audit_log SET sequence = sequence - 1000001 WHERE "
                "tenant_id = {t} AND sequence > 1000000" +
                rehash_all,
            cut,
            "UPDATE audit_log SET detail = '{\"snapshotHash\":null}'" + completed,
            "UPDATE audit_log SET detail = '{\"snapshotHash\":null}'" + completed + rehash_all,
            "UPDATE audit_log SET detail = NULL" + completed + rehash_all,
            "UPDATE audit_log SET action = 'run.failed'" + completed + rehash_all,
            "UPDATE audit_log SET run_id = gen_random_uuid()" + completed + rehash_all,
            "UPDATE audit_log SET run_id = {o}" + completed + rehash_all,
            "UPDATE audit_head SET sequence = sequence - 1 WHERE tenant_id = {t}",
            "DELETE FROM audit_log WHERE tenant_id = {t}"};
  }

  static const std::vector<std::vector<std::string>>& kinds() {
    static const std::string hash =
        "; UPDATE run_snapshot SET hash = encode(sha256(content), 'hex') WHERE run_id = {r}";
    static const std::string row =
        hash +
        "; UPDATE run SET snapshot_hash = (SELECT hash FROM run_snapshot WHERE run_id = {r})"
        " WHERE id = {r}";
    static const std::string entry =
        row +
        "; UPDATE audit_log SET detail = '{\"snapshotHash\":\"' || (SELECT hash FROM "
        "run_snapshot WHERE run_id = {r}) || '\"}' WHERE run_id = {r} AND action = "
        "'run.completed'";
    static const std::string chain = entry + "; SELECT pg_temp.rehash({t}, 1)";
    static const std::vector<std::vector<std::string>> all{
        snapshots(""),
        snapshots(hash),
        snapshots(row),
        snapshots(entry),
        snapshots(chain),
        {"DELETE FROM run_snapshot WHERE run_id = {r}",
         "UPDATE run_snapshot SET hash = repeat('{k}', 64) WHERE run_id = {r}",
         "UPDATE run_snapshot SET captured_at = captured_at - interval '1 hour' WHERE run_id = {r}",
         "UPDATE run_snapshot SET tenant_id = gen_random_uuid() WHERE run_id = {r}",
         "DELETE FROM run_snapshot WHERE run_id = {r}; UPDATE run SET snapshot_status = 'LEGACY', "
         "snapshot_hash = NULL WHERE id = {r}"},
        rows(),
        results(),
        trails()};
    return all;
  }

  std::string tenant_;
  std::string a_;
  std::string b_;
  std::int64_t entries_;
  int made_ = 0;
  std::mt19937 random_{20261122};
};

class FrozenMutation : public RunJob {
 protected:
  // The replay's findings on the run; "" if there are none.
  std::string wrong(pg::Tx& tx, const RunId& id) {
    const auto found = runs::find(tx, tenant_, id);
    if (!found) return "the run is not there";
    if (found->snapshot_status == SnapshotStatus::Captured) {
      const auto record = frozen::read(tx, *found, {keys_.public_key});
      return record ? "" : record.error().details.get("issue").as_string().value_or("?");
    }
    const auto fault = frozen::fault_of_unfrozen(tx, *found, {keys_.public_key});
    return fault ? fault->details.get("issue").as_string().value_or("?") : "";
  }
  ed25519::KeyPair keys_ = ed25519::generate();
};

TEST_F(FrozenMutation, EveryOneIsFound) {
  tamper("DELETE FROM audit_checkpoint");
  const auto completed = [&] {
    append_entries(tenant_, 3);
    sql("DELETE FROM work_item");
    const RunId id = start({"accounts complete", "accounts missing", "accounts partial"});
    process();
    append_entries(tenant_, 2);
    static_cast<void>(make_checkpoint(keys_, ""));
    return id;
  };
  const RunId a = completed();
  const RunId b = completed();

  pg::Connection super = TempDatabase::shared().connect("super");
  pg::Tx tx(super, pg::Access::ReadWrite);
  static_cast<void>(
      super.run("SET LOCAL session_replication_role = replica; " + forging_functions()));
  audit::Checked checked = audit::check_checkpoints(tx, {.keys = {keys_.public_key}});
  ASSERT_FALSE(checked.first_broken);
  const auto broken_trail = [&]() -> std::string {
    const auto verdict = audit::verify_chain(tx, tenant_, checked.witnesses[tenant_]);
    return verdict.first_broken ? verdict.first_broken->reason : "";
  };
  const auto found = [&] {
    for (const RunId& run : {a, b}) {
      const std::string issue = wrong(tx, run);
      if (!issue.empty()) return issue;
    }
    return broken_trail();
  };
  ASSERT_EQ(found(), "");
  const std::int64_t entries = audit::head(tx, tenant_)->sequence;
  Mutator mutator(tenant_, a, b, entries);
  std::map<std::string, int> issues;
  for (int i = 0; i < kMutations; ++i) {
    const std::string mutation = mutator.next();
    static_cast<void>(super.run("SAVEPOINT before"));
    static_cast<void>(super.run(mutation));
    const std::string issue = found();
    EXPECT_NE(issue, "") << "number " << i << ": " << mutation;
    ++issues[issue.substr(0, 20)];
    static_cast<void>(super.run("ROLLBACK TO SAVEPOINT before"));
  }
  EXPECT_GE(issues.size(), 10U) << "every check has its turn";
  EXPECT_EQ(found(), "");
}

}  // namespace
}  // namespace assay::test
