// SPDX-License-Identifier: Apache-2.0
// Uploads in pieces: whose they are, where they stand, and what becomes of their files.
#include <gtest/gtest.h>

#include "db/store/evidence/documents.hpp"
#include "db/store/evidence/uploads.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace uploads = store::uploads;
using namespace std::chrono_literals;

class Uploads : public ::testing::Test {
 protected:
  template <class F>
  auto in_tx(F&& body) {
    pg::Tx tx(api_, pg::Access::ReadWrite, tenant_);
    auto result = body(tx);
    tx.commit();
    return result;
  }
  UploadId begun(std::int64_t size, std::chrono::seconds lifetime = 60s) {
    const UploadId id = UploadId::fresh();
    in_tx([&](pg::Tx& tx) {
      uploads::insert(tx, tenant_, {id, maker_, "a.txt", "filename YS50eHQ=", size}, lifetime);
      return true;
    });
    return id;
  }
  bool append(const UploadId& id, std::int64_t at, std::int64_t size, const std::string& sha256) {
    return in_tx([&](pg::Tx& tx) {
      return uploads::append(tx, tenant_, id, {at, size, sha256}, 60s);
    });
  }
  std::optional<uploads::Upload> find(const UploadId& id, const UserId& by) {
    return in_tx([&](pg::Tx& tx) { return uploads::find(tx, tenant_, id, by); });
  }
  std::string queued(const UploadId& id) {
    return sql(
        "SELECT coalesce(string_agg(payload::text, ','), '') AS v FROM work_item"
        " WHERE kind = 'purge' AND subject_id = '" +
        id.value + "'");
  }
  void expire(const UploadId& id) {
    sql("UPDATE upload SET expires_at = now() - interval '1 second' WHERE id = '" + id.value + "'");
  }
  std::int64_t forget() {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    const std::int64_t gone = uploads::forget_expired(tx);
    tx.commit();
    return gone;
  }

  pg::Connection api_ = TempDatabase::shared().connect("assay_api");
  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId tenant_ = new_tenant();
  UserId maker_ = UserId::fresh();
  std::string hash_ = random_sha256();
};

TEST_F(Uploads, AreTheirMakersAlone) {
  const UploadId id = begun(10);
  ASSERT_TRUE(find(id, maker_));
  EXPECT_FALSE(find(id, UserId::fresh()));
  pg::Tx elsewhere(api_, pg::Access::ReadOnly, new_tenant());
  EXPECT_FALSE(uploads::find(elsewhere, tenant_, id, maker_)) << "row-level security";
}

TEST_F(Uploads, TakeOnlyThePieceThatComesNext) {
  const UploadId id = begun(10);
  EXPECT_FALSE(append(id, 1, 3, hash_));
  EXPECT_TRUE(append(id, 0, 3, hash_));
  EXPECT_FALSE(append(id, 0, 3, hash_));
  EXPECT_FALSE(append(id, 3, 7, hash_)) << "the last one makes the document";
  EXPECT_FALSE(append(id, 3, 8, hash_));
  EXPECT_EQ(find(id, maker_)->received_bytes, 3);
  EXPECT_EQ(find(id, maker_)->pieces, 1);
  expire(id);
  EXPECT_FALSE(append(id, 3, 3, hash_));
  EXPECT_TRUE(find(id, maker_)->expired);
}

TEST_F(Uploads, KeepTheFilesOfTheirPiecesUntilTheyAreComplete) {
  const UploadId id = begun(10);
  const auto used = [&] {
    return in_tx([&](pg::Tx& tx) { return store::documents::uses_blob(tx, tenant_, hash_); });
  };
  EXPECT_FALSE(used());
  ASSERT_TRUE(append(id, 0, 3, hash_));
  EXPECT_TRUE(used());
  const DocumentId document = DocumentId::fresh();
  const auto complete = [&](std::int64_t at) {
    return in_tx([&](pg::Tx& tx) { return uploads::complete(tx, tenant_, id, at, document, 60s); });
  };
  EXPECT_FALSE(complete(0));
  EXPECT_TRUE(used());
  EXPECT_EQ(complete(3), uploads::Files{hash_});
  EXPECT_FALSE(complete(3));
  EXPECT_FALSE(complete(10));
  EXPECT_FALSE(used());
  EXPECT_EQ(find(id, maker_)->document, document);
  EXPECT_EQ(find(id, maker_)->received_bytes, 10);
}

TEST_F(Uploads, ThatAreOpenAreCounted) {
  begun(10);
  const UploadId complete = begun(20);
  expire(begun(40));
  ASSERT_TRUE(in_tx([&](pg::Tx& tx) {
    return uploads::complete(tx, tenant_, complete, 0, DocumentId::fresh(), 60s);
  }));
  const uploads::Open open = in_tx([&](pg::Tx& tx) { return uploads::lock_open(tx, tenant_); });
  EXPECT_EQ(open.uploads, 1);
  EXPECT_EQ(open.bytes, 10);
}

TEST_F(Uploads, GoWithTheirPieces) {
  const UploadId id = begun(10);
  ASSERT_TRUE(append(id, 0, 3, hash_));
  const auto remove = [&] {
    return in_tx([&](pg::Tx& tx) { return uploads::remove(tx, tenant_, id); });
  };
  EXPECT_EQ(remove(), uploads::Files{hash_});
  EXPECT_FALSE(remove());
  EXPECT_FALSE(find(id, maker_));
}

TEST_F(Uploads, AreForgottenWhenTheyHaveExpired) {
  const UploadId stays = begun(10);
  const UploadId bare = begun(10);
  const UploadId goes = begun(10);
  ASSERT_TRUE(append(stays, 0, 3, random_sha256()));
  ASSERT_TRUE(append(goes, 0, 3, hash_));
  ASSERT_TRUE(append(goes, 3, 3, hash_));
  expire(bare);
  expire(goes);
  EXPECT_GE(forget(), 2);
  EXPECT_TRUE(find(stays, maker_));
  EXPECT_FALSE(find(goes, maker_));
  EXPECT_EQ(queued(goes),
            "{\"sha256\": [\"" + hash_ + "\"], \"uploadId\": \"" + goes.value + "\"}");
  EXPECT_EQ(queued(bare), "");
  EXPECT_EQ(queued(stays), "");
}

}  // namespace
}  // namespace assay::test
