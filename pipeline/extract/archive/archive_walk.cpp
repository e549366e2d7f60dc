// SPDX-License-Identifier: Apache-2.0
// Walks nested archives: names, kinds and the shared budget.
#include "pipeline/extract/archive/archive_walk.hpp"

#include <algorithm>
#include <string>

#include "core/base/digest.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/failure.hpp"
#include "pipeline/extract/types/file_types.hpp"
#include "pipeline/extract/zip/zip_archive.hpp"

namespace assay::extract {
namespace {

[[noreturn]] void over(const char* limit, std::int64_t allowed, std::int64_t found,
                       const std::string& reason) {
  throw ReadFailure(ExtractProblem::ArchiveLimit, reason,
                    Json::object().set("limit", limit).set("allowed", allowed).set("found", found));
}

// where: path of a nested archive, or empty for the upload itself.
[[noreturn]] void unsafe(const std::string& where, const std::string& why) {
  const std::string subject =
      where.empty() ? "The ZIP archive " : "The ZIP archive \"" + where + "\" inside the upload ";
  throw ReadFailure(
      ExtractProblem::ArchiveUnsafe,
      subject + why +
          ". Make a new archive of the plain files and upload that, or the files one by one.");
}

struct Budget {
  ArchiveLimits limits;
  std::int64_t files = 0;
  std::int64_t archives = 0;
  std::int64_t bytes = 0;

