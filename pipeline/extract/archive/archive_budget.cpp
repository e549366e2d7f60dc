// SPDX-License-Identifier: Apache-2.0
// Counts levels, files and bytes, and says which limit is exceeded.
#include "pipeline/extract/archive/archive_budget.hpp"

#include <algorithm>
#include <string>

#include "pipeline/extract/page/failure.hpp"

namespace assay::extract {
namespace {

[[noreturn]] void over_limit(const char* limit, std::int64_t allowed, std::int64_t found,
                             const std::string& reason) {
  throw ReadFailure(ExtractProblem::ArchiveLimit, reason,
                    Json::object().set("limit", limit).set("allowed", allowed).set("found", found));
}

}  // namespace

void ArchiveBudget::enter_archive(std::int64_t depth) {
  if (depth > limits_.depth) {
    over_limit("depth", limits_.depth, depth,
               "The " + std::string(noun_) + " holds archives nested more than " +
                   std::to_string(limits_.depth) +
                   " levels deep. Upload the inner archives on their own.");
  }
  ++archives_;
  check_files();
}

void ArchiveBudget::add_file() {
  ++files_;
  check_files();
}

void ArchiveBudget::check_files() const {
  // Nested archives are not documents, but a million of them would be as bad.
  const std::int64_t found = std::max(files_, archives_);
  if (found <= limits_.files) return;
  over_limit("fileCount", limits_.files, found,
             "The " + std::string(noun_) + " holds more than " + std::to_string(limits_.files) +
                 " files. Split it into smaller archives.");
}

void ArchiveBudget::add_bytes(std::uint64_t count) {
  check_room_for(count);
  bytes_ += static_cast<std::int64_t>(count);
}

void ArchiveBudget::check_room_for(std::uint64_t count) const {
  constexpr std::uint64_t kBeyond = std::uint64_t{1} << 60U;  // keeps the sum in range
  const std::int64_t found = bytes_ + static_cast<std::int64_t>(std::min(count, kBeyond));
  if (found <= limits_.bytes) return;
  over_limit("totalBytes", limits_.bytes, found,
             "The files in the " + std::string(noun_) + " are larger than " +
                 std::to_string(limits_.bytes / (1024 * 1024)) +
                 " MB together. Split it into smaller archives.");
}

}  // namespace assay::extract
