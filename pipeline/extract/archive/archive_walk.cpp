// SPDX-License-Identifier: Apache-2.0
// Walks nested archives: decides what is a file and what an archive, and passes on the files.
#include "pipeline/extract/archive/archive_walk.hpp"

#include <algorithm>
#include <string>

#include "core/base/digest.hpp"
#include "core/extract/extract_protocol.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/extract/archive/archive_rules.hpp"
#include "pipeline/extract/archive/container.hpp"
#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/types/file_types.hpp"

namespace assay::extract {
namespace {

// where: path of a nested archive, or empty for the upload itself.
[[noreturn]] void refuse_container(const Container& container, const std::string& where,
                                   const ContainerError& error) {
  const std::string noun = "The " + std::string(container.noun) + " ";
  const std::string subject = where.empty() ? noun : noun + "\"" + where + "\" inside the upload ";
  throw ReadFailure(
      error.problem(),
      subject + error.what() +
          ". Make a new archive of the plain files and upload that, or the files one by one.");
}

bool may_be_container(std::string_view head, std::string_view path) {
  return !archive_type(head).empty() || !mail_type(head, path).empty() ||
         begins_like_compound(head);
}

// The path of an uploaded message, whose name may be anything.
std::string message_path(std::string_view name) {
  std::string path = utf8::shown(utf8::storable(name));
  std::ranges::replace(path, '\\', '_');
  return frames::acceptable_path(path) ? path : "message";
}

// For trying whether an archive can be unpacked.
class Nowhere : public FileSink {
 public:
  void begin_file(std::string_view /*path*/, std::uint64_t /*size*/) override {}
  void file_data(std::span<const std::byte> /*bytes*/) override {}
  void end_file() override {}
  void left_out(std::string_view /*path*/, std::string_view /*reason*/) override {}
};

class Walk {
 public:
  Walk(const ArchiveBudget& budget, FileSink& sink) : budget_(budget), sink_(sink) {}

  // where: as above. name: the archive's path, or the upload's name. False if it turned out to be
  // damaged before its first member, and is to be kept as a file.
  [[nodiscard]] bool archive(const Container& container, std::string_view bytes,
                             const std::string& where, std::string_view name, std::int64_t depth);
  // Counts and passes on a file.
  void begin(const std::string& path, std::uint64_t size) {
    budget_.add_file();
    sink_.begin_file(path, size);
  }
  void leave_out(const std::string& path, std::string_view reason) {
    if (++left_out_ <= frames::kMaxLeftOut) sink_.left_out(path, reason);
  }
  [[nodiscard]] FileSink& sink() { return sink_; }
  [[nodiscard]] ArchiveBudget& budget() { return budget_; }

 private:
  ArchiveBudget budget_;
  std::int64_t left_out_ = 0;
  FileSink& sink_;
};

// The members of one archive.
class Level : public Members {
 public:
  // document: the members are attached to one.
  Level(Walk& walk, const std::string& where, std::int64_t depth, bool document)
      : walk_(walk), where_(where), depth_(depth), document_(document) {}

  void expect(const Member& member) override;
  void take(const Member& member, const ReadMember& read) override;
  void pass_over(std::uint64_t bytes) override { walk_.budget().add_bytes(bytes); }
  [[nodiscard]] std::uint64_t room() const override { return walk_.budget().room(); }

  [[nodiscard]] bool any_taken() const { return any_taken_; }

 private:
  void file(const std::string& path, std::uint64_t size, const ReadMember& read);
  void whole(const std::string& path, const std::string& bytes);
  void pass_on(const std::string& path, const std::string& bytes);
  [[nodiscard]] bool can_unpack(const Container& container, const std::string& path,
                                const std::string& bytes) const;

