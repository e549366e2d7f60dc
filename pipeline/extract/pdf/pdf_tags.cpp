// SPDX-License-Identifier: Apache-2.0
// Goes through the tree of elements once, from the top down.
#include "pipeline/extract/pdf/pdf_tags.hpp"

#include <poppler/Catalog.h>
#include <poppler/StructElement.h>
#include <poppler/StructTreeRoot.h>

#include <cstddef>
#include <vector>

namespace assay::extract {
namespace {

constexpr std::size_t kMaxTagged = 200'000;  // pieces of content in headings

// 0 if it is none.
int level_of(const StructElement& element) {
  switch (element.getType()) {
    case StructElement::H:
    case StructElement::H1:
      return 1;
    case StructElement::H2:
      return 2;
    case StructElement::H3:
      return 3;
    case StructElement::H4:
      return 4;
    case StructElement::H5:
      return 5;
    case StructElement::H6:
      return 6;
    default:
      return 0;
  }
}

struct Open {
  const StructElement* element;
  PdfTag tag;  // of the heading that it is part of
};

}  // namespace

PdfTags::PdfTags(PDFDoc& document) {
  Catalog* catalog = document.getCatalog();
  const StructTreeRoot* root = catalog != nullptr ? catalog->getStructTreeRoot() : nullptr;
  if (root == nullptr) return;
  std::vector<Open> open;
  for (unsigned i = root->getNumChildren(); i > 0; --i) {
    open.push_back({root->getChild(static_cast<int>(i - 1)), {}});
  }
  int elements = 0;
  std::map<int, int> pages;  // by the number of their object
  while (!open.empty() && headings_.size() < kMaxTagged) {
    auto [element, tag] = open.back();
    open.pop_back();
    ++elements;
    if (element->getType() == StructElement::MCID) {
      Ref page{};
      if (tag.level == 0 || !element->getPageRef(page)) continue;
      const auto [known, added] = pages.try_emplace(page.num, 0);
      if (added) known->second = catalog->findPage(page);
      headings_.try_emplace({known->second, element->getMCID()}, tag);
      continue;
    }
    if (const int level = level_of(*element); level > 0) tag = {level, elements};
    for (unsigned i = element->getNumChildren(); i > 0; --i) {
      open.push_back({element->getChild(static_cast<int>(i - 1)), tag});
    }
  }
}

PdfTag PdfTags::of(int page, int content) const {
  const auto found = headings_.find({page, content});
  return found == headings_.end() ? PdfTag{} : found->second;
}

}  // namespace assay::extract
