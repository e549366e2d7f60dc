// SPDX-License-Identifier: Apache-2.0
// Runs the walk over archives.
#include "tests/extract/archive_helper.hpp"

#include <gtest/gtest.h>

#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/sandbox/confine.hpp"

namespace assay::test {
namespace {

// Names of archives are read in the program's locale.
void warm_up_once() {
  static const bool warm = (extract::warm_up(), true);
  static_cast<void>(warm);
}

}  // namespace

void ArchiveFiles::begin_file(std::string_view path, std::uint64_t size) {
  path_ = path;
  announced_ = size;
  files[path_].clear();
}

void ArchiveFiles::file_data(std::span<const std::byte> bytes) {
  files[path_].append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void ArchiveFiles::end_file() {
  EXPECT_EQ(files[path_].size(), announced_);
}

void ArchiveFiles::left_out(std::string_view path, std::string_view reason) {
  left_out_files.emplace(path, reason);
}

std::map<std::string, std::string> unpack(const std::string& archive, std::string_view name) {
  warm_up_once();
  ArchiveFiles files;
  extract::unpack_archive(archive, {}, files, name);
  return files.files;
}

ExtractFailure refusal(const std::string& archive, extract::ArchiveLimits limits) {
  warm_up_once();
  try {
    static_cast<void>(extract::list_archive(archive, limits));
  } catch (const extract::ReadFailure& failure) {
    return failure.failure();
  }
  ADD_FAILURE() << "the archive was taken";
  return {};
}

void expect_unsafe(const std::string& archive, const std::string& why) {
  const ExtractFailure failure = refusal(archive);
  EXPECT_EQ(failure.problem, ExtractProblem::ArchiveUnsafe) << failure.reason;
  EXPECT_NE(failure.reason.find(why), std::string::npos) << failure.reason;
}

void expect_limit(const ExtractFailure& failure, const std::string& limit, std::int64_t allowed,
                  std::int64_t found) {
  EXPECT_EQ(failure.problem, ExtractProblem::ArchiveLimit) << failure.reason;
  EXPECT_EQ(failure.details.get("limit").as_string(), limit);
  EXPECT_EQ(failure.details.get("allowed").as_integer(), allowed);
  EXPECT_EQ(failure.details.get("found").as_integer(), found);
}

}  // namespace assay::test
