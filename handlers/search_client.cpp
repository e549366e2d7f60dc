// SPDX-License-Identifier: Apache-2.0
// The client side of the search socket.
#include "handlers/search_client.hpp"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "core/io.hpp"
#include "core/log.hpp"

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
  for (const int option : {SO_RCVTIMEO, SO_SNDTIMEO}) {
    if (::setsockopt(socket.get(), SOL_SOCKET, option, &kPatience, sizeof kPatience) != 0) {
      throw IoError("setsockopt", errno);
    }
  }
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw IoError("connect " + path, errno);
  }
  return socket;
}

std::string framed(const std::string& text) {
  std::string frame;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) {
    frame.push_back(static_cast<char>(static_cast<unsigned char>(text.size() >> shift)));
  }
  return frame + text;
}

void read_exactly(int fd, std::span<std::byte> buffer) {
  while (!buffer.empty()) {
    const std::size_t count = read_some(fd, buffer);
    if (count == 0) throw IoError("search answer cut off", ECONNRESET);
    buffer = buffer.subspan(count);
  }
}

std::string read_frame(int fd) {
  std::array<std::byte, 4> length{};
  read_exactly(fd, length);
  std::size_t size = 0;
  for (const std::byte byte : length) size = size << 8U | std::to_integer<std::size_t>(byte);
  if (size > kMostAnswer) throw IoError("search answer too long", EMSGSIZE);
  std::string text(size, '\0');
  read_exactly(fd, std::as_writable_bytes(std::span(text.data(), text.size())));
  return text;
}

}  // namespace

std::optional<Json> ask_search(const std::string& socket_path, const SearchRequest& request) {
  try {
    const FileDescriptor socket = connect_to(socket_path);
    const Json question = Json::object()
                              .set("tenantId", request.tenant.value)
                              .set("q", request.text)
                              .set("limit", request.limit);
    write_all(socket.get(), framed(question.dump()));
    auto answer = Json::parse(read_frame(socket.get()));
    if (answer && answer->get("results").is_array()) return answer->get("results");
    const std::string why = answer ? answer->get("error").as_string().value_or("") : "not JSON";
    log::error("search_failed", {{"what", why}});
  } catch (const IoError& error) {
    log::warning("search_unavailable", {{"what", error.what()}});
  }
  return std::nullopt;
}

}  // namespace assay::handlers
