// SPDX-License-Identifier: Apache-2.0
// A run's frozen record against an attacker who controls the database: any change in the snapshot,
// the run, its assessments or the trail is found and named.
#include "db/wire/frozen.hpp"

#include "tests/jobs/run_fixture.hpp"
#include "tests/support/audit_trail.hpp"

namespace assay::test {
namespace {

namespace frozen = store::frozen;

class FrozenRecord : public RunJob {
 protected:
  void SetUp() override {
    tamper("DELETE FROM audit_checkpoint");
    append_entries(tenant_, 3);
    id_ = start({"accounts complete", "accounts missing"});
    process();
    append_entries(tenant_, 3);
    where_ = "run_id = '" + id_.value + "'";
    run_ = "id = '" + id_.value + "'";
    entry_ = where_ + " AND action = 'run.completed'";
  }

  // "" if the record can be read.
  std::string issue() {
    return read([&](pg::Tx& tx) {
      const auto record = frozen::read(tx, run_now(tx), {keys_.public_key});
      return record ? std::string() : text_of(record.error());
    });
  }
  std::string issue_of_unfrozen() {
    return read([&](pg::Tx& tx) {
      const auto fault = frozen::fault_of_unfrozen(tx, run_now(tx), {keys_.public_key});
      return fault ? text_of(*fault) : std::string();
    });
  }
  std::vector<std::string> warnings() {
    return read([&](pg::Tx& tx) {
      return frozen::read(tx, run_now(tx), {keys_.public_key}).value().warnings;
    });
  }
  void checkpoint() const { static_cast<void>(make_checkpoint(keys_, "")); }
  // Recomputes all hashes from the entry of the run's completion on, so that they match again.
  [[nodiscard]] std::string rehashed() const {
    return "; SELECT pg_temp.rehash(tenant_id, sequence) FROM audit_log WHERE " + entry_;
  }
  // Turns MISSING into COMPLETE, in the snapshot and in the hashes beside it.
  [[nodiscard]] std::string three_updates() const {
    return "UPDATE run_snapshot SET content = convert_to(replace(convert_from(content, 'UTF8'),"
           " '\"status\":\"MISSING\"', '\"status\":\"COMPLETE\"'), 'UTF8') WHERE " +
           where_ + "; UPDATE run_snapshot SET hash = encode(sha256(content), 'hex') WHERE " +
           where_ + "; UPDATE run r SET snapshot_hash = s.hash FROM run_snapshot s WHERE s." +
           where_ + " AND r." + run_;
  }
  // Does the same in the trail.
  [[nodiscard]] std::string and_in_the_trail() const {
    return "; UPDATE audit_log SET detail = '{\"snapshotHash\":\"' || s.hash || '\"}' FROM"
           " run_snapshot s WHERE s." +
           where_ + " AND audit_log." + entry_;
  }

  RunId id_;
  std::string where_;
  std::string run_;
  std::string entry_;
  ed25519::KeyPair keys_ = ed25519::generate();

