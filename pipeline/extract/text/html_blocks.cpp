// SPDX-License-Identifier: Apache-2.0
// Converts HTML elements to headings, paragraphs, list items and table rows.
#include "pipeline/extract/text/text_blocks.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

template <std::size_t N>
bool among(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool unseen(std::string_view name) {
  constexpr std::array<std::string_view, 9> kNames{
      "script", "style", "noscript", "template", "svg", "iframe", "object", "datalist", "canvas"};
  return among(name, kNames);
}

// Whether a style says display:none or visibility:hidden.
bool style_hides(std::string_view style) {
  std::string compact = ascii_lower(style);
  std::erase_if(compact, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
  return compact.find("display:none") != std::string::npos ||
         compact.find("visibility:hidden") != std::string::npos;
}

// Navigation, and what the page itself states not to be shown.
bool left_out(const xmlNode* node, std::string_view name) {
  if (name == "html" || name == "body") return false;
  if (name == "nav") return true;
  for (const xmlAttr* at = node->properties; at != nullptr; at = at->next) {
    const std::string_view key = view(at->name);
    if (key == "hidden") return true;
    const bool plain = at->children != nullptr && is_text(at->children);
    const std::string_view value = plain ? view(at->children->content) : std::string_view();
    if (key == "style" && style_hides(value)) return true;
    if (key == "role" && value == "navigation") return true;
    if (key == "type" && name == "input" && iequals(value, "hidden")) return true;
  }
  return false;
}

bool breaks_flow(std::string_view name) {
  constexpr std::array<std::string_view, 37> kNames{
      "address", "article", "aside",   "blockquote", "body",  "caption",  "center",     "dd",
      "details", "dialog",  "div",     "dl",         "dt",    "fieldset", "figcaption", "figure",
      "footer",  "form",    "header",  "hr",         "li",    "main",     "nav",        "ol",
      "p",       "pre",     "section", "summary",    "table", "title",    "ul",         "option",
      "legend",  "html",    "tr",      "td",         "th"};
  return among(name, kNames);
}

int heading_level(std::string_view name) {
  return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6' ? name[1] - '0' : 0;
}

// Elements in a list item that are not part of its text.
bool ends_item(std::string_view name) {
  return heading_level(name) > 0 || name == "li" || name == "ul" || name == "ol" || name == "dl" ||
         name == "table" || name == "pre";
}

bool makes_bold(std::string_view name) {
  return name == "b" || name == "strong" || name == "th";
}

struct HtmlList {
  bool ordered = false;
  int next = 1;
};

class HtmlReader {
 public:
  HtmlReader(HtmlParts parts, PageBuilder& builder) : parts_(parts), builder_(builder) {}

  bool enter(const xmlNode* node);
  void leave(const xmlNode* node);
  void finish() {
    flush();
    flush_item();
  }

 private:
  [[nodiscard]] bool skips(const xmlNode* node, std::string_view name) const;
  void flush();
  void flush_item();
  void text(std::string_view piece);
  void enter_table_part(const xmlNode* node);
  void leave_table_part(const xmlNode* node);

  HtmlParts parts_;
  PageBuilder& builder_;
  std::string text_;
  std::string marker_;
  std::string item_;  // of a list, which the next paragraphs inside it may still join
  int heading_ = 0;
  int preformatted_ = 0;
  std::vector<HtmlList> lists_;
  std::optional<HtmlTable> table_;  // the current one
  int inner_ = 0;                   // open tables inside it: their text joins its cell
  int bold_ = 0;                    // open elements that make text bold
  bool plain_ = false;              // some text of the current cell is not bold
};

bool HtmlReader::skips(const xmlNode* node, std::string_view name) const {
  return unseen(name) || (parts_ == HtmlParts::Shown && left_out(node, name));
}

void HtmlReader::flush() {
  if (table_) {
    // Inside a table, blocks only separate words: the cell is one text.
    if (!text_.empty() && text_.back() != ' ') text_ += ' ';
    return;
  }
  if (trim(text_).empty()) {
    text_.clear();
    return;
  }
  if (heading_ > 0) {
    builder_.heading(heading_, text_);
  } else if (!marker_.empty()) {
    flush_item();
    item_ = std::exchange(marker_, {}) + std::string(trim(text_));
  } else if (!item_.empty() && preformatted_ == 0) {
    item_ += '\n' + std::string(trim(text_));
  } else {
    flush_item();
    builder_.paragraph(text_);
  }
  text_.clear();
}

void HtmlReader::flush_item() {
  if (!item_.empty()) builder_.list_item(std::exchange(item_, {}));
}

void HtmlReader::text(std::string_view piece) {
  if (bold_ == 0 && !trim(piece).empty()) plain_ = true;
  if (preformatted_ > 0) {
    text_ += piece;
    return;
  }
  for (const char c : piece) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space) {
      text_ += c;
    } else if (!text_.empty() && text_.back() != ' ' && text_.back() != '\n') {
      text_ += ' ';
    }
  }
}

