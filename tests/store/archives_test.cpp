// SPDX-License-Identifier: Apache-2.0
// Which documents an archive contains, and what is deleted with it.
#include "db/store/evidence/documents.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "db/wire/render.hpp"
#include "tests/support/old_schema.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace archives = store::archives;
namespace documents = store::documents;
using Outcomes = std::vector<std::pair<std::string, std::string>>;

class Archives : public ::testing::Test {
 protected:
  DocumentId archive() { return new_document(tenant_, "a.zip", random_sha256(), "zip"); }

  static archives::Unpacked file(const std::string& path, const std::string& sha256) {
    documents::NewDocument document;
    document.id = DocumentId::fresh();
    document.original_filename = path;
    document.file_type = "txt";
    document.content_type = "text/plain";
    document.sha256 = sha256;
    return {path, document, ""};
  }
  archives::Linked unpack(const DocumentId& archive, const std::vector<archives::Unpacked>& files) {
    pg::Connection pipeline = TempDatabase::shared().connect("assay_pipeline");
    pg::Tx tx(pipeline, pg::Access::ReadWrite, tenant_);
    auto linked = archives::unpack(tx, tenant_, archive, files);
    tx.commit();
    return linked.value();
  }
  template <class F>
  auto api(F&& body) {
    pg::Tx tx(api_, pg::Access::ReadWrite, tenant_);
    auto result = body(tx);
    tx.commit();
    return result;
  }
  void finish(const DocumentId& archive, int files) {
    sql("UPDATE document SET status = 'READY', extracted_at = clock_timestamp(), parsed_at ="
        " clock_timestamp(), indexed_at = clock_timestamp(), ready_at = clock_timestamp(),"
        " progress_total = " +
        std::to_string(files) + " WHERE id = '" + archive.value + "'");
  }
  // {path, outcome} of each member, as clients see it.
  Outcomes outcomes(const DocumentId& archive) {
    Outcomes found;
    const Json list = api([&](pg::Tx& tx) {
      return store::render::archive_members(archives::members(tx, tenant_, archive));
    });
    for (std::size_t i = 0; i < list.size(); ++i) {
      found.emplace_back(list.at(i).get("path").as_string().value(),
                         list.at(i).get("outcome").as_string().value());
    }
    return found;
  }
  std::size_t going(const DocumentId& id) {
    return api([&](pg::Tx& tx) { return archives::going_with(tx, tenant_, id); }).size();
  }
  std::optional<DocumentId> parent_of(const DocumentId& id) {
    return api([&](pg::Tx& tx) { return documents::find(tx, tenant_, id).value(); }).parent;
  }
  void remove(const DocumentId& archive) {
    api([&](pg::Tx& tx) {
      std::vector<DocumentId> ids;
      for (const auto& item : archives::going_with(tx, tenant_, archive)) ids.push_back(item.id);
      documents::remove(tx, tenant_, ids);
      return true;
    });
  }

  TenantId tenant_ = new_tenant();
  pg::Connection api_ = TempDatabase::shared().connect("assay_api");
  const std::string one_ = random_sha256();
  const std::string two_ = random_sha256();
};

TEST_F(Archives, ADocumentGoesWithTheLastArchiveThatHoldsIt) {
  const DocumentId a = archive();
  const DocumentId b = archive();
  const DocumentId shared = unpack(a, {file("one.txt", one_)}).inserted.at(0);
  EXPECT_TRUE(unpack(b, {file("other name.txt", one_)}).inserted.empty());
  EXPECT_EQ(parent_of(shared), a);
  EXPECT_EQ(going(a), 1U);
  remove(a);
  EXPECT_EQ(parent_of(shared), b);
  EXPECT_EQ(going(b), 2U);
}

TEST_F(Archives, OneThatWasUploadedItselfStays) {
  const DocumentId before = new_document(tenant_, "one.txt", one_);
  const DocumentId a = archive();
  const DocumentId after = unpack(a, {file("one.txt", one_), file("two.txt", two_)}).inserted.at(0);
  EXPECT_EQ(going(a), 2U);
  EXPECT_FALSE(parent_of(before));
  EXPECT_EQ(parent_of(after), a);
  api([&](pg::Tx& tx) {
    documents::note_own_upload(tx, tenant_, after);
    return true;
  });
  EXPECT_EQ(going(a), 1U);
  EXPECT_FALSE(parent_of(after));
}

TEST_F(Archives, MembersSayWhatBecameOfEachFile) {
  static_cast<void>(new_document(tenant_, "before.txt", one_));
  const DocumentId a = archive();
  const std::vector<ArchiveFile> files{{"known.txt", one_, ""},
                                       {"new.txt", two_, ""},
                                       {"copy.txt", two_, ""},
                                       {"Thumbs.db", "", "No."}};
  api([&](pg::Tx& tx) {
    archives::expect(tx, tenant_, a, files);
    return true;
  });
  const Outcomes expected{{"known.txt", "DUPLICATE"},
                          {"new.txt", "STORED"},
                          {"copy.txt", "DUPLICATE"},
                          {"Thumbs.db", "LEFT_OUT"}};
  EXPECT_EQ(outcomes(a), expected) << "as it was inspected";
  unpack(a, {file("known.txt", one_),
             file("new.txt", two_),
             file("copy.txt", two_),
             {"Thumbs.db", std::nullopt, "No."}});
  finish(a, 3);
  EXPECT_EQ(outcomes(a), expected) << "as it was unpacked";
  const auto members = api([&](pg::Tx& tx) { return archives::members(tx, tenant_, a); });
  EXPECT_EQ(members[1].document, members[2].document);
  EXPECT_EQ(members[3].reason, "No.");
  EXPECT_EQ(api([&](pg::Tx& tx) { return documents::find(tx, tenant_, a).value(); }).child_count,
            2);
  unpack(a, {file("known.txt", one_),
             file("new.txt", two_),
             file("copy.txt", two_),
             {"Thumbs.db", std::nullopt, "No."}});
  EXPECT_EQ(outcomes(a), expected) << "unpacked again";
}

