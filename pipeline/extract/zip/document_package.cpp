// SPDX-License-Identifier: Apache-2.0
// Inflates and parses parts.
#include "pipeline/extract/zip/document_package.hpp"

#include <utility>

#include "pipeline/extract/page/output.hpp"

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

// where: completes "has more than 192 MB ...".
[[noreturn]] void refuse_size(const std::string& document, std::uint64_t most, const char* where) {
  throw ReadFailure(ExtractProblem::Limit,
                    "The " + document + " has more than " + std::to_string(most / (1024 * 1024)) +
                        " MB " + where + " once unpacked. Split it into smaller files.");
}

}  // namespace

DocumentPackage::DocumentPackage(std::string_view bytes, std::string document)
    : document_(std::move(document)), zip_(open(bytes, document_)) {}

ZipArchive DocumentPackage::open(std::string_view bytes, const std::string& document) {
  try {
    return ZipArchive(bytes);
  } catch (const ZipError& error) {
    refuse(document, error.what());
  }
}

void DocumentPackage::broken(const std::string& why) const {
  refuse(document_, why);
}

void DocumentPackage::encrypted() const {
  throw ReadFailure(ExtractProblem::Encrypted,
                    "The " + document_ + " is protected by a password. Upload a copy without one.");
}

std::string DocumentPackage::part(std::string_view name) {
  const ZipEntry* entry = zip_.find(name);
  if (entry == nullptr) broken("lacks the part " + std::string(name));
  if (entry->encrypted) encrypted();
  inflated_ += entry->size;
  if (entry->size > kMaxPart) refuse_size(document_, kMaxPart, "in one part");
  if (inflated_ > kMaxAll) refuse_size(document_, kMaxAll, "in all parts");
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

XmlDocument DocumentPackage::xml(std::string_view name, Doctype doctype) {
  try {
    return parse_xml(part(name), doctype);
  } catch (const XmlError& error) {
    broken("holds a part that is " + std::string(error.what()));
  }
}

}  // namespace assay::extract
