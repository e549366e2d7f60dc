// SPDX-License-Identifier: Apache-2.0
// Maps the document's bytes read-only from its descriptor.
#pragma once

#include <cstddef>
#include <string_view>

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

}  // namespace assay::extract
