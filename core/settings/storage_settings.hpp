// SPDX-License-Identifier: Apache-2.0
// The address of the database, and whether a pooler is in front of it. Settings of the object store
// that holds the originals of an installation with several hosts.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "core/base/error.hpp"
#include "core/crypto/request_signature.hpp"
#include "core/settings/setting_reader.hpp"

namespace assay {

struct DatabaseAddress {
  // Implicit on purpose: most addresses are only a connection string.
  DatabaseAddress(std::string text, bool pooler = false)  // NOLINT(google-explicit-constructor)
      : url(std::move(text)), pooled(pooler) {}
  DatabaseAddress(const char* text) : url(text) {}  // NOLINT(google-explicit-constructor)
  DatabaseAddress() = default;

  std::string url;  // libpq connection string
  // Each transaction may run on a different server connection (pgbouncer, pool_mode transaction),
  // so nothing may be kept in the session.
  bool pooled = false;
};

// A bucket of a store that speaks the protocol of Amazon S3. Buckets are named in the path.
struct ObjectStoreSettings {
  std::string endpoint;  // https://host[:port]
  std::string bucket;
  std::string prefix;  // of all keys: "" or "a/b/"
  std::string region;
  std::string encryption;        // x-amz-server-side-encryption: "", "AES256" or "aws:kms"
  std::string kms_key;           // its key, with aws:kms; "": the store's own
  bool checksum = true;          // x-amz-checksum-sha256 with every upload
  aws::Credentials credentials;  // without an access key, requests are not signed

  [[nodiscard]] std::string host() const;  // as in the header Host
};

// Reads s3+https://HOST[:PORT]/BUCKET[/PREFIX]?region=R[&encryption=E][&kms-key=K][&checksum=off];
// s3+http is for networks that nobody else can read. The credentials are left empty. The error says
// what is wrong, worded to follow the setting's name.
[[nodiscard]] Result<ObjectStoreSettings, std::string> parse_object_store_url(
    const std::string& text);

// ASSAY_BLOB_URL with the credentials; nullopt: originals are files.
[[nodiscard]] std::optional<ObjectStoreSettings> read_object_store_settings(
    SettingReader& reader, const aws::Credentials& credentials);
// ASSAY_BLOB_ACCESS_KEY and ASSAY_BLOB_SECRET_KEY.
[[nodiscard]] aws::Credentials read_object_store_credentials(SettingReader& reader);

}  // namespace assay
