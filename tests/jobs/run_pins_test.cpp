// SPDX-License-Identifier: Apache-2.0
// The tenant's glossary: pinned when a run is created. The evaluator's version and the tenant's
// calibration: pinned permanently when it starts.
#include "db/store/packs/tenant_choices.hpp"
#include "pipeline/llm/prompt.hpp"
#include "tests/jobs/llm_fixture.hpp"

namespace assay::test {
namespace {

namespace calibrations = store::calibrations;

class RunPins : public LlmRun {
 protected:
  std::int64_t calibrate(const std::string& evaluator_version) {
    pg::Connection owner = TempDatabase::shared().connect("assay_owner");
    pg::Tx tx(owner, pg::Access::ReadWrite, tenant_);
    calibrations::lock(tx, tenant_);
    calibrations::Calibration wanted;
    wanted.id = CalibrationId::fresh();
    wanted.evaluator_version = evaluator_version;
    wanted.confidence = {0.8, -0.25};
    wanted.decisions = {{AssessmentStatus::Complete, 60}};
    wanted.measured = Json::object();
    const auto made = calibrations::insert(tx, tenant_, wanted);
    tx.commit();
    return made.version;
  }
  // A run whose worker ended early; one assessment was certainly saved.
  RunId interrupted_run() {
    const RunId id = start({"accounts complete", "accounts partial", "accounts missing"});
    std::atomic<int> evaluated{0};
    before_evaluation_ = [&](const auto&) {
      if (++evaluated == 2) interrupt_ = true;
    };
    claimed_ = claim();
    EXPECT_THROW(resume(), jobs::Interrupted);
    interrupt_ = false;
    before_evaluation_ = [](const auto&) {};
    if (assessments_of(id).empty()) {
      Assessment saved;
      saved.id = AssessmentId::fresh();
      saved.run = id;
      saved.requirement = pack_.requirements[0].id;
      saved.status = AssessmentStatus::Complete;
      saved.confidence = 0.9;
      saved.reasoning = "Saved before.";
      saved.citations = Json::array();
      saved.details = Json::object();
      pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
      EXPECT_TRUE(assessments::insert(tx, tenant_, saved));
      tx.commit();
    }
    return id;
  }
  void resume() { with(claimed_.value(), jobs::process_run); }
  // How well the document's words match the run's only requirement: 0 to 1.
  double word_match(const RunId& id, const DocumentId& document) {
    const Json snapshot = snapshot_of(id);
    const Json candidates = snapshot.get("inputs").at(0).get("candidates");
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const std::string chunk = candidates.at(i).get("chunkId").as_string().value();
      if (snapshot.get("chunks").get(chunk).get("documentId").as_string() == document.value) {
        return candidates.at(i).get("bm25").as_number().value();
      }
    }
    return 0;
  }

  std::optional<store::work::Claim> claimed_;
};

TEST_F(RunPins, TheCalibrationInForceAtItsStart) {
  const RunId before = start({"accounts complete"});
  EXPECT_FALSE(run(before).evaluator_version);
  process();
  EXPECT_EQ(run(before).evaluator_version, "fake");
  EXPECT_FALSE(run(before).calibration_version);
  EXPECT_TRUE(snapshot_of(before).get("calibration").is_null());

  static_cast<void>(calibrate("fake"));
  EXPECT_EQ(calibrate("fake"), 2);
  EXPECT_EQ(calibrate("another"), 3);
  const RunId after = start({"accounts complete"});
  process();
  EXPECT_EQ(run(after).calibration_version, 2) << "the third is for other confidences";
  EXPECT_EQ(
      snapshot_of(after).get("calibration").canonical(),
      R"({"confidence":{"intercept":-0.25,"slope":0.8},"supported":{"intercept":0,"slope":1},)"
      R"("version":2})");
  EXPECT_EQ(steps_of(after)[3].input_refs.get("calibrationVersion").as_integer(), 2);
  EXPECT_FALSE(run(before).calibration_version);
}

TEST_F(RunPins, TheGlossaryInForceWhenItWasCreated) {
  const RunId before = start({"vpn reviewed complete"});
  EXPECT_EQ(put_glossary(tenant_, {{"Backups", "VPN"}}), 1);
  process();
  EXPECT_FALSE(run(before).glossary_version);
  EXPECT_TRUE(snapshot_of(before).get("glossary").is_null());
  EXPECT_DOUBLE_EQ(word_match(before, backup_), 0);

  const RunId after = start({"vpn reviewed complete"});
  EXPECT_EQ(put_glossary(tenant_, {{"Canteen", "VPN"}}), 2);
  process();
  EXPECT_EQ(run(after).glossary_version, 1) << "the second came too late";
  EXPECT_EQ(snapshot_of(after).get("glossary").get("entries").canonical(),
            R"([{"expression":"Backups","meaning":"VPN"}])");
  EXPECT_GT(word_match(after, backup_), 0);
  EXPECT_EQ(steps_of(after)[1].input_refs.get("glossaryVersion").as_integer(), 1);
}

TEST_F(RunPins, AResumedRunKeepsIts) {
  static_cast<void>(calibrate("fake"));
  const RunId id = interrupted_run();
  static_cast<void>(calibrate("fake"));
  resume();
  EXPECT_EQ(run(id).status, RunStatus::Completed);
  EXPECT_EQ(run(id).calibration_version, 1);
}

TEST_F(RunPins, TwoVersionsNeverJudgeOneRun) {
  const RunId id = interrupted_run();
  sql("UPDATE run SET evaluator_version = 'older' WHERE id = '" + id.value + "'");
  try {
    resume();
    FAIL() << "half of it was judged by other rules";
  } catch (const jobs::JobFailure& failure) {
    EXPECT_EQ(failure.code(), "evaluator_unavailable");
    EXPECT_NE(failure.reason().find("judged by version older"), std::string::npos);
  }
}

TEST_F(RunPins, AnotherVersionMayBeginWhatNoneHasBegun) {
  const RunId id = start({"accounts complete"});
  sql("UPDATE run SET evaluator_version = 'older' WHERE id = '" + id.value + "'");
  process();
  EXPECT_EQ(run(id).evaluator_version, "fake");
}

TEST_F(RunPins, WhatAModelSaysIsNotCalibrated) {
  serve([](const ModelExchange& exchange) { exchange.say(grounded_answer(exchange, 0.9)); });
  static_cast<void>(calibrate(std::string(llm::kVersion)));
  const RunId id = start_llm({"accounts are reviewed"});
  process();
  EXPECT_EQ(run(id).evaluator_version, llm::kVersion);
  EXPECT_FALSE(run(id).calibration_version);
}

}  // namespace
}  // namespace assay::test
