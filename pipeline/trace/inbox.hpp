// SPDX-License-Identifier: Apache-2.0
// Takes spans of requests from the API processes of the same host, at a datagram socket that never
// makes them wait: what does not fit into it is lost, and they count it.
#pragma once

#include <functional>
#include <string>
#include <thread>

#include "core/base/io.hpp"
#include "core/base/wake_fd.hpp"
#include "core/trace/trace_scrub.hpp"

namespace assay::trace {

class Inbox {
 public:
  // path: of the socket; "": nothing is taken. take: called by the inbox's thread for each span.
  Inbox(std::string path, std::function<void(CleanSpan)> take);
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;
  ~Inbox() { stop(); }

  // While another daemon of this host has the socket, this one stands by and takes over when that
  // daemon ends.
  void start();
  // Spans that have arrived by then are still taken.
  void stop();

 private:
  void run();
  // Returns false if another process has the socket, or it cannot be made.
  [[nodiscard]] bool open();
  void take_all() const;

  const std::string path_;
  const std::function<void(CleanSpan)> take_;
  FileDescriptor socket_;
  bool told_ = false;  // that it cannot be made
  WakeFd stop_;
  std::jthread thread_;
};

}  // namespace assay::trace
