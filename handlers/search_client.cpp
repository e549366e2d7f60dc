// SPDX-License-Identifier: Apache-2.0
// The client side of the search socket.
#include "handlers/search_client.hpp"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "core/io.hpp"
#include "core/log.hpp"
#include "core/message_socket.hpp"

namespace assay::handlers {
namespace {

constexpr std::size_t kMostAnswer = std::size_t{16} << 20U;
constexpr timeval kPatience{10, 0};

FileDescriptor connect_to(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throw IoError("connect " + path, ENAMETOOLONG);
  std::memcpy(address.sun_path, path.data(), path.size());
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.open()) throw IoError("socket", errno);
  // Bounds connecting; the messages have a deadline of their own.
  if (::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience) != 0) {
    throw IoError("setsockopt", errno);
  }
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw IoError("connect " + path, errno);
  }
  return socket;
}

std::string exchange(int socket, const std::string& question) {
  const Deadline deadline(std::chrono::seconds(kPatience.tv_sec));
  if (!send_message(socket, question, deadline)) throw IoError("search not taken", ECONNRESET);
  auto answer = receive_message(socket, kMostAnswer, deadline);
  if (!answer) throw IoError("search answer cut off or too long", ECONNRESET);
  return std::move(*answer);
}

}  // namespace

std::optional<Json> ask_search(const std::string& socket_path, const SearchRequest& request) {
  try {
    const FileDescriptor socket = connect_to(socket_path);
    const Json question = Json::object()
                              .set("tenantId", request.tenant.value)
                              .set("q", request.text)
                              .set("limit", request.limit);
    const auto answer = Json::parse(exchange(socket.get(), question.dump()));
    if (answer && answer->get("results").is_array()) return answer->get("results");
    const std::string why = answer ? answer->get("error").as_string().value_or("") : "not JSON";
    log::error("search_failed", {{"what", why}});
  } catch (const IoError& error) {
    log::warning("search_unavailable", {{"what", error.what()}});
  }
  return std::nullopt;
}

}  // namespace assay::handlers
