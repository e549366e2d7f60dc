// SPDX-License-Identifier: Apache-2.0
// Runs libarchive's writers.
#include "tests/extract/packed_builder.hpp"

#include <archive_entry.h>

#include <array>
#include <clocale>
#include <cstdio>
#include <stdexcept>

namespace assay::test {
namespace {

using EntryHandle = CHandle<archive_entry, archive_entry_free>;

// libarchive writes names in the locale's character set.
void use_utf8() {
  if (std::setlocale(LC_CTYPE, "C.UTF-8") == nullptr) {
    throw std::runtime_error("there is no locale C.UTF-8");
  }
}

EntryHandle entry_of(const std::string& name, unsigned kind, std::int64_t size) {
  EntryHandle entry(::archive_entry_new());
  ::archive_entry_set_pathname(entry.get(), name.c_str());
  ::archive_entry_set_filetype(entry.get(), kind);
  ::archive_entry_set_perm(entry.get(), 0644);
  ::archive_entry_set_size(entry.get(), size);
  return entry;
}

}  // namespace

la_ssize_t PackedBuilder::append(archive* /*writer*/, void* out, const void* data,
                                 std::size_t size) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(data), size);
  return static_cast<la_ssize_t>(size);
}

void PackedBuilder::check(la_ssize_t result) const {
  if (result < ARCHIVE_OK) throw std::runtime_error(::archive_error_string(writer_.get()));
}

PackedBuilder::PackedBuilder(const std::string& format, const std::string& filter)
    : writer_(::archive_write_new()) {
  use_utf8();
  archive* writer = writer_.get();
  check(format == "7z"    ? ::archive_write_set_format_7zip(writer)
        : format == "raw" ? ::archive_write_set_format_raw(writer)
                          : ::archive_write_set_format_pax_restricted(writer));
  if (filter == "gz") check(::archive_write_add_filter_gzip(writer));
  if (filter == "bz2") check(::archive_write_add_filter_bzip2(writer));
  if (filter == "xz") check(::archive_write_add_filter_xz(writer));
  check(::archive_write_set_bytes_in_last_block(writer, 1));
  check(::archive_write_open2(writer, &out_, nullptr, append, nullptr, nullptr));
}

PackedBuilder& PackedBuilder::add(const std::string& name, std::string_view content) {
  const EntryHandle entry = entry_of(name, AE_IFREG, static_cast<std::int64_t>(content.size()));
  check(::archive_write_header(writer_.get(), entry.get()));
  check(::archive_write_data(writer_.get(), content.data(), content.size()));
  return *this;
}

PackedBuilder& PackedBuilder::directory(const std::string& name) {
  check(::archive_write_header(writer_.get(), entry_of(name, AE_IFDIR, 0).get()));
  return *this;
}

PackedBuilder& PackedBuilder::symbolic_link(const std::string& name, const std::string& target) {
  const EntryHandle entry = entry_of(name, AE_IFLNK, 0);
  ::archive_entry_set_symlink(entry.get(), target.c_str());
  check(::archive_write_header(writer_.get(), entry.get()));
  return *this;
}

PackedBuilder& PackedBuilder::hard_link(const std::string& name, const std::string& target) {
  const EntryHandle entry = entry_of(name, AE_IFREG, 0);
  ::archive_entry_set_hardlink(entry.get(), target.c_str());
  check(::archive_write_header(writer_.get(), entry.get()));
  return *this;
}

PackedBuilder& PackedBuilder::pipe(const std::string& name) {
  check(::archive_write_header(writer_.get(), entry_of(name, AE_IFIFO, 0).get()));
  return *this;
}

PackedBuilder& PackedBuilder::sparse(const std::string& name, std::int64_t size, std::int64_t at,
                                     std::string_view content) {
  const EntryHandle entry = entry_of(name, AE_IFREG, size);
  ::archive_entry_sparse_add_entry(entry.get(), at, static_cast<std::int64_t>(content.size()));
  check(::archive_write_header(writer_.get(), entry.get()));
  // The writer wants the gap, too, and leaves it out.
  const std::string gap(static_cast<std::size_t>(at), '\0');
  check(::archive_write_data(writer_.get(), gap.data(), gap.size()));
  check(::archive_write_data(writer_.get(), content.data(), content.size()));
  return *this;
}

std::string PackedBuilder::build() {
  check(::archive_write_close(writer_.get()));
  return out_;
}

std::string compressed(std::string_view content, const std::string& filter) {
  return PackedBuilder("raw", filter).add("file", content).build();
}

std::string tar_header(std::string_view name, std::string_view size) {
  std::string header(512, '\0');
  header.replace(0, name.size(), name);
  header.replace(100, 7, "0000644");
  header.replace(124, size.size(), size);
  header.replace(148, 8, 8, ' ');
  header[156] = '0';
  header.replace(257, 8, std::string_view("ustar\00000", 8));
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  std::array<char, 8> digits{};
  static_cast<void>(std::snprintf(digits.data(), digits.size(), "%06o", sum));
  header.replace(148, 7, digits.data(), 7);
  return header;
}

}  // namespace assay::test