  Walk& walk_;
  const std::string& where_;
  std::int64_t depth_;
  bool document_;
  std::uint64_t expected_ = 0;
  bool any_taken_ = false;
};

void Level::expect(const Member& member) {
  constexpr std::uint64_t kBeyond = std::uint64_t{1} << 60U;
  const bool counts = !added_by_system(member_path(member)) && !member.directory;
  if (counts) expected_ = std::min(expected_ + std::min(member.size, kBeyond), kBeyond);
  walk_.budget().check_room_for(expected_);
}

void Level::take(const Member& member, const ReadMember& read) {
  any_taken_ = true;
  const std::string path = member_path(member);
  if (member.directory) return;
  const std::string full = where_.empty() ? path : where_ + "/" + path;
  const bool too_long = full.size() > frames::kMaxPathBytes;
  if (added_by_system(path)) {
    if (too_long) return;
    return walk_.leave_out(
        full, "An operating system added the file to the archive; it is not a document.");
  }
  if (too_long) throw ContainerError("holds a path of more than 4,096 bytes");
  if (!member.left_out.empty()) return walk_.leave_out(full, member.left_out);
  walk_.budget().check_room_for(member.size);
  file(full, member.size, read);
}

void Level::file(const std::string& path, std::uint64_t size, const ReadMember& read) {
  std::string held;  // the first bytes, and all bytes of what may be an archive
  bool begun = false;
  const auto pass_on = [&] {
    begun = true;
    walk_.begin(path, size);
    walk_.sink().file_data(std::as_bytes(std::span(held)));
    held = {};
  };
  read([&](std::span<const std::byte> piece) {
    walk_.budget().add_bytes(piece.size());
    if (begun) return walk_.sink().file_data(piece);
    const bool undecided = held.size() < kArchiveHeadBytes;
    held.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    if (!undecided || held.size() < kArchiveHeadBytes) return;
    if (!may_be_container(held, path)) return pass_on();
    held.reserve(size);
  });
  if (!begun && may_be_container(held, path)) return whole(path, held);
  if (!begun) pass_on();
  walk_.sink().end_file();
}

// Whether an attached archive is without faults: the person who got a message did not make it.
bool Level::can_unpack(const Container& container, const std::string& path,
                       const std::string& bytes) const {
  if (!document_ || container.document) return true;
  Nowhere nowhere;
  Walk attempt(walk_.budget(), nowhere);
  try {
    return attempt.archive(container, bytes, path, path, depth_ + 1);
  } catch (const ReadFailure& failure) {
    if (failure.failure().problem == ExtractProblem::ArchiveLimit) throw;
    return false;
  }
}

void Level::whole(const std::string& path, const std::string& bytes) {
  const Container* container = container_of(unpacked_as(bytes, path));
  if (container == nullptr || !can_unpack(*container, path, bytes)) return pass_on(path, bytes);
  if (container->document) pass_on(path, bytes);
  if (walk_.archive(*container, bytes, path, path, depth_ + 1) || container->document) return;
  pass_on(path, bytes);
}

void Level::pass_on(const std::string& path, const std::string& bytes) {
  walk_.begin(path, bytes.size());
  walk_.sink().file_data(std::as_bytes(std::span(bytes)));
  walk_.sink().end_file();
}

bool Walk::archive(const Container& container, std::string_view bytes, const std::string& where,
                   std::string_view name, std::int64_t depth) {
  budget_.enter_archive(depth);
  Level level(*this, where, depth, container.document);
  try {
    container.walk(bytes, name, level);
  } catch (const ContainerError& error) {
    const bool one_file_is_bad = !where.empty() && !container.refuses_whole && !level.any_taken();
    if (!one_file_is_bad) refuse_container(container, where, error);
    return false;
  }
  return true;
}

class Listing : public FileSink {
 public:
  void begin_file(std::string_view path, std::uint64_t /*size*/) override {
    files.push_back({std::string(path), "", ""});
    digest_ = Sha256();
  }
  void file_data(std::span<const std::byte> bytes) override { digest_.update(bytes); }
  void end_file() override { files.back().sha256 = to_hex(digest_.finish()); }
  void left_out(std::string_view path, std::string_view reason) override {
    files.push_back({std::string(path), "", std::string(reason)});
  }

  std::vector<ArchiveFile> files;

 private:
  Sha256 digest_;
};

}  // namespace

void unpack_archive(std::string_view bytes, const ArchiveLimits& limits, FileSink& sink,
                    std::string_view name) {
  const std::string_view type = unpacked_as(bytes, name);
  // Bytes of no known kind are refused as what most archives are.
  const Container& container = *container_of(type.empty() ? "zip" : type);
  Walk walk(ArchiveBudget(limits, container.noun), sink);
  // What is attached is named by its message: many attachments are called "image001.png".
  const std::string where = container.document ? message_path(name) : "";
  static_cast<void>(walk.archive(container, bytes, where, name, 1));
  if (walk.budget().files() == 0 && !container.document) {
    throw ReadFailure(ExtractProblem::Empty,
                      "The " + std::string(container.noun) +
                          " holds no files. Add the documents to it and upload it again.");
  }
}

std::vector<ArchiveFile> list_archive(std::string_view bytes, const ArchiveLimits& limits,
                                      std::string_view name) {
  Listing listing;
  unpack_archive(bytes, limits, listing, name);
  return std::move(listing.files);
}

}  // namespace assay::extract
