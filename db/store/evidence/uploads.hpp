// SPDX-License-Identifier: Apache-2.0
// Uploads in pieces: what has arrived of a file that becomes a document when all of it has.
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
// Only for its maker: nullopt for everybody else.
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
// Adds the next piece, which is not the last one, and puts off the end of the upload. Returns false
// if it is over or expired, or another piece was faster.
[[nodiscard]] bool append(pg::Tx& tx, const TenantId& tenant, const UploadId& id,
                          const Piece& piece, std::chrono::seconds lifetime);
// In order.
[[nodiscard]] std::vector<Piece> pieces(pg::Tx& tx, const TenantId& tenant, const UploadId& id);
// The hashes of files that pieces no longer need. Others may: ask before removing one.
using Files = std::vector<std::string>;
// Records that the rest has arrived, from `starts_at` on, and what the upload became. Its pieces
// are forgotten. nullopt where append() returns false.
[[nodiscard]] std::optional<Files> complete(pg::Tx& tx, const TenantId& tenant, const UploadId& id,
                                            std::int64_t starts_at, const DocumentId& document,
                                            std::chrono::seconds lifetime);
// Forgets the upload and its pieces; nullopt if there is none.
[[nodiscard]] std::optional<Files> remove(pg::Tx& tx, const TenantId& tenant, const UploadId& id);

// The same for what has expired, of all tenants, and queues the removal of their files; returns how
// many. As assay_pipeline, without a tenant.
std::int64_t forget_expired(pg::Tx& tx);

}  // namespace assay::store::uploads
