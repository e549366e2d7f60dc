// SPDX-License-Identifier: Apache-2.0
// Maps the document: unused pages are never read, and none is copied.
#include "pipeline/extract/sandbox/input.hpp"

#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>

#include "core/base/io.hpp"

namespace assay::extract {

Input::Input(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) throw IoError("fstat", errno);
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ == 0) return;
  address_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
  if (address_ == MAP_FAILED) {
    address_ = nullptr;
    throw IoError("mmap", errno);
  }
}

Input::~Input() {
  if (address_ != nullptr) static_cast<void>(::munmap(address_, size_));
}

}  // namespace assay::extract
