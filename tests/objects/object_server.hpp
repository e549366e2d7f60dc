// SPDX-License-Identifier: Apache-2.0
// The S3 server of server.mjs as a child process, with a folder of its own.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "core/base/io.hpp"
#include "core/json/json.hpp"
#include "core/settings/storage_settings.hpp"

namespace assay::test {

class ObjectServer {
 public:
  ObjectServer();
  ObjectServer(const ObjectServer&) = delete;
  ObjectServer& operator=(const ObjectServer&) = delete;
  ~ObjectServer();  // ends the server, removes the folder

  // Its bucket with that prefix and its credentials. query: further parameters, "&name=value".
  [[nodiscard]] ObjectStoreSettings settings(const std::string& query = "") const;
  // See server.mjs.
  void break_with(const std::string& faults) const;
  // What was asked since the last call: an array of {method, url, headers, bytes}.
  [[nodiscard]] Json asked() const;

 private:
  [[nodiscard]] std::string control(const std::string& path, const std::string& body) const;

  std::filesystem::path folder_;
  pid_t pid_ = -1;
  FileDescriptor input_;  // the server ends when this is closed
  std::string url_;
  Json self_;
};

}  // namespace assay::test
