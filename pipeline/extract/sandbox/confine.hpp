// SPDX-License-Identifier: Apache-2.0
// The way into the sandbox, the same for each program that reads documents. Maps the document's
// bytes read-only from its descriptor, loads the files that libraries would otherwise read from
// disk in the middle of a document, and limits the process's resources and the user that it runs
// as.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "pipeline/extract/sandbox/sandbox.hpp"

namespace assay::extract {

class Input {
 public:
  // Throws IoError. An empty file maps to an empty view.
  explicit Input(int fd);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input();
  [[nodiscard]] std::string_view bytes() const {
    return {static_cast<const char*>(address_), size_};
  }

 private:
  void* address_ = nullptr;
  std::size_t size_ = 0;
};

// Address space and CPU time as given, no file writing, no core dumps, 16 descriptors, no more
// processes. Throws IoError.
void limit_resources(std::int64_t memory_bytes, std::int64_t cpu_seconds);
// As root, becomes nobody for good; otherwise does nothing. Throws IoError.
void drop_root();

// Loads the locale, character set converters, and libxml2, and makes libxml2 refuse every external
// entity. (Constructing Magic loads libmagic's database.) Throws if the locale is missing.
void warm_up();
// Loads the other encodings of web pages (Encoding Standard, section 4.2), which takes longer than
// reading a small document. Only needed if no converter can be opened later. Throws if one is
// missing.
void load_rare_converters();

struct ProcessLimits {
  std::int64_t memory_bytes = 0;
  std::int64_t cpu_seconds = 0;
};

// Loads what the libraries need, then calls prepare() for what the program itself needs. Returns
// the sandbox to enter. Throws if any of it fails.
[[nodiscard]] Sandbox load_all(const std::function<void()>& prepare);
// Sets the limits and enters the sandbox. sandbox: what load_all() returned, in this process or
// the one that it was forked from. Throws if any of it fails: then nothing may be read.
void confine(ProcessLimits limits, Sandbox& sandbox);

}  // namespace assay::extract
