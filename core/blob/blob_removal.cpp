// SPDX-License-Identifier: Apache-2.0
// Removes blobs without taking one away from an upload of the same bytes, and sweeps what is left.
#include <cerrno>

#include "core/blob/blob_store.hpp"

namespace assay {
namespace fs = std::filesystem;
namespace {

using Age = fs::file_time_type::duration;

Age age_of(const fs::path& file, std::error_code& error) {
  const auto written = fs::last_write_time(file, error);
  return error ? Age::zero() : fs::file_time_type::clock::now() - written;
}

void rename_if_there(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error && error != std::errc::no_such_file_or_directory) {
    throw IoError("rename " + from.string(), error.value());
  }
}

void remove_file(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error) throw IoError("remove " + file.string(), error.value());
}

// An upload of the same bytes may rename its file into this place at any moment. So the file is
// first moved aside, then checked: a young file goes back, whoever wrote it.
BlobStore::Removal remove_old(const fs::path& file, std::chrono::seconds grace) {
  const fs::path aside = file.string() + ".gone";
  rename_if_there(file, aside);
  std::error_code error;
  const Age age = age_of(aside, error);
  if (error == std::errc::no_such_file_or_directory) return BlobStore::Removal::Gone;
  if (error) throw IoError("stat " + aside.string(), error.value());
  if (age < grace) {
    rename_if_there(aside, file);
    return BlobStore::Removal::TooYoung;
  }
  remove_file(aside);
  return BlobStore::Removal::Gone;
}

// A file may vanish between the listing and this check: its owner finished it, which is fine.
bool remove_older(const fs::path& file, Age age) {
  std::error_code gone;
  return age_of(file, gone) > age && !gone && fs::remove(file, gone);
}

}  // namespace

BlobStore::Removal BlobStore::remove(const TenantId& tenant, const std::string& sha256,
                                     std::chrono::seconds grace) const {
  if (!objects_) return remove_old(path_of(tenant, sha256), grace);
  const std::string key = key_of(tenant, sha256);
  const auto object = objects_->find(key);
  if (object && object->age < grace) return Removal::TooYoung;
  if (object) objects_->remove(key);
  remove_file(path_of(tenant, sha256));
  return Removal::Gone;
}

std::size_t BlobStore::sweep(std::chrono::seconds incoming_older_than) const {
  std::error_code error;
  std::size_t removed = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(root_ / "tmp", error)) {
    if (remove_older(entry.path(), incoming_older_than)) ++removed;
  }
  return objects_ ? removed + sweep_copies() : removed;
}

std::size_t BlobStore::sweep_copies() const {
  std::error_code error;
  std::size_t removed = 0;
  fs::recursive_directory_iterator entries(root_, error);
  for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    const bool incoming = entries.depth() == 0 && entries->path().filename() == "tmp";
    if (incoming) entries.disable_recursion_pending();
    std::error_code gone;
    if (entries->is_regular_file(gone) && remove_older(entries->path(), kCopyGone)) ++removed;
  }
  return removed;
}

}  // namespace assay
