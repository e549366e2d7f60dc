// SPDX-License-Identifier: Apache-2.0
// Fuzzes an archive: the directory of a ZIP, and the files of any kind under small limits.
#include <new>

#include "pipeline/extract/archive/archive_walk.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/zip/zip_archive.hpp"
#include "tests/fuzz/targets/target.hpp"

namespace {

using assay::fuzz::require;

constexpr std::int64_t kMaxBytes = std::int64_t{4} << 20;

// Compares the announced sizes with what arrives.
class Counting : public assay::FileSink {
 public:
  void begin_file(std::string_view path, std::uint64_t size) override {
    require(assay::frames::acceptable_path(path), "paths that may be used");
    left_ = size;
    all_ += static_cast<std::int64_t>(size);
    require(all_ <= kMaxBytes, "the limit on bytes");
  }
  void file_data(std::span<const std::byte> bytes) override {
    require(bytes.size() <= left_, "no more bytes than announced");
    left_ -= bytes.size();
  }
  void end_file() override { require(left_ == 0, "as many bytes as announced"); }
  // Overrides FileSink's function of this name, if it has one.
  void left_out(std::string_view /*path*/, std::string_view /*reason*/) {}

 private:
  std::uint64_t left_ = 0;
  std::int64_t all_ = 0;
};

void read_directory(std::string_view bytes) {
  const assay::extract::ZipArchive archive(bytes);
  for (const assay::extract::ZipEntry& entry : archive.entries()) {
    require(entry.stored.data() >= bytes.data() &&
                entry.stored.data() + entry.stored.size() <= bytes.data() + bytes.size(),
            "entries inside the file");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = assay::fuzz::view(data, size);
  try {
    read_directory(bytes);
  } catch (const assay::extract::ZipError&) {
  }
  Counting sink;
  try {
    assay::extract::unpack_archive(bytes, {3, 50, kMaxBytes}, sink);
  } catch (const assay::extract::ReadFailure&) {
  } catch (const std::bad_alloc&) {
    // A dictionary of gigabytes: the reader says that the file needs more memory than it has.
  }
  return 0;
}
