// SPDX-License-Identifier: Apache-2.0
// The client of the pipeline's socket.
#include "handlers/http/pipeline_client.hpp"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "core/base/io.hpp"
#include "core/trace/log.hpp"

namespace assay::handlers {
namespace {

constexpr std::size_t kMaxAnswer = std::size_t{16} << 20U;

FileDescriptor connect_to(const std::string& path, const Deadline& deadline) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throw IoError("connect " + path, ENAMETOOLONG);
  std::memcpy(address.sun_path, path.data(), path.size());
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.open()) throw IoError("socket", errno);
  // Limits connecting: a pipeline that hangs has a full backlog sooner or later.
  const auto left = std::max(deadline.left(), std::chrono::milliseconds(1)).count();
  const timeval limit{left / 1000, left % 1000 * 1000};
  if (::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) != 0) {
    throw IoError("setsockopt", errno);
  }
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw IoError("connect " + path, errno);
  }
  return socket;
}

std::string exchange(int socket, const std::string& question, const Deadline& deadline) {
  if (!send_message(socket, question, deadline)) throw IoError("question refused", ECONNRESET);
  auto answer = receive_message(socket, kMaxAnswer, deadline);
  if (!answer) throw IoError("answer cut off, too long or too late", ECONNRESET);
  return std::move(*answer);
}

}  // namespace

std::optional<Json> ask_pipeline(const std::string& socket_path, const Json& question,
                                 std::chrono::milliseconds patience) {
  const Deadline deadline(patience);
  const Json op = question.get("op");
  try {
    const FileDescriptor socket = connect_to(socket_path, deadline);
    auto answer = Json::parse(exchange(socket.get(), question.dump(), deadline));
    if (answer && answer->is_object()) return answer;
    log::error("pipeline_answer_malformed", {{"op", op}});
  } catch (const IoError& error) {
    log::warning("pipeline_unavailable", {{"op", op}, {"what", error.what()}});
  }
  return std::nullopt;
}

}  // namespace assay::handlers
