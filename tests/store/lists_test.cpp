// SPDX-License-Identifier: Apache-2.0
// Lists: their orders, and parts that begin after a place.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/digest.hpp"
#include "db/pg/ordered_list.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/runs/runs.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace documents = store::documents;
namespace runs = store::runs;

class Lists : public ::testing::Test {
 protected:
  template <class F>
  auto api(F&& body) {
    pg::Tx tx(api_, pg::Access::ReadWrite, tenant_);
    auto result = body(tx);
    tx.commit();
    return result;
  }
  pg::Connection api_ = TempDatabase::shared().connect("assay_api");
  TenantId tenant_ = new_tenant();
};

TEST_F(Lists, RunsAreListedNewestFirstAndPaged) {
  const BoundPack pack = new_pack(tenant_, {"One"});
  std::vector<RunId> made;
  made.reserve(3);
  for (int i = 0; i < 3; ++i) made.push_back(new_run(tenant_, pack, "m"));
  const auto first = api([&](pg::Tx& tx) { return runs::list(tx, tenant_, {}, {.limit = 2}); });
  ASSERT_EQ(first.rows.size(), 2U);
  EXPECT_EQ(first.rows[0].id, made[2]);
  ASSERT_TRUE(first.last);
  EXPECT_EQ(first.last->id, made[1].value);
  const auto rest = api([&](pg::Tx& tx) {
    return runs::list(tx, tenant_, {RunStatus::Queued, std::nullopt},
                      {.after = first.last, .limit = 2});
  });
  ASSERT_EQ(rest.rows.size(), 1U);
  EXPECT_EQ(rest.rows[0].id, made[0]);
  EXPECT_FALSE(rest.last);
  EXPECT_EQ(api([&](pg::Tx& tx) { return runs::count(tx, tenant_, {}).get(); }), 3);
  EXPECT_EQ(api([&](pg::Tx& tx) {
              return runs::count(tx, tenant_, {RunStatus::Failed, std::nullopt}).get();
            }),
            0);
}

TEST_F(Lists, DocumentsAreFilteredAndPaged) {
  const DocumentId one = new_document(tenant_, "Policy One.pdf", random_sha256(), "pdf");
  const DocumentId two = new_document(tenant_, "notes.txt", random_sha256());
  documents::Filter filter;
  filter.name_contains = "policy";
  const auto list = [&](const std::optional<pg::Place>& after) {
    return api(
        [&](pg::Tx& tx) { return documents::list(tx, tenant_, filter, {.after = after}).rows; });
  };
  ASSERT_EQ(list(std::nullopt).size(), 1U);
  EXPECT_EQ(list(std::nullopt)[0].id, one);
  filter = {};
  filter.status = DocumentStatus::Uploaded;
  const auto all = list(std::nullopt);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, two);
  EXPECT_EQ(list(pg::Place{std::to_string(to_micros(all[0].uploaded_at)), all[0].id.value}).size(),
            1U);
  filter = {};
  filter.reading = true;
  filter.top_level = true;
  EXPECT_EQ(list(std::nullopt).size(), 2U);
  filter.reading = false;
  EXPECT_TRUE(list(std::nullopt).empty());
  filter = {};
  filter.top_level = false;
  EXPECT_TRUE(list(std::nullopt).empty());
  filter = {};
  filter.file_type = "docx";
  EXPECT_TRUE(list(std::nullopt).empty());
}

TEST_F(Lists, PartsOfAnyOrderJoinToTheWhole) {
  for (const char* name : {"b", "A", "c", "a", "B|x"}) {
    static_cast<void>(new_document(tenant_, name, random_sha256()));
  }
  for (const pg::OrderKey& key : documents::kOrderKeys) {
    for (const bool descending : {false, true}) {
      std::vector<std::string> names;
      pg::Part part{.by = &key, .descending = descending, .limit = 2};
      do {
        const auto read = api([&](pg::Tx& tx) { return documents::list(tx, tenant_, {}, part); });
        for (const auto& document : read.rows) names.push_back(document.original_filename);
        part.after = read.last;
      } while (part.after);
      ASSERT_EQ(names.size(), 5U) << key.name;
      EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 5U) << key.name;
      if (key.name == "originalFilename") {
        EXPECT_EQ(names.at(descending ? 0 : 4), "c");
      }
    }
  }
}

TEST_F(Lists, RefuseANameThatPostgreSqlWouldCut) {
  constexpr std::array kKeys{pg::by_number("number", "n")};
  const pg::OrderedList::Shape shape{.name = std::string(50, 'x'),
                                     .select = "SELECT n FROM generate_series(1, 3) AS s (n)",
                                     .filter = "WHERE true",
                                     .id = "'00000000-0000-0000-0000-000000000000'::uuid",
                                     .parameters = 0,
                                     .orders = {kKeys, false}};
  EXPECT_THROW(pg::OrderedList{shape}, std::length_error);
}

}  // namespace
}  // namespace assay::test
