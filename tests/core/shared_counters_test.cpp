// SPDX-License-Identifier: Apache-2.0
// Counters shared by processes: sums, survival, and files of another layout.
#include "core/trace/counters.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "core/base/io.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

class SharedCountersTest : public ::testing::Test {
 protected:
  SharedCountersTest() {
    std::string name = "/tmp/assay-counters-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    folder_ = name;
    path_ = (folder_ / "metrics").string();
  }
  ~SharedCountersTest() override {
    std::error_code ignored;  // a directory left in /tmp fails no test
    fs::remove_all(folder_, ignored);
  }
  fs::path folder_;
  std::string path_;
};

TEST_F(SharedCountersTest, AreSummedOverProcessesAndOutliveThem) {
  constexpr int kProcesses = 4;
  constexpr int kTimes = 20'000;
  std::vector<pid_t> children;
  for (int i = 0; i < kProcesses; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      SharedCounters mine(path_, "layout", 8);
      for (int n = 0; n < kTimes; ++n) mine.add(3, 1);
      ::_exit(0);  // as abruptly as a crash
    }
    ASSERT_GT(child, 0);
    children.push_back(child);
  }
  for (const pid_t child : children) ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  const SharedCounters counters(path_, "layout", 8);
  EXPECT_EQ(counters.get(3), static_cast<std::uint64_t>(kProcesses) * kTimes);
  EXPECT_EQ(counters.get(2), 0U);
}

TEST_F(SharedCountersTest, OfAnotherLayoutAreReplacedAndTheOldOnesWorkOn) {
  SharedCounters before(path_, "layout 1", 4);
  before.add(0, 5);
  SharedCounters after(path_, "layout 2", 6);
  EXPECT_EQ(after.get(0), 0U);
  before.add(0, 1);
  after.add(5, 1);
  EXPECT_EQ(before.get(0), 6U);
  EXPECT_EQ(after.get(0), 0U);
  const SharedCounters again(path_, "layout 2", 6);
  EXPECT_EQ(again.get(5), 1U);
}

TEST_F(SharedCountersTest, AFileOfRubbishIsReplaced) {
  std::ofstream(path_) << std::string(5000, 'x');
  SharedCounters counters(path_, "layout", 4);
  EXPECT_EQ(counters.get(1), 0U);
  counters.add(1, 7);
  EXPECT_EQ(SharedCounters(path_, "layout", 4).get(1), 7U);
  EXPECT_FALSE(fs::exists(path_ + ".new"));
}

TEST_F(SharedCountersTest, ManyThatOpenAtOnceShareOneFile) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([this] { SharedCounters(path_, "layout", 4).add(0, 1); });
  }
  threads.clear();
  EXPECT_EQ(SharedCounters(path_, "layout", 4).get(0), 16U);
}

TEST_F(SharedCountersTest, WithoutAPlaceForTheFileThereIsAnErrorOrMemory) {
  EXPECT_THROW(SharedCounters("/nonexistent/metrics", "layout", 4), IoError);
  SharedCounters mine(4);
  mine.add(3, 2);
  EXPECT_EQ(mine.get(3), 2U);
}

}  // namespace
}  // namespace assay
