// SPDX-License-Identifier: Apache-2.0
// Starts, steers and ends the S3 server.
#include "tests/objects/object_server.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>

#include "core/base/ids.hpp"
#include "core/http/http_client.hpp"

namespace assay::test {
namespace {

struct Pipe {
  FileDescriptor reading;
  FileDescriptor writing;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw IoError("pipe", errno);
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

std::string first_line(int fd) {
  std::string line;
  std::array<std::byte, 1> byte{};
  while (read_some(fd, byte) == 1 && byte[0] != std::byte{'\n'}) {
    line.push_back(static_cast<char>(byte[0]));
  }
  return line;
}

}  // namespace

ObjectServer::ObjectServer()
    : folder_(std::filesystem::temp_directory_path() / ("assay-objects-" + new_uuid())) {
  std::filesystem::create_directories(folder_);
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  pid_ = ::fork();
  if (pid_ < 0) throw IoError("fork", errno);
  if (pid_ == 0) {
    const bool ready = ::dup2(input.reading.get(), STDIN_FILENO) >= 0 &&
                       ::dup2(output.writing.get(), STDOUT_FILENO) >= 0;
    if (ready) ::execl(NODE, NODE, SERVER, folder_.c_str(), nullptr);
    ::_exit(127);
  }
  input_ = std::move(input.writing);
  output.writing.reset();
  const auto self = Json::parse(first_line(output.reading.get()));
  if (!self) throw std::runtime_error("the S3 server did not start: npm ci in tests/objects");
  self_ = *self;
  url_ = "http://127.0.0.1:" + std::to_string(*self_.get("port").as_integer());
}

ObjectServer::~ObjectServer() {
  input_.reset();
  if (::waitpid(pid_, nullptr, 0) < 0) ::perror("waitpid");
  std::error_code error;
  std::filesystem::remove_all(folder_, error);
}

ObjectStoreSettings ObjectServer::settings(const std::string& query) const {
  auto parsed = parse_object_store_url("s3+" + url_ + "/" + *self_.get("bucket").as_string() +
                                       "/hosts/one?region=eu-test-1" + query);
  parsed->credentials = {*self_.get("accessKey").as_string(), *self_.get("secretKey").as_string()};
  return *parsed;
}

std::string ObjectServer::control(const std::string& path, const std::string& body) const {
  http::Request request;
  request.method = "POST";
  request.url = url_ + path;
  request.body = body;
  const auto answer = http::Client().exchange(request);
  if (!answer) throw std::runtime_error(std::string(http::to_text(answer.error())));
  return answer->body;
}

void ObjectServer::break_with(const std::string& faults) const {
  static_cast<void>(control("/_faults", faults));
}

Json ObjectServer::asked() const {
  return Json::parse(control("/_requests", "")).value();
}

}  // namespace assay::test
