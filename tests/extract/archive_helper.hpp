// SPDX-License-Identifier: Apache-2.0
// Unpacks archives in this process, and expects them to be refused.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/extract/extract_types.hpp"
#include "core/extract/extractor.hpp"
#include "pipeline/extract/archive/archive_walk.hpp"

namespace assay::test {

// Keeps the files; checks that each has its announced size.
class ArchiveFiles : public FileSink {
 public:
  void begin_file(std::string_view path, std::uint64_t size) override;
  void file_data(std::span<const std::byte> bytes) override;
  void end_file() override;
  void left_out(std::string_view path, std::string_view reason) override;

  std::map<std::string, std::string> files;
  std::map<std::string, std::string> left_out_files;

 private:
  std::string path_;
  std::uint64_t announced_ = 0;
};

// The files by their paths.
[[nodiscard]] std::map<std::string, std::string> unpack(const std::string& archive,
                                                        std::string_view name = {});
// Why the archive is refused; a test failure if it is not.
[[nodiscard]] ExtractFailure refusal(const std::string& archive,
                                     extract::ArchiveLimits limits = {});
void expect_unsafe(const std::string& archive, const std::string& why);
void expect_limit(const ExtractFailure& failure, const std::string& limit, std::int64_t allowed,
                  std::int64_t found);

}  // namespace assay::test
