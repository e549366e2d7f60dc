// SPDX-License-Identifier: Apache-2.0
// Counts levels, files and bytes, and says which limit is exceeded. Cleans and checks names.
#include "pipeline/extract/archive/archive_rules.hpp"

#include <algorithm>
#include <string>

#include "core/extract/extract_protocol.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/output.hpp"

namespace assay::extract {
namespace {

[[noreturn]] void over_limit(const char* limit, std::int64_t allowed, std::int64_t found,
                             const std::string& reason) {
  throw ReadFailure(ExtractProblem::ArchiveLimit, reason,
                    Json::object().set("limit", limit).set("allowed", allowed).set("found", found));
}

// Escaping names stay, to be refused.
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

bool has_drive(std::string_view name) {
  return name.size() >= 2 && name[1] == ':' &&
         ((name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z'));
}

}  // namespace

void ArchiveBudget::enter_archive(std::int64_t depth) {
  if (depth > limits_.depth) {
    over_limit("depth", limits_.depth, depth,
               "The " + std::string(noun_) + " holds archives nested more than " +
                   std::to_string(limits_.depth) +
                   " levels deep. Upload the inner archives on their own.");
  }
  ++archives_;
  check_files();
}

void ArchiveBudget::add_file() {
  ++files_;
  check_files();
}

void ArchiveBudget::check_files() const {
  // Nested archives are not documents, but a million of them would be as bad.
  const std::int64_t found = std::max(files_, archives_);
  if (found <= limits_.files) return;
  over_limit("fileCount", limits_.files, found,
             "The " + std::string(noun_) + " holds more than " + std::to_string(limits_.files) +
                 " files. Split it into smaller archives.");
}

void ArchiveBudget::add_bytes(std::uint64_t count) {
  check_room_for(count);
  bytes_ += static_cast<std::int64_t>(count);
}

void ArchiveBudget::check_room_for(std::uint64_t count) const {
  constexpr std::uint64_t kBeyond = std::uint64_t{1} << 60U;  // keeps the sum in range
  const std::int64_t found = bytes_ + static_cast<std::int64_t>(std::min(count, kBeyond));
  if (found <= limits_.bytes) return;
  over_limit("totalBytes", limits_.bytes, found,
             "The files in the " + std::string(noun_) + " are larger than " +
                 std::to_string(limits_.bytes / (1024 * 1024)) +
                 " MB together. Split it into smaller archives.");
}

std::string member_path(const Member& member) {
  if (member.name.starts_with('/') || has_drive(member.name)) {
    throw ContainerError("holds an absolute path");
  }
  const std::string path = utf8::shown(tidy(member.name));
  const bool root = path.empty() && member.directory;
  const bool ambiguous = member.name.find('\0') != std::string::npos;  // other readers stop there
  if (ambiguous || (!root && !frames::acceptable_path(path))) {
    throw ContainerError("holds a name that leads outside of it or cannot be used");
  }
  return path;
}

bool added_by_system(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return path == "__MACOSX" || path.starts_with("__MACOSX/") ||
         path.find("/__MACOSX/") != std::string_view::npos || name == ".DS_Store" ||
         name.starts_with("._") || iequals(name, "Thumbs.db");
}

}  // namespace assay::extract
