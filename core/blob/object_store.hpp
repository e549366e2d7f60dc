// SPDX-License-Identifier: Apache-2.0
// Objects of one bucket of an S3-compatible store. Requests are signed, repeated with growing
// pauses while the store has temporary failures, and end with an error that names bucket, key and
// cause.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/io.hpp"
#include "core/crypto/request_signature.hpp"
#include "core/http/http_client.hpp"
#include "core/settings/storage_settings.hpp"

namespace assay {

// The object store gave no useful answer: it is unreachable, failing, or rejects the credentials.
// Trying again later may help.
class StoreUnavailable : public IoError {
 public:
  using IoError::IoError;
};

// Any number of threads may share one; each request in progress has a connection of its own.
class ObjectStore {
 public:
  explicit ObjectStore(ObjectStoreSettings settings) : settings_(std::move(settings)) {}

  // Stores the first `size` bytes of the open file, in parts if there are many. They must have that
  // SHA-256 (hex). Replaces an object with that key. Throws IoError.
  void put(const std::string& key, int file, std::int64_t size, const std::string& sha256) const;

  // Passes the object's bytes to take, in order and each once, even if the connection breaks in
  // between. Returns false if there is no such object. Throws IoError, and what take throws.
  using Take = std::function<void(std::span<const std::byte>)>;
  [[nodiscard]] bool get(const std::string& key, const Take& take) const;

  struct Object {
    std::int64_t size = 0;
    std::chrono::seconds age{};  // by the store's clock
  };
  // nullopt if there is none. Throws IoError.
  [[nodiscard]] std::optional<Object> find(const std::string& key) const;

  // Does nothing if there is none. Throws IoError.
  void remove(const std::string& key) const;

  // "s3://bucket/prefix", for messages.
  [[nodiscard]] std::string name() const;

 private:
  // A request in the terms of S3. The signature and the common headers are added when it is sent.
  struct Call {
    std::string method;
    std::string key;
    aws::Fields query = {};
    aws::Fields headers = {};  // names in lower case
    std::string body = {};
    http::BodySink sink = {};  // takes the body only if the status is sink_status
    int sink_status = 0;
  };

  // The parts of put(); each throws StoreUnavailable.
  void put_parts(const std::string& key, int file, std::int64_t size) const;
  [[nodiscard]] std::string begin_parts(const std::string& key) const;
  // Returns the element that completes the upload.
  [[nodiscard]] std::string put_part(const std::string& key, const std::string& upload, int number,
                                     const std::string& body) const;
  void complete_parts(const std::string& key, const std::string& upload, const std::string& parts,
                      std::int64_t size) const;
  [[nodiscard]] aws::Fields encryption_headers() const;

  // Sends once.
  [[nodiscard]] Result<http::Response, http::Problem> send(const Call& call) const;
  // Repeats the request until the store gives an answer other than a temporary failure. Throws
  // StoreUnavailable after the last try.
  [[nodiscard]] http::Response ask(const Call& call) const;
  // The same, but throws for any status outside 200 to 299.
  http::Response require(const Call& call) const;
  [[nodiscard]] http::Client take_client() const;
  [[noreturn]] void give_up(const Call& call,
                            const Result<http::Response, http::Problem>& answer) const;
  [[noreturn]] void refuse(const Call& call, const http::Response& response) const;
  [[nodiscard]] std::string what(const Call& call, std::string_view cause) const;

  ObjectStoreSettings settings_;
  mutable std::mutex mutex_;
  mutable std::vector<http::Client> idle_;  // kept connections
};

// The text of the first element of that name in the store's XML, or "". This is enough because the
// answers are flat and only identifiers are read from them.
[[nodiscard]] std::string xml_text(std::string_view xml, std::string_view element);

}  // namespace assay
