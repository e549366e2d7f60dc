// SPDX-License-Identifier: Apache-2.0
// read_files EXTRACT_BINARY start|fork THREADS <PATHS: reads files as the pipeline does, in that
// many threads, and prints as JSON how many could be read and what that took, in seconds and in
// seconds of processor time, of this program and of its readers. fork: readers are forked from one
// process, and the first 20 files are read before the time begins.
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/base/io.hpp"
#include "core/extract/extractor.hpp"
#include "core/json/json.hpp"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

double cpu_seconds() {
  double seconds = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    if (::getrusage(who, &used) != 0) throw IoError("getrusage", errno);
    for (const timeval& time : {used.ru_utime, used.ru_stime}) {
      seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    }
  }
  return seconds;
}

// Returns how many of the files could be read.
std::size_t read_all(const Extractor& extractor, std::span<const std::string> paths, int threads) {
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> read{0};
  std::vector<std::jthread> workers;
  for (int i = 0; i < threads; ++i) {
    workers.emplace_back([&] {
      for (std::size_t at = 0; (at = next++) < paths.size();) {
        const std::string& path = paths[at];
        const FileDescriptor file = open_for_reading(path);
        read += extractor.read(file.get(), path.substr(path.rfind('/') + 1)).ok() ? 1U : 0U;
      }
    });
  }
  workers.clear();  // waits for them
  return read;
}

Json measure(const std::string& binary, bool fork, int threads) {
  constexpr std::size_t kFirst = 20;
  constexpr auto kUntilReady = std::chrono::milliseconds(500);
  std::vector<std::string> paths;
  for (std::string path; std::getline(std::cin, path);) paths.push_back(path);
  Extractor extractor(binary, {});
  if (fork) {
    extractor.fork_readers();
    static_cast<void>(
        read_all(extractor, std::span(paths).first(std::min(kFirst, paths.size())), 1));
    std::this_thread::sleep_for(kUntilReady);
  }
  const auto begun = Clock::now();
  const double before = cpu_seconds();
  const std::size_t read = read_all(extractor, paths, threads);
  return Json::object()
      .set("files", paths.size())
      .set("read", read)
      .set("seconds", std::chrono::duration<double>(Clock::now() - begun).count())
      .set("cpuSeconds", cpu_seconds() - before);
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: read_files EXTRACT_BINARY start|fork THREADS <PATHS\n", stderr);
    return 2;
  }
  try {
    std::cout << assay::measure(argv[1], std::string(argv[2]) == "fork", std::stoi(argv[3])).dump()
              << '\n';
  } catch (const std::exception& error) {
    std::fprintf(stderr, "read_files: %s\n", error.what());
    return 1;
  }
  return 0;
}
