// SPDX-License-Identifier: Apache-2.0
// Evaluation on several threads: every requirement once, and the same results for any number.
#include "pipeline/jobs/runs/run_evaluate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <set>

namespace assay::test {
namespace {

std::vector<std::size_t> first(std::size_t count) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(i);
  return numbers;
}

std::map<std::string, int> all_results(std::size_t threads) {
  jobs::EvaluationPool pool(
      first(50),
      [](std::size_t i) {
        jobs::Evaluated one;
        one.assessment.reasoning = std::to_string(i);
        return one;
      },
      threads);
  std::map<std::string, int> seen;
  for (auto some = pool.take(); !some.empty(); some = pool.take()) {
    for (const auto& one : some) ++seen[one.assessment.reasoning];
  }
  return seen;
}

TEST(EvaluationPool, EveryRequirementOnceForAnyNumberOfThreads) {
  const auto alone = all_results(1);
  EXPECT_EQ(alone.size(), 50U);
  for (const auto& [name, count] : alone) EXPECT_EQ(count, 1) << name;
  EXPECT_EQ(all_results(2), alone);
  EXPECT_EQ(all_results(8), alone);
}

TEST(EvaluationPool, NothingToDoIsDoneAtOnce) {
  jobs::EvaluationPool pool(
      {}, [](std::size_t) { return jobs::Evaluated{}; }, 2);
  EXPECT_TRUE(pool.take().empty());
}

TEST(EvaluationPool, GivenUpItBeginsNothingFurther) {
  std::atomic<int> begun{0};
  {
    jobs::EvaluationPool pool(
        first(1000),
        [&begun](std::size_t) {
          ++begun;
          std::this_thread::sleep_for(std::chrono::milliseconds(2));
          return jobs::Evaluated{};
        },
        2);
    EXPECT_FALSE(pool.take().empty());
  }
  const int when_destroyed = begun;
  EXPECT_LT(when_destroyed, 1000);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(begun, when_destroyed);
}

jobs::Evaluated named(std::size_t i) {
  jobs::Evaluated one;
  one.requirement = i;
  return one;
}

TEST(EvaluationPool, WhatIsGivenUpIsNotEvaluatedAndMayBeAddedAgain) {
  std::atomic<bool> go{false};
  jobs::EvaluationPool pool(
      first(10),
      [&go](std::size_t i) {
        while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return named(i);
      },
      2);
  EXPECT_TRUE(pool.take(std::chrono::milliseconds(20)).empty()) << "none within that time";
  EXPECT_EQ(pool.waiting(), 8U) << "two are begun";
  EXPECT_EQ(pool.give_up(3), (std::vector<std::size_t>{7, 8, 9})) << "the last ones";
  pool.add({8});
  go = true;
  std::multiset<std::size_t> seen;
  while (!pool.done()) {
    for (const auto& one : pool.take(std::chrono::milliseconds(1000))) seen.insert(one.requirement);
  }
  EXPECT_EQ(seen, (std::multiset<std::size_t>{0, 1, 2, 3, 4, 5, 6, 8}));
  pool.add({20});
  EXPECT_EQ(pool.take().at(0).requirement, 20U) << "also after all were done";
  EXPECT_TRUE(pool.give_up(5).empty());
}

}  // namespace
}  // namespace assay::test
