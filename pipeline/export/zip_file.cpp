// SPDX-License-Identifier: Apache-2.0
// Wraps libzip.
#include "pipeline/export/zip_file.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace assay::exports {
namespace {

// A time as ZIP writes it: two 16-bit fields, years from 1980.
struct DosTime {
  zip_uint16_t time;
  zip_uint16_t date;
};

DosTime dos_time(Timestamp at) {
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(at - day));
  const int year = std::max(1980, static_cast<int>(date.year())) - 1980;
  const unsigned packed_date = static_cast<unsigned>(year) << 9U |
                               static_cast<unsigned>(date.month()) << 5U |
                               static_cast<unsigned>(date.day());
  const auto packed_time = static_cast<unsigned>(clock.hours().count()) << 11U |
                           static_cast<unsigned>(clock.minutes().count()) << 5U |
                           static_cast<unsigned>(clock.seconds().count()) / 2U;
  return {static_cast<zip_uint16_t>(packed_time), static_cast<zip_uint16_t>(packed_date)};
}

}  // namespace

ZipFile::ZipFile(const std::filesystem::path& path, Timestamp at) : at_(at) {
  int error = 0;
  archive_.reset(zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error));
  if (!archive_)
    throw std::runtime_error("libzip: a file cannot be begun, " + std::to_string(error));
}

void ZipFile::fail(const char* what) const {
  throw std::runtime_error(std::string("libzip: ") + what + ": " + zip_strerror(archive_.get()));
}

void ZipFile::add_source(const std::string& name, zip_source_t* source) {
  if (source == nullptr) fail("a member cannot be read");
  const zip_int64_t index = zip_file_add(archive_.get(), name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    fail("a member cannot be added");
  }
  const auto member = static_cast<zip_uint64_t>(index);
  const DosTime time = dos_time(at_);
  constexpr zip_uint32_t kReadable = 0100644U << 16U;
  if (zip_file_set_dostime(archive_.get(), member, time.time, time.date, 0) != 0 ||
      zip_file_set_external_attributes(archive_.get(), member, 0, ZIP_OPSYS_UNIX, kReadable) != 0) {
    fail("a member cannot be described");
  }
}

void ZipFile::add(const std::string& name, std::string bytes) {
  const std::string& held = held_[name] = std::move(bytes);
  add_source(name, zip_source_buffer(archive_.get(), held.data(), held.size(), 0));
}

void ZipFile::add(const std::string& name, File file) {
  // libzip closes it from here on.
  zip_source_t* source = zip_source_filep(archive_.get(), file.get(), 0, -1);
  if (source != nullptr) static_cast<void>(file.release());
  add_source(name, source);
}

void ZipFile::close() {
  if (zip_close(archive_.get()) != 0) fail("the file cannot be written");
  static_cast<void>(archive_.release());
}

}  // namespace assay::exports
