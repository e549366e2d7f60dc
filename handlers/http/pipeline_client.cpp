// SPDX-License-Identifier: Apache-2.0
// The client of the pipeline's socket.
#include "handlers/http/pipeline_client.hpp"

#include <cerrno>
#include <utility>

#include "core/base/unix_socket.hpp"
#include "core/trace/log.hpp"

namespace assay::handlers {
namespace {

constexpr std::size_t kMaxAnswer = std::size_t{16} << 20U;

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
