// SPDX-License-Identifier: Apache-2.0
// Checkpoints: what they prove, and that removing, changing or forging one is always detected.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/base/digest.hpp"
#include "core/base/io.hpp"
#include "db/store/audit/checkpoints.hpp"
#include "db/wire/whole_trail.hpp"
#include "tests/support/audit_trail.hpp"

namespace assay::test {
namespace fs = std::filesystem;
namespace audit = store::audit;
namespace {

class Checkpoints : public ::testing::Test {
 protected:
  void SetUp() override {
    tamper("DELETE FROM audit_checkpoint");
    std::string name = "/tmp/assay-checkpoint-test-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    directory_ = name;
    trust_ = {ed25519::generate(), (directory_ / "checkpoints.jsonl").string()};
  }
  void TearDown() override {
    fs::remove_all(directory_);
    tamper("DELETE FROM audit_checkpoint");
  }

  audit::Checkpoint checkpoint() { return make_checkpoint(trust_.keys, trust_.file); }
  [[nodiscard]] std::string broken() const { return what_is_broken(trust_, {tenant_}); }
  // Makes three checkpoints with entries between them.
  void three() {
    for (int i = 0; i < 3; ++i) {
      append_entries(tenant_, 3);
      static_cast<void>(checkpoint());
    }
    ASSERT_EQ(broken(), "");
  }
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> all;
    audit::for_each_line(trust_.file, [&](const std::string& line) {
      all.push_back(line);
      return true;
    });
    return all;
  }
  void write(const std::vector<std::string>& lines) const {
    std::ofstream file(trust_.file, std::ios::trunc);
    for (const std::string& line : lines) file << line << '\n';
  }