  void check_files() const {
    // Nested archives are not documents, but a million of them would be as bad.
    const std::int64_t found = std::max(files, archives);
    if (found <= limits.files) return;
    over("fileCount", limits.files, found,
         "The ZIP archive holds more than " + std::to_string(limits.files) +
             " files. Split it into smaller archives.");
  }
  void check_bytes(std::int64_t found) const {
    if (found <= limits.bytes) return;
    over("totalBytes", limits.bytes, found,
         "The files in the ZIP archive are larger than " +
             std::to_string(limits.bytes / (1024 * 1024)) +
             " MB together. Split it into smaller archives.");
  }
};

// "./a//b" to "a/b"; drops a directory's trailing slash. Escaping names stay, to be refused.
std::string tidy(std::string_view name) {
  std::string out;
  if (name.starts_with('/')) out = "/";
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t slash = std::min(name.find('/', at), name.size());
    const std::string_view part = name.substr(at, slash - at);
    at = slash + 1;
    if (part.empty() || part == ".") continue;
    if (!out.empty() && out.back() != '/') out += '/';
    out += part;
  }
  return out;
}

// The path under which people see an entry.
std::string shown_path(const ZipEntry& entry) {
  return utf8::shown(tidy(entry.name));
}

bool has_drive(std::string_view name) {
  return name.size() >= 2 && name[1] == ':' &&
         ((name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z'));
}

bool added_by_system(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return path == "__MACOSX" || path.starts_with("__MACOSX/") ||
         path.find("/__MACOSX/") != std::string_view::npos || name == ".DS_Store" ||
         iequals(name, "Thumbs.db");
}

class Walk {
 public:
  Walk(const ArchiveLimits& limits, FileSink& sink) : sink_(sink) { budget_.limits = limits; }

  void archive(std::string_view bytes, const std::string& where, std::int64_t depth);
  [[nodiscard]] std::int64_t files() const { return budget_.files; }

 private:
  void entries(const ZipArchive& zip, const std::string& where, std::int64_t depth);
  void file(const ZipEntry& entry, const std::string& path, std::int64_t depth);
  void maybe_archive(const std::string& bytes, const std::string& path, std::int64_t depth);
  void begin(const std::string& path, std::uint64_t size);
  void leave_out(const std::string& path);

  Budget budget_;
  std::int64_t left_out_ = 0;
  FileSink& sink_;
};

void Walk::archive(std::string_view bytes, const std::string& where, std::int64_t depth) {
  const std::int64_t allowed = budget_.limits.depth;
  if (depth > allowed) {
    over("depth", allowed, depth,
         "The ZIP archive holds archives nested more than " + std::to_string(allowed) +
             " levels deep. Upload the inner archives on their own.");
  }
  ++budget_.archives;
  budget_.check_files();
  try {
    entries(ZipArchive(bytes), where, depth);
  } catch (const ZipError& error) {
    unsafe(where, error.what());
  }
}

void Walk::entries(const ZipArchive& zip, const std::string& where, std::int64_t depth) {
  std::int64_t declared = budget_.bytes;
  // Check all names and kinds first: nothing is inflated from an archive that will be refused.
  for (const ZipEntry& entry : zip.entries()) {
    const std::string path = shown_path(entry);
    const bool root = path.empty() && entry.directory;
    const bool ambiguous = entry.name.find('\0') != std::string::npos;  // other readers stop there
    if (entry.name.starts_with('/') || has_drive(entry.name))
      unsafe(where, "holds an absolute path");
    if (ambiguous || (!root && !frames::acceptable_path(path))) {
      unsafe(where, "holds a name that leads outside of it or cannot be used");
    }
    if (entry.special) unsafe(where, "holds a symbolic link or special file");
    if (entry.encrypted) unsafe(where, "is encrypted");
    constexpr std::uint64_t kBeyond = std::uint64_t{1} << 60U;  // keeps the sum in range
    const auto size = static_cast<std::int64_t>(std::min(entry.size, kBeyond));
    if (!entry.directory && !added_by_system(path)) declared += size;
    budget_.check_bytes(declared);
  }
  for (const ZipEntry& entry : zip.entries()) {
    const std::string path = shown_path(entry);
    if (entry.directory) continue;
    const std::string full = where.empty() ? path : where + "/" + path;
    const bool too_long = full.size() > frames::kMaxPathBytes;
    if (added_by_system(path)) {
      if (!too_long) leave_out(full);
      continue;
    }
    if (too_long) unsafe(where, "holds a path that is too long");
    file(entry, full, depth);
  }
}

void Walk::leave_out(const std::string& path) {
  if (++left_out_ > frames::kMaxLeftOut) return;
  sink_.left_out(path, "An operating system added the file to the archive; it is not a document.");
}

void Walk::begin(const std::string& path, std::uint64_t size) {
  ++budget_.files;
  budget_.check_files();
  sink_.begin_file(path, size);
}

void Walk::file(const ZipEntry& entry, const std::string& path, std::int64_t depth) {
  std::string held;  // an entry that may be an archive must be held whole
  bool first = true;
  bool hold = false;
  inflate(entry, [&](std::span<const std::byte> piece) {
    const std::string_view text(reinterpret_cast<const char*>(piece.data()), piece.size());
    budget_.bytes += static_cast<std::int64_t>(piece.size());
    budget_.check_bytes(budget_.bytes);
    if (first) {
      hold = begins_like_zip(text);
      if (hold) {
        held.reserve(entry.size);
      } else {
        begin(path, entry.size);
      }
    }
    first = false;
    if (hold) {
      held += text;
    } else {
      sink_.file_data(piece);
    }
  });
  if (hold) return maybe_archive(held, path, depth);
  if (first) begin(path, 0);
  sink_.end_file();
}

void Walk::maybe_archive(const std::string& bytes, const std::string& path, std::int64_t depth) {
  if (is_plain_archive(bytes, path)) return archive(bytes, path, depth + 1);
  begin(path, bytes.size());
  sink_.file_data(std::as_bytes(std::span(bytes)));
  sink_.end_file();
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

void unpack_archive(std::string_view bytes, const ArchiveLimits& limits, FileSink& sink) {
  Walk walk(limits, sink);
  walk.archive(bytes, "", 1);
  if (walk.files() == 0) {
    throw ReadFailure(
        ExtractProblem::Empty,
        "The ZIP archive holds no files. Add the documents to it and upload it again.");
  }
}

std::vector<ArchiveFile> list_archive(std::string_view bytes, const ArchiveLimits& limits) {
  Listing listing;
  unpack_archive(bytes, limits, listing);
  return std::move(listing.files);
}

}  // namespace assay::extract
