// SPDX-License-Identifier: Apache-2.0
// Reads parts and relationships.
#include "pipeline/extract/opc_package.hpp"

#include <algorithm>

#include "pipeline/extract/failure.hpp"
#include "pipeline/extract/tree_walk.hpp"

namespace assay::extract {
namespace {

constexpr std::uint64_t kMaxPart = 192ULL * 1024 * 1024;
constexpr std::uint64_t kMaxAll = 384ULL * 1024 * 1024;

[[noreturn]] void refuse(const std::string& document, const std::string& why) {
  throw ReadFailure(ExtractProblem::Broken,
                    "The " + document + " is damaged: its container " + why +
                        ". Open it in the program it was made with, save it as a new file, and "
                        "upload that.");
}

// A target is relative to its source's folder, or starts at the root with a slash.
std::string resolve(std::string_view source, std::string_view target) {
  std::string path;
  if (!target.starts_with('/')) {
    const std::size_t slash = source.rfind('/');
    if (slash != std::string_view::npos) path = source.substr(0, slash);
  }
  for (std::size_t at = 0; at < target.size();) {
    const std::size_t end = std::min(target.find('/', at), target.size());
    const std::string_view part = target.substr(at, end - at);
    at = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      const std::size_t up = path.rfind('/');
      path.resize(up == std::string::npos ? 0 : up);
      continue;
    }
    if (!path.empty()) path += '/';
    path += part;
  }
  return path;
}

}  // namespace

OpcPackage::OpcPackage(std::string_view bytes, std::string document)
    : document_(std::move(document)), zip_(open(bytes, document_)) {}

ZipArchive OpcPackage::open(std::string_view bytes, const std::string& document) {
  try {
    return ZipArchive(bytes);
  } catch (const ZipError& error) {
    refuse(document, error.what());
  }
}

void OpcPackage::broken(const std::string& why) const {
  refuse(document_, why);
}

std::string OpcPackage::part(std::string_view name) {
  const ZipEntry* entry = zip_.find(name);
  if (entry == nullptr) broken("lacks the part " + std::string(name));
  if (entry->encrypted) {
    throw ReadFailure(ExtractProblem::Encrypted, "The " + document_ +
                                                     " is protected by a password. Upload a copy "
                                                     "without one.");
  }
  inflated_ += entry->size;
  if (entry->size > kMaxPart || inflated_ > kMaxAll) {
    throw ReadFailure(
        ExtractProblem::Limit,
        "The " + document_ + " is too large once unpacked. Split it into smaller files.");
  }
  std::string content;
  content.reserve(entry->size);
  try {
    inflate(*entry, [&content](std::span<const std::byte> piece) {
      content.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    });
  } catch (const ZipError& error) {
    broken(error.what());
  }
  return content;
}

XmlDocument OpcPackage::xml(std::string_view name) {
  try {
    return parse_xml(part(name), Doctype::Refuse);
  } catch (const XmlError& error) {
    broken("holds a part that is " + std::string(error.what()));
  }
}

std::vector<Relationship> OpcPackage::relationships(std::string_view part) {
  const std::size_t slash = part.rfind('/');
  const std::size_t name = slash == std::string_view::npos ? 0 : slash + 1;
  const std::string rels =
      std::string(part.substr(0, name)) + "_rels/" + std::string(part.substr(name)) + ".rels";
  std::vector<Relationship> found;
  if (!has(rels)) return found;
  const XmlDocument document = xml(rels);
  const xmlNode* root = ::xmlDocGetRootElement(document.get());
  for (const xmlNode* node = root->children; node != nullptr; node = node->next) {
    if (name_of(node) != "Relationship" || attribute(node, "TargetMode") == "External") continue;
    const std::string_view type = attribute(node, "Type");
    found.push_back({std::string(attribute(node, "Id")),
                     std::string(type.substr(type.rfind('/') + 1)),
                     resolve(part, attribute(node, "Target"))});
  }
  return found;
}

std::optional<std::string> OpcPackage::target_of(const std::vector<Relationship>& relationships,
                                                 std::string_view type) {
  const auto found = std::find_if(relationships.begin(), relationships.end(),
                                  [type](const Relationship& r) { return r.type == type; });
  if (found == relationships.end()) return std::nullopt;
  return found->target;
}

std::string OpcPackage::main_part() {
  const auto target = target_of(relationships(""), "officeDocument");
  if (!target) broken("does not say which part is the document");
  return *target;
}

}  // namespace assay::extract
