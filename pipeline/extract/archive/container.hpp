// SPDX-License-Identifier: Apache-2.0
// Between a kind of container and the walk: a container names its members one by one, and the walk
// checks names, limits and kinds and passes on the bytes.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "core/extract/extract_types.hpp"
#include "pipeline/extract/zip/zip_archive.hpp"

namespace assay::extract {

struct Member {
  std::string name;  // valid UTF-8; as stored, apart from its encoding
  bool directory = false;
  std::uint64_t size = 0;
  // Why it never becomes a document, a sentence for a person; empty if it may.
  std::string_view left_out = {};
};

// Gives all bytes of a member, piece by piece.
using ReadMember = std::function<void(const Bytes& sink)>;

// Receives the members that a container names.
class Members {
 public:
  Members() = default;
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;
  virtual ~Members() = default;

  // A member that take() gets later. Containers that can name all their members in advance do, so
  // that nothing is unpacked from one that is refused.
  virtual void expect(const Member& member) = 0;
  // The next member; calls read at most once.
  virtual void take(const Member& member, const ReadMember& read) = 0;
  // Bytes that had to be unpacked to get past a member.
  virtual void pass_over(std::uint64_t bytes) = 0;
  // How many more bytes may be unpacked.
  [[nodiscard]] virtual std::uint64_t room() const = 0;
};

// Why a container is refused.
class ContainerError : public DamagedInput {
 public:
  // why: completes "The TAR archive ...": "is cut off".
  explicit ContainerError(std::string why, ExtractProblem problem = ExtractProblem::ArchiveUnsafe)
      : DamagedInput(std::move(why)), problem_(problem) {}
  [[nodiscard]] ExtractProblem problem() const noexcept { return problem_; }

 private:
  ExtractProblem problem_;
};

struct Container {
  std::string_view type;  // of types/file_type_table.hpp
  std::string_view noun;  // "ZIP archive"
  // Whether its directory is read first, so that damage concerns the whole archive instead of one
  // file. If it is inside another archive, damage then causes that archive to be refused as well.
  bool refuses_whole = false;
  // A document with text of its own, which is passed on besides its members. A bad archive among
  // them is kept as a file, and does not refuse the rest.
  bool document = false;
  // Names all members. name: the container's own path or file name. Throws ContainerError and what
  // the members throw.
  void (*walk)(std::string_view bytes, std::string_view name, Members& members) = nullptr;
};

// nullptr if files of the type are not unpacked.
[[nodiscard]] const Container* container_of(std::string_view type);

// The kinds.
void walk_zip(std::string_view bytes, std::string_view name, Members& members);
void walk_tar(std::string_view bytes, std::string_view name, Members& members);
void walk_7z(std::string_view bytes, std::string_view name, Members& members);
// TARs, and single files, compressed as GZIP, BZIP2 or XZ.
void walk_compressed(std::string_view bytes, std::string_view name, Members& members);
// What is attached to an e-mail message; the messages of a mailbox.
void walk_eml(std::string_view bytes, std::string_view name, Members& members);
void walk_msg(std::string_view bytes, std::string_view name, Members& members);
void walk_mbox(std::string_view bytes, std::string_view name, Members& members);

}  // namespace assay::extract
