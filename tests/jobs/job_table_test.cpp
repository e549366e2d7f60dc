// SPDX-License-Identifier: Apache-2.0
// The table of jobs agrees with the names that the database and the trail know.
#include "pipeline/jobs/job_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/vocabularies.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

// The names in a CHECK of work_item, sorted.
std::string names_in_check(const std::string& constraint) {
  return sql(
      "SELECT string_agg(m.words[1], ' ' ORDER BY m.words[1] COLLATE \"C\") AS v"
      " FROM pg_constraint c CROSS JOIN LATERAL"
      " regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') AS m (words)"
      " WHERE c.conrelid = 'work_item'::regclass AND c.conname = '" +
      constraint + "'");
}

template <class E>
std::string names_in_program() {
  std::vector<std::string_view> names(WireNames<E>::kNames.begin(), WireNames<E>::kNames.end());
  std::sort(names.begin(), names.end());
  std::string all;
  for (const std::string_view name : names) all.append(all.empty() ? "" : " ").append(name);
  return all;
}

TEST(JobTable, KindsAndLanesAreThoseOfTheDatabase) {
  EXPECT_EQ(names_in_program<WorkKind>(), names_in_check("work_item_kind_check"));
  EXPECT_EQ(names_in_program<WorkLane>(), names_in_check("work_item_lane_check"));
}

TEST(JobTable, EachKindHasAJobAndReasons) {
  for (const std::string_view name : WireNames<WorkKind>::kNames) {
    const jobs::Job& job = jobs::job_of(from_text<WorkKind>(name).value());
    EXPECT_EQ(to_text(job.kind), name);
    EXPECT_NE(job.run, nullptr) << name;
    EXPECT_FALSE(job.crash_reason.empty()) << name;
    EXPECT_FALSE(job.internal_reason.empty()) << name;
  }
}

TEST(JobTable, WhatCanFailIsInTheTrailsVocabularies) {
  for (const std::string_view name : WireNames<WorkKind>::kNames) {
    const jobs::Job& job = jobs::job_of(from_text<WorkKind>(name).value());
    if (job.fail == nullptr) {
      EXPECT_TRUE(job.object_type.empty()) << name << " records no failure";
      continue;
    }
    EXPECT_TRUE(in_vocabulary(kAuditObjectTypes, job.object_type)) << name;
    EXPECT_TRUE(in_vocabulary(kAuditActions, std::string(job.object_type) + ".failed")) << name;
  }
}

}  // namespace
}  // namespace assay::test
