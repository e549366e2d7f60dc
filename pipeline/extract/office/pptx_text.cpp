// SPDX-License-Identifier: Apache-2.0
// Reads paragraphs and counts numbered ones.
#include "pipeline/extract/office/pptx_text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/list_number.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

// "romanUcParenR" and 4: "IV)".
std::string scheme_number(int number, std::string_view scheme) {
  struct Form {
    std::string_view begin;
    std::string_view format;
  };
  constexpr std::array kForms{Form{"alphaLc", "lowerLetter"}, Form{"alphaUc", "upperLetter"},
                              Form{"romanLc", "lowerRoman"}, Form{"romanUc", "upperRoman"}};
  const auto* form = std::find_if(kForms.begin(), kForms.end(),
                                  [scheme](const Form& f) { return scheme.starts_with(f.begin); });
  const std::string text =
      list_number(number, form == kForms.end() ? std::string_view() : form->format);
  if (scheme.ends_with("ParenBoth")) return "(" + text + ")";
  if (scheme.ends_with("ParenR")) return text + ")";
  return scheme.ends_with("Plain") ? text : text + ".";
}

// Counts the numbers of one text body.
class SlideNumbers {
 public:
  // The label of the next paragraph at that level: "- ", "2. "; empty for running text.
  std::string label(std::size_t level, const PptxMark& mark) {
    std::fill(counts_.begin() + static_cast<std::ptrdiff_t>(level) + 1, counts_.end(), 0);
    int& count = counts_.at(level);
    if (mark.kind == PptxMark::Kind::Number) {
      count = count == 0 ? mark.start : count + 1;
      return scheme_number(count, mark.scheme) + " ";
    }
    count = 0;
    return mark.kind == PptxMark::Kind::Bullet ? "- " : "";
  }

 private:
  std::array<int, std::tuple_size_v<PptxMarks>> counts_{};
};

}  // namespace

bool repeats_choice(const xmlNode* node) {
  return name_of(node) == "Fallback" && child(node->parent, "Choice") != nullptr;
}

std::string paragraph_text(const xmlNode* paragraph) {
  std::string text;
  walk(
      paragraph,
      [&text](const xmlNode* node) {
        if (is_text(node) && name_of(node->parent) == "t") text += view(node->content);
        if (name_of(node) == "br") text += '\n';
        return !repeats_choice(node);
      },
      [](const xmlNode*) {});
  return text;
}

std::string body_text(const xmlNode* body) {
  std::string text;
  for (const xmlNode* node = body->children; node != nullptr; node = node->next) {
    if (name_of(node) == "p") text += paragraph_text(node) + "\n";
  }
  return text;
}

void add_text_body(const xmlNode* body, const PptxMarks& inherited, PageBuilder& builder) {
  const PptxMarks marks = over(marks_of(child(body, "lstStyle")), inherited);
  SlideNumbers numbers;
  for (const xmlNode* node = body->children; node != nullptr; node = node->next) {
    if (name_of(node) != "p") continue;
    const std::string text = paragraph_text(node);
    if (clean_line(text).empty()) continue;
    const xmlNode* properties = child(node, "pPr");
    int level = properties == nullptr ? 0 : number_attribute(properties, "lvl", 0);
    level = std::clamp(level, 0, static_cast<int>(marks.size()) - 1);
    PptxMark mark = mark_of(properties);
    if (mark.kind == PptxMark::Kind::Inherited) mark = marks.at(static_cast<std::size_t>(level));
    const std::string label = numbers.label(static_cast<std::size_t>(level), mark);
    if (label.empty()) {
      builder.paragraph(text);
    } else {
      builder.list_item(label + text);
    }
  }
}

}  // namespace assay::extract