  TenantId tenant_ = new_tenant();
  fs::path directory_;
  Trust trust_;
};

TEST_F(Checkpoints, FollowEachOtherInTableAndFileAlsoWhenNothingChanged) {
  append_entries(tenant_, 5);
  const auto first = checkpoint();
  const auto second = checkpoint();
  EXPECT_EQ(first.number, 1);
  EXPECT_EQ(second.number, 2);
  EXPECT_EQ(second.previous, first.hash);
  EXPECT_EQ(first.heads.size(), second.heads.size());
  EXPECT_EQ(lines(), (std::vector{first.line, second.line}));
  EXPECT_EQ(sql("SELECT line AS v FROM audit_checkpoint WHERE number = 2"), second.line);
  EXPECT_EQ(broken(), "");
}

TEST_F(Checkpoints, AChainWrittenAnewIsFoundByThemAlone) {
  append_entries(tenant_, 5);
  static_cast<void>(checkpoint());
  const std::string t = "'" + tenant_.value + "'";
  tamper("DELETE FROM audit_log WHERE tenant_id = " + t +
         " AND sequence > 3; UPDATE audit_head SET "
         "sequence = 3, hash = (SELECT hash FROM audit_log WHERE tenant_id = " +
         t + " AND sequence = 3) WHERE tenant_id = " + t);
  EXPECT_NE(broken().find("entry 4: entries are missing that checkpoint 1 has seen"),
            std::string::npos)
      << broken();
  append_entries(tenant_, 4);  // the chain continues as if nothing had happened
  EXPECT_NE(broken().find("entry 5: checkpoint 1 has seen a different entry here"),
            std::string::npos)
      << broken();
  static_cast<void>(checkpoint());  // and is signed: the earlier checkpoint still proves it
  EXPECT_NE(broken().find("entry 5: checkpoint 1"), std::string::npos) << broken();
}

TEST_F(Checkpoints, ATableThatIsChangedIsFound) {
  three();
  for (const std::string change :
       {"DELETE FROM audit_checkpoint WHERE number = 1",
        "DELETE FROM audit_checkpoint WHERE number = 2",
        "DELETE FROM audit_checkpoint WHERE number = 3", "DELETE FROM audit_checkpoint",
        "UPDATE audit_checkpoint SET number = number + 1 WHERE number = 3",
        "UPDATE audit_checkpoint SET line = replace(line, '\"number\":2', '\"number\":3') WHERE "
        "number = 2",
        "UPDATE audit_checkpoint SET line = ' ' || line WHERE number = 2",
        "UPDATE audit_checkpoint SET line = '' WHERE number = 2",
        "UPDATE audit_checkpoint SET line = (SELECT line FROM audit_checkpoint WHERE number = 1) "
        "WHERE number = 2",
        "UPDATE audit_checkpoint SET line = overlay(line placing "
        "CASE substr(line, 60, 1) WHEN '0' THEN '1' ELSE '0' END from 60 for 1) WHERE number = "
        "2"}) {
    tamper("CREATE TABLE kept_checkpoints AS SELECT * FROM audit_checkpoint");
    tamper(change);
    EXPECT_NE(broken(), "") << change;
    tamper(
        "DELETE FROM audit_checkpoint; INSERT INTO audit_checkpoint SELECT * FROM "
        "kept_checkpoints; DROP TABLE kept_checkpoints");
  }
  EXPECT_EQ(broken(), "");
}

TEST_F(Checkpoints, AFileThatIsChangedIsFound) {
  three();
  const auto good = lines();
  for (const auto& bad :
       std::vector<std::vector<std::string>>{{good[0], good[2]},
                                             {good[1], good[0], good[2]},
                                             {good[0], good[1]},
                                             {},
                                             {good[0], good[1], good[2], good[2]},
                                             {good[0], good[1], "", good[2]},
                                             {good[0], good[1].substr(0, 100), good[2]}}) {
    write(bad);
    EXPECT_NE(broken(), "") << bad.size() << " lines";
  }
  for (std::size_t at = 0; at < good[1].size(); at += 23) {
    auto bad = good;
    bad[1][at] = static_cast<char>(bad[1][at] ^ 1);
    if (bad[1][at] == '\n') continue;
    write(bad);
    EXPECT_NE(broken(), "") << "bit of byte " << at;
  }
  write(good);
  EXPECT_EQ(broken(), "");
  write({good[1], good[2]});  // a restarted file
  EXPECT_EQ(broken(), "");
}

TEST_F(Checkpoints, OnesSignedByAnotherKeyAreFound) {
  three();
  const audit::Checkpoint last = audit::read_checkpoint(lines().back()).value();
  const auto forged =
      audit::make_checkpoint({2, last.previous}, now(), last.heads, ed25519::generate());
  tamper("UPDATE audit_checkpoint SET line = '" + forged.line + "' WHERE number = 3");
  EXPECT_EQ(broken(), "table 3: it is signed by a key that is not trusted");
}

TEST_F(Checkpoints, ACrashBetweenFileAndTableIsMended) {
  three();
  const auto all = lines();
  tamper("DELETE FROM audit_checkpoint WHERE number = 3");
  EXPECT_EQ(broken(), "table 3: the file goes on to checkpoint 3");
  EXPECT_EQ(checkpoint().number, 4);
  EXPECT_EQ(sql("SELECT line AS v FROM audit_checkpoint WHERE number = 3"), all[2]);
  EXPECT_EQ(broken(), "");
  std::ofstream(trust_.file, std::ios::app) << all[2].substr(0, 50);  // a truncated line
  EXPECT_EQ(checkpoint().number, 5);
  EXPECT_EQ(broken(), "");
}

// Two hosts have their own files. One writes its line, but its commit fails; the other makes the
// checkpoint of that number.
TEST_F(Checkpoints, ALineWhoseCommitFailedStaysAProofBesideTheTablesOwn) {
  three();
  const auto lost = lines();
  tamper("DELETE FROM audit_checkpoint WHERE number = 3");
  append_entries(tenant_, 2);
  EXPECT_EQ(make_checkpoint(trust_.keys, "").number, 3);
  EXPECT_EQ(broken(), "");
  EXPECT_EQ(checkpoint().number, 4);
  const auto mended = lines();
  ASSERT_EQ(mended.size(), 5U);
  EXPECT_EQ(mended[2], lost[2]);
  EXPECT_EQ(broken(), "");
  append_entries(tenant_, 1);
  static_cast<void>(checkpoint());
  EXPECT_EQ(broken(), "");
  // Other duplicates and changes are found as before.
  for (const auto& bad : std::vector<std::vector<std::string>>{
           {mended[0], mended[1], mended[2], mended[2], mended[3], mended[4]},
           {mended[0], mended[1], mended[1], mended[2], mended[3], mended[4]},
           {mended[0], mended[1], mended[2], mended[4]},
           {mended[0], mended[1], mended[2]},
           {mended[0], mended[1], mended[2], mended[3]}}) {
    write(bad);
    EXPECT_NE(broken(), "") << bad.size() << " lines";
  }
  const audit::Checkpoint twin = audit::read_checkpoint(lost[2]).value();
  const auto forged =
      audit::make_checkpoint({2, twin.previous}, now(), twin.heads, ed25519::generate());
  write({mended[0], mended[1], forged.line, mended[3], mended[4]});
  EXPECT_EQ(broken(), "file 3: it is signed by a key that is not trusted");
}

TEST_F(Checkpoints, WhatOnlyALostLineHasSeenIsHeldAgainstTheChain) {
  three();
  const std::string t = "'" + tenant_.value + "'";
  tamper("DELETE FROM audit_checkpoint WHERE number = 3; DELETE FROM audit_log WHERE tenant_id = " +
         t +
         " AND sequence > 6; UPDATE audit_head SET sequence = 6, hash = (SELECT hash FROM "
         "audit_log WHERE tenant_id = " +
         t + " AND sequence = 6) WHERE tenant_id = " + t);
  append_entries(tenant_, 3);
  EXPECT_EQ(make_checkpoint(trust_.keys, "").number, 3);
  EXPECT_NE(broken().find("checkpoint 3 has seen a different entry here"), std::string::npos)
      << broken();
}

TEST_F(Checkpoints, AnotherKeyIsTakenOnlyWhenAskedFor) {
  three();
  const auto other = ed25519::generate();
  EXPECT_THROW(static_cast<void>(make_checkpoint(other, "")), audit::OtherKey);
  EXPECT_EQ(sql("SELECT max(number) AS v FROM audit_checkpoint"), "3");
  pg::Connection pipeline = TempDatabase::shared().connect("assay_pipeline");
  const auto made = audit::write_checkpoint(pipeline, other, "", audit::Due{}, audit::Signer::New);
  ASSERT_TRUE(made);
  EXPECT_EQ(make_checkpoint(other, "").number, 5);
  EXPECT_THROW(static_cast<void>(checkpoint()), audit::OtherKey);
}

// Whoever rewrote the chain and deleted its checkpoints must not get a signature for the result.
TEST_F(Checkpoints, NothingIsSignedWhileFileAndTableContradictEachOther) {
  three();
  tamper("DELETE FROM audit_checkpoint");
  EXPECT_THROW(static_cast<void>(checkpoint()), audit::FileContradictsTable);
  EXPECT_EQ(lines().size(), 3U);
  EXPECT_EQ(sql("SELECT count(*) AS v FROM audit_checkpoint"), "0");
  std::filesystem::remove(trust_.file);  // as after a restored backup
  EXPECT_EQ(checkpoint().number, 1);
}

TEST_F(Checkpoints, AFileThatFellBehindIsBroughtUpToTheTable) {
  three();
  const auto all = lines();
  write({all[0]});
  static_cast<void>(checkpoint());
  EXPECT_EQ(lines().size(), 4U);
  EXPECT_EQ(broken(), "");
}

TEST_F(Checkpoints, AnExportProvesItsTenantsPlaceWithoutTheOthers) {
  append_entries(new_tenant(), 2);
  append_entries(tenant_, 7);
  static_cast<void>(checkpoint());
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::ReadOnly, tenant_);
  const auto head = audit::head(tx, tenant_);
  tx.commit();
  audit::Export lines(api, tenant_, {}, *head);
  std::string text;
  while (lines.next(text)) {
  }
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8);
  const std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
  const Json proof = Json::parse(last)->get("end").get("checkpoint");
  const Json statement = proof.get("statement");
  EXPECT_TRUE(ed25519::verify(trust_.keys.public_key, statement.canonical(),
                              *from_base64url(*proof.get("signature").as_string())));
  std::vector<Sha256Bytes> path;
  for (std::size_t i = 0; i < proof.get("path").size(); ++i) {
    Sha256Bytes hash{};
    const std::string hex = *proof.get("path").at(i).as_string();
    for (std::size_t b = 0; b < hash.size(); ++b) {
      hash.at(b) = static_cast<std::uint8_t>(std::stoi(hex.substr(b * 2, 2), nullptr, 16));
    }
    path.push_back(hash);
  }
  const auto root = merkle::root_of_path(
      proof.get("leaf").canonical(), static_cast<std::size_t>(*proof.get("index").as_integer()),
      static_cast<std::size_t>(*statement.get("tenants").as_integer()), path);
  ASSERT_TRUE(root);
  EXPECT_EQ(to_hex(*root), statement.get("root").as_string());
  EXPECT_EQ(proof.get("leaf").at(0).as_string(), tenant_.value);
  EXPECT_EQ(proof.get("leaf").at(1).as_integer(), 7);
  EXPECT_EQ(text.find("heads"), std::string::npos);
}

}  // namespace
}  // namespace assay::test
