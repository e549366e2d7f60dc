// SPDX-License-Identifier: Apache-2.0
// Objects of one bucket of an S3-compatible store. Requests are signed, repeated with growing
// pauses while the store is unwell, and end with an error that names bucket, key and cause.
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

// The object store gave no useful answer: it is unreachable, unwell, or refuses the credentials.
// Trying again later may help.
class StoreUnavailable : public IoError {
 public:
  using IoError::IoError;
};

// Any number of threads may share one; each request in progress has a connection of its own.
class ObjectStore {
 public:
  explicit ObjectStore(ObjectStoreSettings settings) : settings_(std::move(settings)) {}

  // Stores size bytes from the beginning of the open file, in parts if they are many, which must
  // have that SHA-256 (hex). An object of that key is replaced. Throws IoError.
  void put(const std::string& key, int file, std::int64_t size, const std::string& sha256) const;

  // Passes on the bytes of the object, in order and each once, even if the connection broke in
  // between. False if there is none. Throws IoError, and what take throws.
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
  // One request as S3 has it; the signature and the common headers are added.
  struct Call {
    std::string method;
    std::string key;
    aws::Fields query = {};
    aws::Fields headers = {};  // names in lower case
    std::string body = {};
    http::BodySink sink = {};  // takes the body of sink_status alone
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
  // Sends until the store answers with something else than that it is unwell. Throws
  // StoreUnavailable in the end.
  [[nodiscard]] http::Response ask(const Call& call) const;
  // The same; throws for any status that is not of the 200s.
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

// The text of the first element of that name in the store's XML, or "": its answers are flat, and
// only their identifiers are needed.
[[nodiscard]] std::string xml_text(std::string_view xml, std::string_view element);

}  // namespace assay
