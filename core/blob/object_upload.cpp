// SPDX-License-Identifier: Apache-2.0
// Uploads: in one request, or in parts (Amazon S3 API Reference, PutObject and
// CreateMultipartUpload).
#include <algorithm>
#include <cerrno>

#include "core/base/digest.hpp"
#include "core/blob/object_store.hpp"
#include "core/trace/log.hpp"

namespace assay {
namespace {

constexpr const char* kChecksum = "x-amz-checksum-sha256";
// Of one request: it is held in memory, and sent again as a whole.
constexpr std::int64_t kPartBytes = std::int64_t{16} << 20U;
constexpr std::int64_t kMaxParts = 10'000;

std::string read_part(int file, std::int64_t offset, std::int64_t size) {
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const std::span<std::byte> room = std::as_writable_bytes(std::span(bytes));
  for (std::size_t filled = 0; filled < room.size();) {
    const std::size_t got =
        read_some_at(file, room.subspan(filled), offset + static_cast<std::int64_t>(filled));
    if (got == 0) throw IoError("a file became shorter before it was stored", EIO);
    filled += got;
  }
  return bytes;
}

std::string checksum_of(std::string_view bytes) {
  const Sha256Bytes digest = sha256(bytes);
  return to_base64({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

}  // namespace

aws::Fields ObjectStore::encryption_headers() const {
  aws::Fields headers;
  if (!settings_.encryption.empty()) {
    headers.emplace_back("x-amz-server-side-encryption", settings_.encryption);
  }
  if (!settings_.kms_key.empty()) {
    headers.emplace_back("x-amz-server-side-encryption-aws-kms-key-id", settings_.kms_key);
  }
  return headers;
}

void ObjectStore::put(const std::string& key, int file, std::int64_t size,
                      const std::string& sha256) const {
  if (size > kPartBytes) return put_parts(key, file, size);
  const std::string body = read_part(file, 0, size);
  if (sha256_hex(body) != sha256) throw IoError("a file changed before it was stored", EIO);
  Call call{"PUT", key, {}, encryption_headers(), body};
  if (settings_.checksum) call.headers.emplace_back(kChecksum, checksum_of(body));
  static_cast<void>(require(call));
}

// What has been sent of an upload that failed is given up. The store keeps it if it cannot be told;
// a rule of the bucket removes that (AbortIncompleteMultipartUpload).
void ObjectStore::put_parts(const std::string& key, int file, std::int64_t size) const {
  const std::int64_t part = std::max(kPartBytes, (size + kMaxParts - 1) / kMaxParts);
  const std::string upload = begin_parts(key);
  try {
    std::string parts;
    int number = 0;
    for (std::int64_t at = 0; at < size; at += part) {
      parts += put_part(key, upload, ++number, read_part(file, at, std::min(part, size - at)));
    }
    complete_parts(key, upload, parts, size);
  } catch (const IoError&) {
    const auto gone = send({"DELETE", key, {{"uploadId", upload}}});
    if (!gone) log::warning("upload_left_behind", {{"key", key}, {"upload", upload}});
    throw;
  }
}

std::string ObjectStore::begin_parts(const std::string& key) const {
  Call call{"POST", key, {{"uploads", ""}}, encryption_headers()};
  if (settings_.checksum) call.headers.emplace_back("x-amz-checksum-algorithm", "SHA256");
  const http::Response response = require(call);
  std::string upload = xml_text(response.body, "UploadId");
  if (upload.empty()) refuse(call, response);
  return upload;
}

std::string ObjectStore::put_part(const std::string& key, const std::string& upload, int number,
                                  const std::string& body) const {
  Call call{"PUT", key, {{"partNumber", std::to_string(number)}, {"uploadId", upload}}, {}, body};
  const std::string checksum = checksum_of(body);
  if (settings_.checksum) call.headers.emplace_back(kChecksum, checksum);
  const http::Response response = require(call);
  const auto tag = response.headers.find("etag");
  if (tag == response.headers.end()) refuse(call, response);
  std::string part = "<Part><PartNumber>" + std::to_string(number) + "</PartNumber><ETag>" +
                     tag->second + "</ETag>";
  if (settings_.checksum) part += "<ChecksumSHA256>" + checksum + "</ChecksumSHA256>";
  return part + "</Part>";
}

// The store may answer 200 before it is done, and then say in the body that it failed. Once it has
// completed an upload it does not know it any more, so if the answer is lost, another try fails:
// then the object itself tells.
void ObjectStore::complete_parts(const std::string& key, const std::string& upload,
                                 const std::string& parts, std::int64_t size) const {
  const Call call{"POST",
                  key,
                  {{"uploadId", upload}},
                  {},
                  "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">" +
                      parts + "</CompleteMultipartUpload>"};
  const auto there = [&] {
    const auto object = find(key);
    return object && object->size == size;
  };
  try {
    const http::Response response = ask(call);
    if (response.status == 200 && xml_text(response.body, "Code").empty()) return;
    if (!there()) refuse(call, response);
  } catch (const StoreUnavailable&) {
    if (!there()) throw;
  }
}

}  // namespace assay
