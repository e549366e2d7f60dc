// SPDX-License-Identifier: Apache-2.0
// Turns the shapes of one slide into blocks.
#pragma once

#include <libxml/tree.h>

#include <set>
#include <string>
#include <vector>

#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/office/pptx_layout.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

class PptxSlide {
 public:
  // parts: what the slide refers to. edges: the footers, dates and texts of layouts on earlier
  // slides, which are not repeated; those of this slide are added. All must outlive the slide.
  PptxSlide(OpcPackage& package, const std::vector<Relationship>& parts, const PptxLayout& layout,
            std::set<std::string>& edges, PageBuilder& builder)
      : package_(package), parts_(parts), layout_(layout), edges_(edges), builder_(builder) {}

  // Adds the title, then all other shapes in the order of the slide, then footers. root: that of
  // the slide. Throws ReadFailure.
  void add(const xmlNode* root);

 private:
  bool enter(const xmlNode* node);
  void add_shape(const xmlNode* shape);

  OpcPackage& package_;
  const std::vector<Relationship>& parts_;
  const PptxLayout& layout_;
  std::set<std::string>& edges_;
  PageBuilder& builder_;
  const xmlNode* title_ = nullptr;
  std::vector<std::string> new_edges_;
};

// Adds what the speaker is to say, under a heading. root: that of a slide's notes.
void add_speaker_notes(const xmlNode* root, PageBuilder& builder);

}  // namespace assay::extract
