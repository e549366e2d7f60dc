// SPDX-License-Identifier: Apache-2.0
// Cleans and checks names.
#include "pipeline/extract/archive/member_path.hpp"

#include <algorithm>

#include "core/extract/extract_protocol.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

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
