// SPDX-License-Identifier: Apache-2.0
// Readers that are forked: confined like started ones, and blind for each other's documents.
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "core/extract/extractor.hpp"
#include "core/extract/reader_parent.hpp"
#include "tests/extract/temp_files.hpp"
#include "tests/sandbox/run.hpp"

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr const char* kReader = ASSAY_BINARY_DIR "/bin/assay-extract";

// The first number on the line of that name in /proc/PID/status.
std::string status_of(pid_t pid, const std::string& name) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);) {
    std::string value;
    if (line.starts_with(name + ":") && std::istringstream(line.substr(name.size() + 1)) >> value) {
      return value;
    }
  }
  return "";
}

// The processes that readers are forked from: children of this one that were started to do that.
std::vector<pid_t> parents() {
  std::vector<pid_t> found;
  for (const auto& task : fs::directory_iterator("/proc/self/task")) {
    std::ifstream list(task.path() / "children");
    for (pid_t pid = 0; list >> pid;) {
      std::ifstream command("/proc/" + std::to_string(pid) + "/cmdline");
      std::ostringstream all;
      all << command.rdbuf();
      if (all.str() == std::string(kReader) + '\0' + "fork" + '\0' &&
          status_of(pid, "Seccomp") == "0") {
        found.push_back(pid);
      }
    }
  }
  return found;
}

class Forked : public ::testing::Test {
 protected:
  // Those of this test: other tests keep theirs.
  [[nodiscard]] std::vector<pid_t> own_parents() const {
    std::vector<pid_t> own = parents();
    std::erase_if(own, [this](pid_t pid) { return std::ranges::count(others_, pid) > 0; });
    return own;
  }

 private:
  const std::vector<pid_t> others_ = parents();
};

// A reader in the middle of a document: nobody takes its results.
class AtWork {
 public:
  AtWork(ReaderParent& parent, const std::string& name)
      : file_(document(std::string(400'000, 'w') + "\n")),
        reader_(start_forked(parent, {kReader, "read", name}, file_.get())) {
    pollfd first{reader_.results.get(), POLLIN, 0};
    EXPECT_EQ(::poll(&first, 1, 20'000), 1);
  }
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;
  ~AtWork() {
    EXPECT_EQ(::kill(-reader_.pid, SIGKILL), 0);
    EXPECT_EQ(::waitpid(reader_.pid, nullptr, 0), reader_.pid);
  }
  [[nodiscard]] pid_t pid() const { return reader_.pid; }

 private:
  FileDescriptor file_;
  Started reader_;
};

std::string text_of(const Extractor& extractor) {
  const FileDescriptor file = document("words");
  const auto read = extractor.read(file.get(), "a.txt");
  return read ? read->pages.at(0).text : read.error().reason;
}

TEST_F(Forked, IsConfinedLikeAStartedReader) {
  ReaderParent parent(kReader);
  const AtWork reader(parent, "a.txt");
  EXPECT_EQ(status_of(reader.pid(), "Seccomp"), "2");  // a filter
  EXPECT_EQ(status_of(reader.pid(), "NoNewPrivs"), "1");
  EXPECT_EQ(status_of(reader.pid(), "CapEff"), "0000000000000000");
  EXPECT_EQ(status_of(reader.pid(), "PPid"), std::to_string(::getpid()));
  if (::geteuid() == 0) {
    EXPECT_EQ(status_of(reader.pid(), "Uid"), "65534");
  }
  EXPECT_EQ(::getpgid(reader.pid()), reader.pid());
  std::set<std::string> open;
  for (const auto& entry :
       fs::directory_iterator("/proc/" + std::to_string(reader.pid()) + "/fd")) {
    open.insert(entry.path().filename().string());
  }
  EXPECT_EQ(open, (std::set<std::string>{"0", "1", "2"}));
}

// Its memory can only be looked at by root.
TEST_F(Forked, HoldsNothingOfOtherDocuments) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can look at a reader's memory";
  ReaderParent parent(kReader);
  const std::string theirs = "minutes-of-" + std::to_string(::getpid()) + "-others.txt";
  const std::string own = "minutes-of-" + std::to_string(::getpid()) + "-its-own.txt";
  { const AtWork other(parent, theirs); }
  const AtWork reader(parent, own);
  const std::string process = "/proc/" + std::to_string(reader.pid());
  std::ifstream maps(process + "/maps");
  std::ifstream memory(process + "/mem", std::ios::binary);
  std::string all;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t first = 0;
    std::uintptr_t last = 0;
    char dash = 0;
    std::string rights;
    std::istringstream(line) >> std::hex >> first >> dash >> last >> rights;
    if (!rights.starts_with("rw")) continue;
    const std::size_t at = all.size();
    all.resize(at + (last - first));
    memory.clear();
    memory.seekg(static_cast<std::streamoff>(first));
    memory.read(all.data() + at, static_cast<std::streamsize>(last - first));
  }
  EXPECT_NE(all.find(own), std::string::npos) << "nothing was seen";
  EXPECT_EQ(all.find(theirs), std::string::npos);
}

TEST_F(Forked, EndsWithTheOneWhoAsked) {
  {
    ReaderParent parent(kReader);
    const AtWork reader(parent, "a.txt");
    EXPECT_EQ(own_parents().size(), 1U);
  }
  EXPECT_TRUE(own_parents().empty());
}

TEST_F(Forked, ComesFromAnotherProcessAfterACrash) {
  ReaderParent parent(kReader);
  { const AtWork reader(parent, "a.txt"); }
  const auto before = own_parents();
  ASSERT_EQ(before.size(), 1U);
  parent.replace();
  { const AtWork reader(parent, "a.txt"); }
  const auto after = own_parents();
  ASSERT_EQ(after.size(), 1U);
  EXPECT_NE(before, after);
}

// Whatever becomes of the process to fork from, documents are read.
TEST_F(Forked, IsStartedWhereItCannotBeForked) {
  Extractor extractor(kReader, {});
  extractor.fork_readers();
  int killed = 0;
  for (int i = 0; i < 200 && killed < 3; ++i) {
    EXPECT_EQ(text_of(extractor), "words\n");
    for (const pid_t pid : own_parents()) {
      if (status_of(pid, "State") != "S") continue;  // it still loads
      EXPECT_EQ(::kill(pid, SIGKILL), 0);
      ++killed;
    }
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_EQ(killed, 3);
  EXPECT_EQ(text_of(extractor), "words\n");
}

TEST_F(Forked, WorksInSeveralThreads) {
  Extractor extractor(kReader, {});
  extractor.fork_readers();
  std::vector<std::thread> threads;
  std::vector<int> right(4);
  for (int& count : right) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) count += text_of(extractor) == "words\n" ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, std::vector<int>(4, 50));
  EXPECT_EQ(own_parents().size(), 1U);
}

}  // namespace
}  // namespace assay::test
