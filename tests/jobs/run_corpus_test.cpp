// SPDX-License-Identifier: Apache-2.0
// Runs with a corpus: which passages reach the evaluator, the details and the frozen record.
#include "core/base/digest.hpp"
#include "tests/jobs/corpus_fixture.hpp"
#include "tests/jobs/reproduction_fixture.hpp"
#include "tests/support/audit_trail.hpp"

namespace assay::test {
namespace {

constexpr std::string_view kAct =
    "Accounts shall be reviewed each quarter by the owner.\n\nThe moon is far away from here.\n";

class RunBesideACorpus : public Reproducing<CorpusJob> {
 protected:
  RunId start_pinned(const std::vector<std::string>& titles, const ActivationId& activation) {
    RunId id = start(titles);
    tamper("UPDATE run SET corpus_activation_id = '" + activation.value + "' WHERE id = '" +
           id.value + "'");
    return id;
  }
};

TEST_F(RunBesideACorpus, PassagesReachTheEvaluatorTheDetailsAndTheSnapshot) {
  const IngestionId text = completed(std::string(kAct));
  const ActivationId activation = activate(text);
  std::vector<assess::RegulationPassage> seen;
  before_evaluation_ = [&seen](const assess::RequirementText& requirement) {
    seen = requirement.regulation;
  };
  const RunId id = start_pinned({"accounts reviewed each quarter complete"}, activation);
  process();
  ASSERT_FALSE(seen.empty());
  EXPECT_LE(seen.size(), 3U);
  EXPECT_EQ(seen.front().source, "An Act");
  EXPECT_NE(seen.front().text.find("Accounts shall be reviewed"), std::string::npos);

  const Json details = assessments_of(id).at(0).details;
  const Json shown = details.get("regulation").at(0);
  EXPECT_EQ(shown.get("passageId").as_string(), seen.front().id.value);
  EXPECT_EQ(shown.get("ingestionId").as_string(), text.value);
  EXPECT_EQ(shown.get("text").as_string(), seen.front().text);

  const Json frozen = snapshot_of(id);
  const Json corpus = frozen.get("corpus");
  EXPECT_EQ(corpus.get("activationId").as_string(), activation.value);
  EXPECT_EQ(corpus.get("ingestionId").as_string(), text.value);
  EXPECT_EQ(corpus.get("sha256").as_string(), sha256_hex(kAct));
  const Json passage = corpus.get("passages").get(seen.front().id.value);
  EXPECT_EQ(passage.get("content").as_string(), seen.front().text);
  EXPECT_EQ(passage.get("sha256").as_string(), sha256_hex(seen.front().text));
  const Json input = frozen.get("inputs").at(0);
  EXPECT_EQ(input.get("regulation").at(0).get("passageId").as_string(), seen.front().id.value);
  EXPECT_EQ(input.get("complete").as_bool(), true);
  EXPECT_EQ(frozen.get("run").get("snapshotCorpusActivationId").as_string(), activation.value);
}

TEST_F(RunBesideACorpus, IsReproducedWithItsPassagesFromTheSnapshotAlone) {
  const RunId id = start_pinned({"accounts reviewed each quarter complete"},
                                activate(completed(std::string(kAct))));
  process();
  sql("DELETE FROM corpus_passage_vector WHERE tenant_id = '" + tenant_.value + "'");
  std::vector<assess::RegulationPassage> seen;
  before_evaluation_ = [&seen](const assess::RequirementText& requirement) {
    seen = requirement.regulation;
  };
  const auto made = reproduce(id);
  EXPECT_EQ(made.identical, true) << made.differences.dump();
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen.front().source, "An Act");
}

TEST_F(RunBesideACorpus, WithoutAPinNothingOfACorpusIsSeen) {
  static_cast<void>(activate(completed(std::string(kAct))));
  const RunId id = start({"accounts reviewed each quarter complete"});
  process();
  EXPECT_FALSE(assessments_of(id).at(0).details.has("regulation"));
  EXPECT_TRUE(snapshot_of(id).get("corpus").is_null());
}

TEST_F(RunBesideACorpus, AnotherCorpusGivesOtherPassages) {
  const std::vector<std::string> titles{"accounts reviewed each quarter complete"};
  const ActivationId first = activate(completed(std::string(kAct)));
  const ActivationId second = activate(completed("Accounts shall be reviewed every single day.\n"));
  const auto passages = [&](const std::optional<ActivationId>& activation) {
    const RunId id = activation ? start_pinned(titles, *activation) : start(titles);
    process();
    return assessments_of(id).at(0).details.get("regulation").dump();
  };
  const std::string one = passages(first);
  EXPECT_NE(one, passages(second));
  EXPECT_EQ(one, passages(first)) << "the same corpus gives the same passages";
}

// As after an upgrade with another encoder.
TEST_F(RunBesideACorpus, PassagesOfAnotherModelAreEmbeddedAnew) {
  const ActivationId activation = activate(completed(std::string(kAct)));
  sql("UPDATE corpus_passage_vector SET model_id = 'another' WHERE tenant_id = '" + tenant_.value +
      "'");
  const RunId id = start_pinned({"accounts reviewed each quarter complete"}, activation);
  process();
  EXPECT_TRUE(assessments_of(id).at(0).details.has("regulation"));
}

TEST_F(RunBesideACorpus, MissingPassagesAreAFault) {
  const ActivationId activation = activate(completed(std::string(kAct)));
  tamper("DELETE FROM corpus_passage WHERE tenant_id = '" + tenant_.value + "'");
  static_cast<void>(start_pinned({"accounts complete"}, activation));
  try {
    process();
    FAIL() << "it should not have run";
  } catch (const jobs::JobFailure& failure) {
    EXPECT_EQ(failure.code(), "corpus_unavailable");
  }
}

TEST_F(RunBesideACorpus, ActivationsOfThePackComeFirstThenThoseOfNone) {
  const BoundPack pack = new_pack(tenant_, {"one"});
  const auto in_force = [&] {
    return read([&](pg::Tx& tx) { return corpora::in_force(tx, tenant_, pack.pack); });
  };
  EXPECT_FALSE(in_force());
  const IngestionId text = completed(std::string(kAct));
  const ActivationId general = activate(text);
  EXPECT_EQ(in_force(), general);
  tamper("UPDATE corpus SET pack_id = '" + pack.pack.value + "' WHERE id = '" +
         now(text).corpus.value + "'");
  const ActivationId own = activate(text);
  EXPECT_EQ(in_force(), own);
  tamper("UPDATE corpus SET pack_id = NULL WHERE id = '" + now(text).corpus.value + "'");
  static_cast<void>(activate(text));
  EXPECT_EQ(in_force(), own) << "a newer one of no pack does not come before it";
}

TEST_F(RunBesideACorpus, AnActivationNeverChanges) {
  const ActivationId activation = activate(completed(std::string(kAct)));
  for (const std::string statement :
       {"UPDATE corpus_activation SET pack_id = NULL", "DELETE FROM corpus_activation"}) {
    EXPECT_THROW(sql(statement), pg::DbError) << statement;
  }
  EXPECT_TRUE(read([&](pg::Tx& tx) { return corpora::find_activation(tx, tenant_, activation); }));
}

}  // namespace
}  // namespace assay::test
