// SPDX-License-Identifier: Apache-2.0
// Owns a C library's handle and releases it exactly once, with the library's own function.
#pragma once

#include <memory>

namespace assay {

template <auto Release>
struct CRelease {
  template <class T>
  void operator()(T* handle) const noexcept {
    static_cast<void>(Release(handle));  // NOLINT(cppcoreguidelines-owning-memory)
  }
};

// CHandle<xmlDoc, xmlFreeDoc> document(xmlReadMemory(...));
template <class T, auto Release>
using CHandle = std::unique_ptr<T, CRelease<Release>>;

}  // namespace assay
