// SPDX-License-Identifier: Apache-2.0
// Compares signatures. A TAR of the oldest kind has none but the sum of its first header's bytes
// (IEEE 1003.1, pax, ustar interchange format).
#include "pipeline/extract/types/file_types.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "pipeline/extract/zip/zip_archive.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kSumAt = 148;
constexpr std::size_t kSumBytes = 8;

// Octal digits between spaces and NULs.
std::optional<std::uint64_t> octal(std::string_view field) {
  constexpr std::string_view kPadding(" \0", 2);
  const std::size_t begin = field.find_first_not_of(kPadding);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view digits = field.substr(begin, field.find_first_of(kPadding, begin) - begin);
  std::uint64_t value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '7') return std::nullopt;
    value = value * 8 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

// The sum of the header's bytes, in which the sum itself counts as spaces.
bool sum_is_right(std::string_view header) {
  const auto stated = octal(header.substr(kSumAt, kSumBytes));
  std::uint64_t sum = kSumBytes * ' ';
  for (std::size_t i = 0; i < header.size(); ++i) {
    const bool of_sum = i >= kSumAt && i < kSumAt + kSumBytes;
    if (!of_sum) sum += static_cast<unsigned char>(header[i]);
  }
  return stated == sum;
}

bool is_tar(std::string_view bytes) {
  if (bytes.size() < kArchiveHeadBytes) return false;
  const std::string_view header = bytes.substr(0, kArchiveHeadBytes);
  // A wrong sum means a damaged TAR and not another kind of file.
  return header.substr(257, 5) == "ustar" || sum_is_right(header);
}

bool is_bzip2(std::string_view bytes) {
  if (bytes.size() < 10 || !bytes.starts_with("BZh") || bytes[3] < '1' || bytes[3] > '9') {
    return false;
  }
  const std::string_view block = bytes.substr(4, 6);
  return block == "1AY&SY" || block == "\x17\x72\x45\x38\x50\x90";  // the second ends the file
}

struct Signature {
  std::string_view bytes;
  std::string_view type;
};
constexpr std::array kSignatures{
    Signature{"7z\xBC\xAF\x27\x1C", "7z"},
    Signature{"\x1F\x8B\x08", "gz"},
    Signature{{"\xFD"
               "7zXZ\0",
               6},
              "xz"},
};

}  // namespace

std::string_view archive_type(std::string_view bytes) {
  if (begins_like_zip(bytes)) return "zip";
  const auto* found = std::find_if(
      kSignatures.begin(), kSignatures.end(),
      [bytes](const Signature& signature) { return bytes.starts_with(signature.bytes); });
  if (found != kSignatures.end()) return found->type;
  if (is_bzip2(bytes)) return "bz2";
  return is_tar(bytes) ? "tar" : "";
}

}  // namespace assay::extract
