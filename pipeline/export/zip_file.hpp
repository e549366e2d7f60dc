// SPDX-License-Identifier: Apache-2.0
// Writes a ZIP over libzip. The same files give the same bytes, whatever the clock and the host.
#pragma once

#include <zip.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "core/base/time.hpp"
#include "pipeline/export/export_formats.hpp"

namespace assay::exports {

class ZipFile {
 public:
  // path: of the file to write. at: the modification time of its members.
  ZipFile(const std::filesystem::path& path, Timestamp at);

  // name: relative, with / and without "..", unique. All throw std::runtime_error when libzip
  // fails.
  void add(const std::string& name, std::string bytes);
  // Adds the file's bytes from its current position to its end.
  void add(const std::string& name, File file);
  // Writes everything.
  void close();

 private:
  void add_source(const std::string& name, zip_source_t* source);
  [[noreturn]] void fail(const char* what) const;

  struct Discard {
    void operator()(zip_t* archive) const noexcept { zip_discard(archive); }
  };
  std::map<std::string, std::string> held_;  // until close(): libzip points into them
  std::unique_ptr<zip_t, Discard> archive_;
  Timestamp at_;
};

}  // namespace assay::exports
