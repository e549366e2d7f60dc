// SPDX-License-Identifier: Apache-2.0
// Reads and writes the headers of the tus protocol.
#include "handlers/evidence/tus.hpp"

#include <algorithm>
#include <charconv>

#include "core/base/error.hpp"
#include "core/base/time.hpp"
#include "fcgi/header_value.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/file_transfer.hpp"
#include "handlers/http/input.hpp"

namespace assay::handlers::tus {
namespace {

constexpr std::string_view kMetadata = "Upload-Metadata";
constexpr std::string_view kChecksum = "Upload-Checksum";
constexpr std::size_t kMaxMetadata = 4096;

// The key and the value of "key dmFsdWU=", or of a key alone.
struct Pair {
  std::string_view key;
  std::string value;
};

Pair read_pair(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  text = text.substr(0, text.find_last_not_of(' ') + 1);
  const std::size_t blank = std::min(text.find(' '), text.size());
  const std::string_view key = text.substr(0, blank);
  const auto value = from_base64(text.substr(std::min(blank + 1, text.size())));
  const bool plain =
      std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c < 0x7f; });
  if (key.empty() || !plain || !value) {
    refuse_field(kMetadata, "must be pairs of a key and a value in base64, separated by commas");
  }
  return {key, *value};
}

}  // namespace

void require_version(const fcgi::Request& request) {
  if (request.header("Tus-Resumable") == kTusVersion) return;
  throw Failure(ErrorCode::PreconditionFailed,
                "Tus-Resumable must be " + std::string(kTusVersion) +
                    ": it names the protocol version that the upload follows");
}

std::int64_t number_in(const fcgi::Request& request, std::string_view name) {
  const auto text = request.header(name);
  if (!text) refuse_field(name, "is required, once");
  std::int64_t number = 0;
  const char* const end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, number);
  if (read.ec != std::errc() || read.ptr != end || number < 0) {
    refuse_field(name, "must be a whole number that is not negative");
  }
  return number;
}

bool has_piece(const fcgi::Request& request) {
  const auto type = fcgi::parse_header_value(request.content_type());
  if (type && type->value == kPieceType) return true;
  if (request.content_length().value_or(0) == 0 && request.method() == "POST") return false;
  throw Failure(ErrorCode::UnsupportedMediaType,
                "The Content-Type of a piece must be " + std::string(kPieceType));
}

Metadata metadata_of(const fcgi::Request& request) {
  const auto sent = request.header(kMetadata);
  if (!sent) refuse_field(kMetadata, "is required, with a filename");
  if (sent->size() > kMaxMetadata) {
    refuse_field(kMetadata, "must have at most " + std::to_string(kMaxMetadata) + " bytes");
  }
  std::optional<std::string> filename;
  for (std::string_view rest = *sent; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const Pair pair = read_pair(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (pair.key != "filename") continue;
    if (filename) refuse_field(kMetadata, "has more than one filename");
    filename = pair.value;
  }
  if (!filename) refuse_field(kMetadata, "has no filename");
  return {stored_name(*filename, kMetadata), *sent};
}

PieceChecksum::PieceChecksum(const fcgi::Request& request) {
  const auto values = request.header_values(kChecksum);
  if (values.empty()) return;
  const std::string_view text = values.front();
  const std::size_t blank = std::min(text.find(' '), text.size());
  const std::string_view algorithm = text.substr(0, blank);
  const auto digest = from_base64(text.substr(std::min(blank + 1, text.size())));
  const std::size_t size = algorithm == "sha1" ? 20 : algorithm == "sha256" ? 32 : 0;
  if (values.size() > 1 || size == 0 || !digest || digest->size() != size) {
    refuse_field(kChecksum, "must be sha1 or sha256, a blank, and the checksum in base64");
  }
  wanted_ = *digest;
  if (algorithm == "sha1") sha1_.emplace();
}

void PieceChecksum::update(std::span<const std::byte> bytes) {
  if (sha1_) sha1_->update(bytes);
}

void PieceChecksum::require_match(const std::string& sha256) {
  if (wanted_.empty()) return;
  const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(wanted_.data()),
                                            wanted_.size());
  if (sha1_ ? sha1_->finish() == wanted_ : to_hex(bytes) == sha256) return;
  throw Failure(ErrorCode::ChecksumMismatch,
                "The checksum of the piece is not the one in Upload-Checksum. Send it again.");
}

void describe(const store::uploads::Upload& upload, fcgi::Response& response) {
  response.set("Upload-Offset", std::to_string(upload.received_bytes))
      .set("Upload-Expires", to_http_date(upload.expires_at));
  if (upload.document) response.set("Assay-Document-Id", upload.document->value);
}

}  // namespace assay::handlers::tus