TEST_F(Archives, OfOneThatFailedNothingIsSaidToBeStored) {
  const DocumentId a = archive();
  api([&](pg::Tx& tx) {
    archives::expect(tx, tenant_, a, {{"new.txt", two_, ""}});
    return documents::mark_failed(tx, tenant_, a, "timeout", "It took too long.", 1);
  });
  EXPECT_EQ(outcomes(a), (Outcomes{{"new.txt", "LEFT_OUT"}}));
}

TEST_F(Archives, IsReopenedOnlyWhenAFileIsMissing) {
  const DocumentId a = archive();
  const DocumentId one = unpack(a, {file("one.txt", one_)}).inserted.at(0);
  finish(a, 1);
  const auto reopened = [&] {
    return api([&](pg::Tx& tx) { return archives::reopen(tx, tenant_, a); });
  };
  EXPECT_FALSE(reopened());
  remove(one);
  EXPECT_EQ(outcomes(a), (Outcomes{{"one.txt", "LEFT_OUT"}}));
  EXPECT_TRUE(reopened());
  EXPECT_FALSE(reopened()) << "it is being unpacked";
  EXPECT_EQ(unpack(a, {file("one.txt", one_)}).inserted.size(), 1U);
  EXPECT_EQ(outcomes(a), (Outcomes{{"one.txt", "STORED"}}));
}

TEST_F(Archives, OfEarlierVersionsIsReopenedToFindTheFilesThatWereNotLinked) {
  const DocumentId a = archive();
  static_cast<void>(unpack(a, {file("one.txt", one_)}));
  finish(a, 2);  // one of the two files was a duplicate, now forgotten
  EXPECT_TRUE(api([&](pg::Tx& tx) { return archives::reopen(tx, tenant_, a); }));
}

TEST_F(Archives, ARunTakesTheFilesOfAReadyArchive) {
  const DocumentId a = archive();
  const auto linked = unpack(a, {file("one.txt", one_), file("two.txt", two_)});
  const auto expand = [&](const std::vector<DocumentId>& ids) {
    return api([&](pg::Tx& tx) { return archives::expand(tx, tenant_, ids); });
  };
  EXPECT_EQ(expand({a}), std::vector{a}) << "not READY: refused by its own name";
  finish(a, 2);
  EXPECT_EQ(expand({a}), std::vector{a}) << "nothing in it is READY";
  finish(linked.inserted.at(0), 0);
  sql("UPDATE document SET chunk_count = 1 WHERE id = '" + linked.inserted.at(0).value + "'");
  EXPECT_EQ(expand({a, linked.inserted.at(0)}), std::vector{linked.inserted.at(0)});
}

// In whichever order their archives name them.
TEST_F(Archives, FilesSharedByArchivesUnpackedAtOnceAreStoredOnce) {
  constexpr int kFiles = 60;
  std::vector<archives::Unpacked> files;
  for (int i = 0; i < kFiles; ++i) files.push_back(file(std::to_string(i), random_sha256()));
  std::vector<archives::Unpacked> backwards;
  for (auto it = files.rbegin(); it != files.rend(); ++it) {
    backwards.push_back(file(it->path, it->document->sha256));
  }
  const DocumentId a = archive();
  const DocumentId b = archive();
  std::size_t stored = 0;
  {
    std::size_t first = 0;
    std::size_t second = 0;
    {
      std::jthread one([&] { first = unpack(a, files).inserted.size(); });
      std::jthread two([&] { second = unpack(b, backwards).inserted.size(); });
    }
    stored = first + second;
  }
  EXPECT_EQ(stored, std::size_t{kFiles});
  EXPECT_EQ(outcomes(a).size(), outcomes(b).size());
  EXPECT_EQ(going(a), 1U) << "the other holds them all";
}

// The table of members takes over the content of the column parent_document_id.
TEST(ArchiveMigration, KeepsTheFilesOfArchivesUnpackedBefore) {
  constexpr int kMembersCame = 23;
  const auto members = migrated_from(
      kMembersCame,
      "INSERT INTO tenant (id, name) VALUES (md5('t')::uuid, 't');"
      "INSERT INTO document (tenant_id, id, parent_document_id, original_filename, file_type,"
      "  content_type, size_bytes, sha256)"
      " SELECT md5('t')::uuid, md5(name)::uuid, md5(parent)::uuid, name, 'txt', 'text/plain', 1,"
      "  encode(sha256(name::bytea), 'hex') FROM (VALUES ('a.zip', NULL), ('b.txt', 'a.zip'),"
      "  ('c.txt', 'a.zip'), ('own.txt', NULL)) AS d (name, parent)",
      "SELECT d.original_filename || ' ' || d.uploaded_itself || ' '"
      "  || coalesce(m.path || ' ' || m.outcome, '-') AS v FROM document d"
      " LEFT JOIN archive_member m ON m.document_id = d.id"
      "  AND m.archive_id = md5('a.zip')::uuid ORDER BY 1");
  EXPECT_EQ(members, (std::vector<std::string>{"a.zip true -", "b.txt false b.txt STORED",
                                               "c.txt false c.txt STORED", "own.txt true -"}));
}

}  // namespace
}  // namespace assay::test
