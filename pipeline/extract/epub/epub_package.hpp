// SPDX-License-Identifier: Apache-2.0
// Finds the chapters of an EPUB book (EPUB 3.3, chapters 4 and 5).
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/document_fact.hpp"
#include "pipeline/extract/zip/document_package.hpp"

namespace assay::extract {

struct EpubChapter {
  std::string part;
  bool drawing = false;  // SVG, not a page of HTML
};

class EpubPackage {
 public:
  // Throws ReadFailure, as all members do: Broken, Limit, and Encrypted if a chapter is.
  explicit EpubPackage(std::string_view bytes);

  [[nodiscard]] const std::string& title() const { return title_; }
  [[nodiscard]] const std::vector<FileProperty>& properties() const { return properties_; }
  // In reading order, each once.
  [[nodiscard]] const std::vector<EpubChapter>& chapters() const { return chapters_; }
  [[nodiscard]] std::string bytes_of(const EpubChapter& chapter) {
    return package_.part(chapter.part);
  }

 private:
  struct Item {
    std::string part;
    std::string content_type;
    std::string fallback;  // id of an item that says the same in another format
  };
  void read_package(const std::string& part);
  void read_properties(const xmlNode* metadata);
  // The part of a reader's format that stands for the item; nullptr if there is none.
  [[nodiscard]] const Item* readable(std::string_view id) const;
  void add_chapter(const Item& item);
  void refuse_encrypted();

  DocumentPackage package_;
  std::string title_;
  std::vector<FileProperty> properties_;
  std::map<std::string, Item, std::less<>> items_;
  std::vector<EpubChapter> chapters_;
  std::set<std::string, std::less<>> seen_;
};

}  // namespace assay::extract
