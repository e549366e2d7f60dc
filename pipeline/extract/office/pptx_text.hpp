// SPDX-License-Identifier: Apache-2.0
// The text of a shape of a slide (DrawingML), and what a slide takes from its layout and its
// master: which paragraphs are list items, and texts that are on every slide.
#pragma once

#include <libxml/tree.h>

#include <array>
#include <string>
#include <vector>

#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// The bullet or number before a paragraph.
struct PptxMark {
  enum class Kind { Inherited, None, Bullet, Number };
  Kind kind = Kind::Inherited;
  std::string scheme;  // of a number: "arabicPeriod", "alphaLcParenR"
  int start = 1;       // its first number
};
// By the level of the paragraph.
using PptxMarks = std::array<PptxMark, 9>;

// The mark that a paragraph's or level's properties state; Inherited if node is nullptr.
[[nodiscard]] PptxMark mark_of(const xmlNode* properties);
// The marks of an a:lstStyle or a style of the master, or of nothing.
[[nodiscard]] PptxMarks marks_of(const xmlNode* list_style);
// own, with what it does not state taken from below.
[[nodiscard]] PptxMarks over(PptxMarks own, const PptxMarks& below);

// Which place of the layout a shape fills.
struct PptxPlace {
  bool placeholder = false;
  std::string type;   // "title", "body", "sldNum"; empty for any content
  std::string index;  // joins it to the layout's shape
};
// The place of a p:sp or p:graphicFrame.
[[nodiscard]] PptxPlace place_of(const xmlNode* shape);

class PptxLayout {
 public:
  PptxLayout() = default;
  // The roots of a slide's layout and of the layout's master; each may be nullptr.
  PptxLayout(const xmlNode* layout, const xmlNode* master);

  // Text that every slide of the layout shows, such as "Confidential".
  [[nodiscard]] const std::vector<std::string>& fixed_texts() const { return fixed_texts_; }
  // The marks of paragraphs in a shape at that place, if the slide says nothing else.
  [[nodiscard]] PptxMarks marks(const PptxPlace& place) const;

 private:
  struct Shape {
    PptxPlace place;
    PptxMarks marks;
  };
  static std::vector<Shape> shapes_of(const xmlNode* root);
  void add_fixed_texts(const xmlNode* root);

  std::vector<Shape> layout_;
  std::vector<Shape> master_;
  PptxMarks body_;  // of all body text of the master
  std::vector<std::string> fixed_texts_;
};

// The text of an a:p, with its line breaks.
[[nodiscard]] std::string paragraph_text(const xmlNode* paragraph);
// All paragraphs of a text body, one on each line.
[[nodiscard]] std::string body_text(const xmlNode* body);
// Whether the node is only the older form of an alternative (mc:Fallback), which repeats the newer
// one.
[[nodiscard]] bool repeats_choice(const xmlNode* node);

// Adds a text body's paragraphs, and list items with the bullet or number that the slide shows.
// inherited: what the layout says about its levels.
void add_text_body(const xmlNode* body, const PptxMarks& inherited, PageBuilder& builder);

}  // namespace assay::extract
