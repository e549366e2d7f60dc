// SPDX-License-Identifier: Apache-2.0
// Starts a program with three descriptors and nothing else of this process. Keeps one process of
// assay-extract that has loaded what readers need and has read no document. Readers are forked from
// it, which is much faster than starting each one.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/base/io.hpp"

namespace assay {

// When the functions of libraries are looked up (ld.so(8), LD_BIND_NOW).
enum class Binding {
  WhenCalled,  // quicker for a process that does one thing
  AtStart,     // quicker for those that are forked from it
};

// Starts arguments[0] in a process group of its own, with these descriptors as 0, 1 and 2, no other
// ones, no environment of ours, and no signal blocked or ignored. The caller must reap the process.
// Throws IoError.
[[nodiscard]] pid_t spawn_program(const std::vector<std::string>& arguments,
                                  const std::array<int, 3>& descriptors,
                                  Binding binding = Binding::WhenCalled);

// /dev/null, for writing. Throws IoError.
[[nodiscard]] FileDescriptor open_null();

// Safe to use from several threads at once.
//
// The process learns neither names nor bytes of documents: it passes a socket on to each reader,
// which takes its task from there. So no reader finds anything of another one in its memory. All
// readers of one such process have the same layout of memory, which a hostile document could try to
// learn. That is why the process is replaced after a crash, and from time to time.
class ReaderParent {
 public:
  // binary: assay-extract. Its process starts when the first reader is requested, and ends after a
  // while without requests.
  explicit ReaderParent(std::string binary);
  ReaderParent(const ReaderParent&) = delete;
  ReaderParent& operator=(const ReaderParent&) = delete;
  // Precondition: no reader of it is running.
  ~ReaderParent();

  // Forks a reader with these arguments (the program first), the document as descriptor 0 and
  // results as descriptor 1. Returns its process, which leads a group of its own and is a child of
  // this process: the caller must reap it. nullopt if there is none to fork from at this moment:
  // start the program instead.
  [[nodiscard]] std::optional<pid_t> fork_reader(const std::vector<std::string>& arguments,
                                                 int document, int results);
  // A reader crashed: no further one is forked from the same process.
  void replace();

 private:
  void keep(const std::stop_token& stop);
  // Offers one process until it is to be replaced, is idle for long or a stop is requested. Returns
  // false if it did not become ready. Throws IoError.
  [[nodiscard]] bool offer(const std::stop_token& stop);
  [[nodiscard]] bool send_request(int answer);

  const std::string binary_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  FileDescriptor requests_;  // to the process, once it is ready
  bool wanted_ = false;
  bool replace_ = false;
  int forked_ = 0;
  std::chrono::steady_clock::time_point used_;
  // Ends first. The kernel sees readers as children of this thread, so it must live as long.
  std::jthread keeper_;
};

}  // namespace assay