void HtmlReader::enter_table_part(const xmlNode* node) {
  const std::string_view name = name_of(node);
  if (name == "table" && table_) {
    ++inner_;
  } else if (name == "table" && !arranges_page(node)) {
    table_.emplace(node);
    plain_ = false;
  } else if (table_ && inner_ == 0) {
    table_->enter(node, name);
  }
}

void HtmlReader::leave_table_part(const xmlNode* node) {
  const std::string_view name = name_of(node);
  if (!table_) return;
  if (table_->is(node)) {
    table_->write(builder_);
    table_.reset();
  } else if (inner_ > 0) {
    if (name == "table") --inner_;
  } else if (name == "td" || name == "th") {
    const bool strong = !std::exchange(plain_, false);
    table_->add_cell(node, std::exchange(text_, {}), strong);
  } else if (name == "caption") {
    builder_.paragraph(std::exchange(text_, {}));
    plain_ = false;
  }
}

bool HtmlReader::enter(const xmlNode* node) {
  if (is_text(node)) {
    text(view(node->content));
    return false;
  }
  const std::string_view name = name_of(node);
  if (name.empty() || skips(node, name)) return false;
  if (name == "br") text_ += preformatted_ > 0 || !table_ ? '\n' : ' ';
  if (name == "img") text(attribute(node, "alt"));
  if (name == "input") text(attribute(node, "value"));
  if (heading_level(name) > 0 || breaks_flow(name)) flush();
  if (ends_item(name)) flush_item();
  if (heading_level(name) > 0) heading_ = heading_level(name);
  if (name == "pre") ++preformatted_;
  if (makes_bold(name)) ++bold_;
  if (name == "ul" || name == "ol") lists_.push_back({name == "ol", 1});
  if (name == "li") {
    const bool ordered = !lists_.empty() && lists_.back().ordered;
    marker_ = ordered ? std::to_string(lists_.back().next++) + ". " : "- ";
    if (table_) text_ += std::exchange(marker_, {});
  }
  enter_table_part(node);
  return true;
}

void HtmlReader::leave(const xmlNode* node) {
  const std::string_view name = name_of(node);
  if (name.empty()) return;
  if (skips(node, name)) {
    if (breaks_flow(name)) flush();
    return;
  }
  if (heading_level(name) > 0 || breaks_flow(name)) flush();
  if (ends_item(name)) flush_item();
  if (heading_level(name) > 0) heading_ = 0;
  if (name == "pre") --preformatted_;
  if (makes_bold(name)) --bold_;
  if (name == "li") marker_.clear();
  if ((name == "ul" || name == "ol") && !lists_.empty()) lists_.pop_back();
  leave_table_part(node);
}

}  // namespace

void add_html_tree(const xmlNode* root, HtmlParts parts, PageBuilder& builder) {
  if (root == nullptr) return;
  HtmlReader reader(parts, builder);
  walk(
      root, [&reader](const xmlNode* node) { return reader.enter(node); },
      [&reader](const xmlNode* node) { reader.leave(node); });
  reader.finish();
}

}  // namespace assay::extract