 private:
  runs::Run run_now(pg::Tx& tx) { return runs::find(tx, tenant_, id_).value(); }
  static std::string text_of(const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::SnapshotIntegrityFailure);
    return error.details.get("issue").as_string().value_or("no issue is named");
  }
};

TEST_F(FrozenRecord, IsReadWithAndWithoutCheckpointsAroundItsEntry) {
  EXPECT_EQ(issue(), "");
  checkpoint();
  EXPECT_EQ(issue(), "");
  append_entries(tenant_, 2);
  checkpoint();
  EXPECT_EQ(issue(), "");
  EXPECT_TRUE(warnings().empty());
}

TEST_F(FrozenRecord, CannotBeChangedByTheSchemasOwner) {
  pg::Connection owner = TempDatabase::shared().connect("assay_owner");
  for (const std::string& statement : std::vector<std::string>{
           "UPDATE run_snapshot SET content = '' WHERE " + where_,
           "DELETE FROM run_snapshot WHERE " + where_, "TRUNCATE run_snapshot",
           "UPDATE run SET snapshot_hash = repeat('0', 64) WHERE " + run_,
           "UPDATE run SET snapshot_status = 'LEGACY' WHERE " + run_,
           "UPDATE run SET status = 'FAILED' WHERE " + run_, "DELETE FROM run WHERE " + run_,
           "TRUNCATE run CASCADE", "UPDATE run_step SET output_refs = '{}' WHERE " + where_,
           "UPDATE audit_head SET sequence = sequence - 1"}) {
    pg::Tx tx(owner, pg::Access::ReadWrite);
    try {
      static_cast<void>(owner.run(statement));
      ADD_FAILURE() << statement;
    } catch (const pg::DbError& error) {
      EXPECT_EQ(error.sqlstate(), "42501") << statement << ": " << error.what();
    }
  }
  EXPECT_EQ(issue(), "");
}

TEST_F(FrozenRecord, ItsPinsAreFixedFromTheStart) {
  const RunId waiting = new_run(tenant_, pack_, std::string(embedder_.model_id()));
  const std::string where = "id = '" + waiting.value + "'";
  pg::Connection owner = TempDatabase::shared().connect("assay_owner");
  for (const std::string change :
       {"threshold_complete = 0.1", "criteria_version_id = gen_random_uuid()",
        "started_by = gen_random_uuid()", "created_at = now()", "id = gen_random_uuid()"}) {
    pg::Tx tx(owner, pg::Access::ReadWrite);
    EXPECT_THROW(static_cast<void>(owner.run("UPDATE run SET " + change + " WHERE " + where)),
                 pg::DbError)
        << change;
  }
  sql("UPDATE run SET status = 'IN_PROGRESS' WHERE " + where);  // a run in progress continues
}

TEST_F(FrozenRecord, ThreeUpdatesThatFitEachOtherAreFoundByTheTrail) {
  tamper(three_updates());
  EXPECT_EQ(issue(), "the audit trail names a different hash for the snapshot");
}

TEST_F(FrozenRecord, AChangedEntryIsFoundByItsHash) {
  tamper(three_updates() + and_in_the_trail());
  EXPECT_NE(issue().find("the hash does not follow from the entry's fields"), std::string::npos)
      << issue();
}

TEST_F(FrozenRecord, AChainWrittenAnewIsFoundByTheCheckpointThatSawTheEntry) {
  checkpoint();
  append_entries(tenant_, 2);
  checkpoint();
  tamper(forging_functions() + three_updates() + and_in_the_trail() + rehashed());
  EXPECT_NE(issue().find("the entry is not the one that was recorded here"), std::string::npos)
      << issue();
  append_entries(tenant_, 2);
  checkpoint();  // a later signature does not help
  EXPECT_NE(issue().find("the entry is not the one that was recorded here"), std::string::npos);
}

TEST_F(FrozenRecord, AMissingEntryOrAMissingSnapshotIsFound) {
  tamper("DELETE FROM audit_log WHERE " + entry_);
  EXPECT_EQ(issue(), "the audit trail has no entry for the run's completion");
  tamper("DELETE FROM run_snapshot WHERE " + where_);
  EXPECT_EQ(issue(), "the snapshot is missing");
}

TEST_F(FrozenRecord, WhatStandsBeforeTheEntryIsHeldAgainstTheLastCheckpoint) {
  checkpoint();
  append_entries(tenant_, 1);
  const RunId earlier = id_;
  id_ = new_run(tenant_, pack_, std::string(embedder_.model_id()));
  sql("DELETE FROM work_item WHERE kind = 'export'");
  process();
  checkpoint();
  EXPECT_EQ(issue(), "");
  tamper("UPDATE audit_log SET outcome = 'deny' WHERE tenant_id = '" + tenant_.value +
         "' AND sequence = (SELECT max(sequence) - 1 FROM audit_log WHERE tenant_id = '" +
         tenant_.value + "')");
  EXPECT_NE(issue().find("the audit trail is broken at entry"), std::string::npos) << issue();
  id_ = earlier;
  EXPECT_EQ(issue(), "") << "its own checkpoints stand before that";
}

TEST_F(FrozenRecord, ACheckpointThatIsNotTrustedProvesNothing) {
  checkpoint();
  keys_ = ed25519::generate();
  EXPECT_NE(issue().find("is signed by a key that is not trusted"), std::string::npos) << issue();
}

TEST_F(FrozenRecord, CheckpointsThatWereTakenAwayLeaveAWarning) {
  EXPECT_TRUE(warnings().empty()) << "none is due yet";
  tamper(forging_functions() +
         "UPDATE audit_log SET created_at = created_at - interval '1 day' WHERE tenant_id = '" +
         tenant_.value + "'; SELECT pg_temp.rehash('" + tenant_.value + "', 1)");
  ASSERT_EQ(warnings().size(), 1U);
  EXPECT_NE(warnings()[0].find("No signed checkpoint has seen"), std::string::npos);
  checkpoint();
  EXPECT_TRUE(warnings().empty());
}

TEST_F(FrozenRecord, AnEntryWithoutAHashLeavesAWarning) {
  tamper(forging_functions() + "UPDATE audit_log SET detail = NULL WHERE " + entry_ + rehashed());
  ASSERT_EQ(warnings().size(), 1U);
  EXPECT_NE(warnings()[0].find("has no hash"), std::string::npos);
}

TEST_F(FrozenRecord, ARunThatIsNoLongerWhatWasFrozenIsFound) {
  for (const auto& [change, found] : std::vector<std::pair<std::string, std::string>>{
           {"threshold_complete = 0.2", "the run's thresholds is not what was frozen"},
           {"completed_at = completed_at - interval '1 day'",
            "the run was completed at a different time than the snapshot was captured"},
           {"evaluator = 'other'", "the run's evaluator is not what was frozen"},
           {"trace_id = repeat('a', 32)", "the run's traceId is not what was frozen"}}) {
    tamper("CREATE TABLE kept AS SELECT * FROM run WHERE " + run_);
    tamper("UPDATE run SET " + change + " WHERE " + run_);
    EXPECT_EQ(issue(), found);
    tamper("DELETE FROM run WHERE " + run_ +
           "; INSERT INTO run SELECT * FROM kept; DROP TABLE kept");
    EXPECT_EQ(issue(), "");
  }
}

TEST_F(FrozenRecord, AssessmentsThatAreNoLongerWhatWasFrozenAreFound) {
  const auto assessment = assessments_of(id_)[1];
  tamper("UPDATE assessment SET reasoning = reasoning || '!' WHERE id = '" + assessment.id.value +
         "'");
  EXPECT_EQ(issue(),
            "the reasoning of assessment " + assessment.id.value + " is not what was frozen");
  tamper("DELETE FROM assessment WHERE id = '" + assessment.id.value + "'");
  EXPECT_NE(issue(), "");
}

TEST_F(FrozenRecord, ARunCannotBeMadeOneThatWasNeverFrozen) {
  tamper("UPDATE run SET snapshot_status = 'LEGACY', snapshot_hash = NULL WHERE " + run_);
  EXPECT_EQ(issue_of_unfrozen(), "the run was frozen when it completed, and its record is gone");
  tamper("UPDATE run SET status = 'CANCELLED', completed_at = NULL WHERE " + run_);
  EXPECT_EQ(issue_of_unfrozen(), "the run was frozen when it completed, and its record is gone");
  tamper("DELETE FROM audit_log WHERE " + entry_);
  tamper("UPDATE run SET status = 'COMPLETED', completed_at = now() WHERE " + run_);
  EXPECT_EQ(issue_of_unfrozen(), "the audit trail has no entry for the run's completion");
}

TEST_F(FrozenRecord, ARunThatWasNotFrozenIsReadAsItIs) {
  config_.snapshot_capture = false;
  sql("DELETE FROM work_item WHERE kind = 'export'");
  id_ = new_run(tenant_, pack_, std::string(embedder_.model_id()));
  process();
  EXPECT_EQ(run(id_).snapshot_status, SnapshotStatus::Legacy);
  EXPECT_EQ(issue_of_unfrozen(), "");
}

}  // namespace
}  // namespace assay::test
