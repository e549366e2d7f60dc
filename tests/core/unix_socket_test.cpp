// SPDX-License-Identifier: Apache-2.0
// Unix sockets: who may listen at a path, and how connecting and datagrams fail.
#include "core/base/unix_socket.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

namespace assay {
namespace {

Deadline soon() {
  return Deadline(std::chrono::milliseconds(200));
}

template <class Call>
int error_of(Call call) {
  try {
    static_cast<void>(call());
  } catch (const IoError& error) {
    return error.error_number();
  }
  return 0;
}

class UnixSocket : public testing::Test {
 protected:
  ~UnixSocket() override { static_cast<void>(::unlink(path_.c_str())); }
  const std::string path_ =
      testing::TempDir() + "assay-unix-socket-test-" + std::to_string(::getpid());
};

TEST_F(UnixSocket, IsServedByOneAndForTheGroup) {
  const FileDescriptor listener = listen_at(path_);
  struct stat there {};
  ASSERT_EQ(::stat(path_.c_str(), &there), 0);
  EXPECT_EQ(there.st_mode & 0777U, 0660U);
  EXPECT_EQ(error_of([this] { return listen_at(path_); }), EADDRINUSE);
  EXPECT_EQ(error_of([this] { return connect_to(path_, soon()); }), 0);
}

TEST_F(UnixSocket, StaysWithTheServerWhoseBacklogIsFull) {
  const FileDescriptor listener = listen_at(path_, 0);
  const FileDescriptor waiting = connect_to(path_, soon());
  ASSERT_EQ(error_of([this] { return connect_to(path_, soon()); }), EAGAIN);
  EXPECT_EQ(error_of([this] { return listen_at(path_); }), EADDRINUSE);
}

TEST_F(UnixSocket, ReplacesTheFileOfAServerThatEnded) {
  { const FileDescriptor ended = listen_at(path_); }
  EXPECT_EQ(error_of([this] { return connect_to(path_, soon()); }), ECONNREFUSED);
  const FileDescriptor listener = listen_at(path_);
  EXPECT_EQ(error_of([this] { return connect_to(path_, soon()); }), 0);
}

TEST_F(UnixSocket, PathsThatDoNotFitAreRefused) {
  const std::string path = "/tmp/" + std::string(sizeof(sockaddr_un::sun_path) - 5, 'a');
  EXPECT_EQ(error_of([&path] { return listen_at(path); }), ENAMETOOLONG);
  EXPECT_EQ(error_of([&path] { return connect_to(path, soon()); }), ENAMETOOLONG);
}

TEST_F(UnixSocket, DatagramsArriveAtAPathAndAreLostWhereNobodyReads) {
  EXPECT_EQ(error_of([this] {
              send_datagram(path_, "x");
              return 0;
            }),
            ENOENT);
  {
    const FileDescriptor receiver = receive_datagrams_at(path_);
    struct stat there {};
    ASSERT_EQ(::stat(path_.c_str(), &there), 0);
    EXPECT_EQ(there.st_mode & 0777U, 0660U);
    EXPECT_EQ(error_of([this] { return receive_datagrams_at(path_); }), EADDRINUSE);
    send_datagram(path_, "one");
    send_datagram(path_, "two");
    EXPECT_EQ(next_datagram(receiver.get()), "one");
    EXPECT_EQ(next_datagram(receiver.get()), "two");
    EXPECT_EQ(next_datagram(receiver.get()), std::nullopt);
    int error = 0;
    for (int i = 0; i < 10'000 && error == 0; ++i) {
      error = error_of([this] {
        send_datagram(path_, "more");
        return 0;
      });
    }
    EXPECT_EQ(error, EAGAIN) << "nobody waits for a reader";
  }
  EXPECT_EQ(error_of([this] {
              send_datagram(path_, "x");
              return 0;
            }),
            ECONNREFUSED);
  static_cast<void>(receive_datagrams_at(path_));
}

// As systemd names its socket for notifications in a container.
TEST_F(UnixSocket, DatagramsReachAbstractSockets) {
  const std::string name = "@assay-unix-socket-test-" + std::to_string(::getpid());
  EXPECT_THROW(send_datagram(name, "READY=1"), IoError);
  const FileDescriptor receiver(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  name.copy(&address.sun_path[1], name.size() - 1, 1);
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  ASSERT_EQ(::bind(receiver.get(), reinterpret_cast<const sockaddr*>(&address), length), 0);
  send_datagram(name, "READY=1");
  std::array<char, 64> text{};
  const ssize_t size = ::recv(receiver.get(), text.data(), text.size(), MSG_DONTWAIT);
  ASSERT_GT(size, 0);
  EXPECT_EQ(std::string(text.data(), static_cast<std::size_t>(size)), "READY=1");
}

}  // namespace
}  // namespace assay
