// SPDX-License-Identifier: Apache-2.0
// Breaks pages and draws their feet.
#include "pipeline/export/pdf_flow.hpp"

namespace assay::exports {

void Flow::draw_foot() {
  if (page_ == 1) return;
  constexpr double kFoot = kPageHeight - 44;
  constexpr double kNumber = 80;
  const Type type{.size = 8, .ink = kSecond, .by_script = false};
  canvas_.rule(kLeft, kFoot - 8, kWidth, kLine);
  canvas_.draw(canvas_.set_text(foot_, type, kWidth - kNumber, 1), kLeft, kFoot);
  std::string number = "Page " + std::to_string(page_);
  if (known_.total > 0) number += " of " + std::to_string(known_.total);
  const TextBlock block = canvas_.set_text(number, type, kNumber, 1);
  canvas_.draw(block, kRight - block.width(), kFoot);
}

void Flow::next_page() {
  draw_foot();
  canvas_.next_page();
  ++page_;
  y_ = kTop;
  if (head_) head_();
}

void Flow::text(std::string_view text, const Type& type, double indent, double width,
                const std::function<void(double, double)>& beside) {
  const TextBlock block = canvas_.set_text(text, type, width - indent);
  double origin = y_;
  double end = 0;  // of the last line, from the block's top
  double above = y_;
  canvas_.draw_lines(block, kLeft + indent, [&](double top, double bottom) {
    if (origin + bottom > kBottom) {
      next_page();
      origin = y_ - top;
      above = y_;
    }
    if (beside) beside(above, origin + bottom);  // without gaps between the lines
    above = origin + bottom;
    end = bottom;
    return origin;
  });
  y_ = origin + end;
}

void Flow::heading(std::string_view text, double size, double with) {
  const Type type{.size = size, .bold = true};
  const TextBlock block = canvas_.set_text(text, type, kWidth);
  need(block.height() + with);
  canvas_.draw(block, kLeft, y_);
  y_ += block.height();
}

void Flow::destination(const std::string& name) {
  canvas_.destination(name);
  learnt_.of[name] = page_;
}

PageNumbers Flow::finish() {
  draw_foot();
  learnt_.total = page_;
  return std::move(learnt_);
}

}  // namespace assay::exports
