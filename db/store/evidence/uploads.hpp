// SPDX-License-Identifier: Apache-2.0
// Uploads in pieces: what has been received of a file, which becomes a document once it is
// complete.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ids.hpp"
#include "core/base/time.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::uploads {

struct Upload {
  UploadId id;
  UserId made_by;
  std::string original_filename;
  std::string metadata;  // as sent
  std::int64_t size_bytes = 0;
  std::int64_t received_bytes = 0;
  std::int64_t pieces = 0;             // stored ones
  std::optional<DocumentId> document;  // what it became
  Timestamp created_at;
  Timestamp expires_at;
  bool expired = false;
};

struct NewUpload {
  UploadId id;
  UserId made_by;
  std::string original_filename;
  std::string metadata;
  std::int64_t size_bytes = 0;
};
void insert(pg::Tx& tx, const TenantId& tenant, const NewUpload& fresh,
            std::chrono::seconds lifetime);
// nullopt unless this user created the upload.
[[nodiscard]] std::optional<Upload> find(pg::Tx& tx, const TenantId& tenant, const UploadId& id,
                                         const UserId& by);

// The uploads of a tenant that are neither complete nor expired, and how large they will be.
struct Open {
  std::int64_t uploads = 0;
  std::int64_t bytes = 0;
};
// With what this transaction has added. Until it ends, others wait here, so that additions at the
// same time cannot exceed a limit together.
[[nodiscard]] Open lock_open(pg::Tx& tx, const TenantId& tenant);

// A piece is a stored file of the tenant.
struct Piece {
  std::int64_t starts_at = 0;
  std::int64_t size_bytes = 0;
  std::string sha256;
};
// Adds the next piece, which is not the last one, and extends the upload's lifetime. Returns false
// if the upload is over or expired, or if another piece came first.
[[nodiscard]] bool append(pg::Tx& tx, const TenantId& tenant, const UploadId& id,
                          const Piece& piece, std::chrono::seconds lifetime);
// In order.
[[nodiscard]] std::vector<Piece> pieces(pg::Tx& tx, const TenantId& tenant, const UploadId& id);
// Hashes of files that no piece needs any longer. Other records may: check before removing one.
using Files = std::vector<std::string>;
// Records that the rest has arrived, from `starts_at` on, and what the upload became. Its pieces
// are forgotten. nullopt if append() would return false.
[[nodiscard]] std::optional<Files> complete(pg::Tx& tx, const TenantId& tenant, const UploadId& id,
                                            std::int64_t starts_at, const DocumentId& document,
                                            std::chrono::seconds lifetime);
// Forgets the upload and its pieces; nullopt if there is none.
[[nodiscard]] std::optional<Files> remove(pg::Tx& tx, const TenantId& tenant, const UploadId& id);

// The same for what has expired, of all tenants, and queues the removal of their files; returns how
// many. As assay_pipeline, without a tenant.
std::int64_t forget_expired(pg::Tx& tx);

}  // namespace assay::store::uploads
