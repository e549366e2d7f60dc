// SPDX-License-Identifier: Apache-2.0
// The headers of the tus protocol, version 1.0.0: https://tus.io/protocols/resumable-upload.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/digest.hpp"
#include "db/store/evidence/uploads.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"

namespace assay::handlers::tus {

inline constexpr std::string_view kExtensions =
    "creation,creation-with-upload,termination,checksum,expiration";
inline constexpr std::string_view kAlgorithms = "sha1,sha256";
inline constexpr std::string_view kPieceType = "application/offset+octet-stream";

// Throws Failure 412 unless the request says Tus-Resumable: 1.0.0.
void require_version(const fcgi::Request& request);

// A header that is a whole number. Throws Failure 400 naming it when it is missing or malformed.
[[nodiscard]] std::int64_t number_in(const fcgi::Request& request, std::string_view name);

// Whether the request carries a piece. Throws Failure 415 when it has a body of another type.
[[nodiscard]] bool has_piece(const fcgi::Request& request);

// The contents of Upload-Metadata. Keys other than filename are stored, but not used here.
struct Metadata {
  std::string filename;
  std::string as_sent;
};
// Throws Failure 400 naming the header when it is malformed, too long, or has no filename.
[[nodiscard]] Metadata metadata_of(const fcgi::Request& request);

// The checksum that a request states for its piece (Upload-Checksum), if any.
class PieceChecksum {
 public:
  // Throws Failure 400 naming the header for one that is malformed or of an unknown algorithm.
  explicit PieceChecksum(const fcgi::Request& request);
  void update(std::span<const std::byte> bytes);
  // Call once, after the whole piece. sha256: of the piece, hex. Throws Failure 460 if it differs.
  void require_match(const std::string& sha256);

 private:
  std::string wanted_;  // "" without the header
  std::optional<Sha1> sha1_;
};

// Adds the headers that describe an upload: its offset, its length, and until when it can continue.
void describe(const store::uploads::Upload& upload, fcgi::Response& response);

}  // namespace assay::handlers::tus
