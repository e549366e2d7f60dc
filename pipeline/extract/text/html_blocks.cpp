// SPDX-License-Identifier: Apache-2.0
// Converts HTML elements to headings, paragraphs, list items and table rows.
#include "pipeline/extract/text/html_blocks.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/text/html_table.hpp"
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

struct HtmlList {
  bool ordered = false;
  int next = 1;
};

class HtmlReader {
 public:
  explicit HtmlReader(PageBuilder& builder) : builder_(builder) {}

  bool enter(const xmlNode* node);
  void leave(const xmlNode* node);
  void finish() { flush(); }

 private:
  void flush();
  void text(std::string_view piece);
  void enter_table_part(const xmlNode* node);
  void leave_table_part(const xmlNode* node);

  PageBuilder& builder_;
  std::string text_;
  std::string marker_;
  int heading_ = 0;
  int preformatted_ = 0;
  std::vector<HtmlList> lists_;
  std::optional<HtmlTable> table_;  // the current one; holds no further tables
};

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
    builder_.list_item(marker_ + std::string(trim(text_)));
    marker_.clear();
  } else {
    builder_.paragraph(text_);
  }
  text_.clear();
}

void HtmlReader::text(std::string_view piece) {
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
  if (name == "table" && !table_ && !arranges_page(node)) {
    table_.emplace(node);
  } else if (table_) {
    table_->enter(node, name);
  }
}

void HtmlReader::leave_table_part(const xmlNode* node) {
  const std::string_view name = name_of(node);
  if (!table_) return;
  if (name == "td" || name == "th") {
    table_->add_cell(node, std::exchange(text_, {}));
  } else if (name == "caption") {
    builder_.paragraph(std::exchange(text_, {}));
  } else if (table_->is(node)) {
    table_->write(builder_);
    table_.reset();
  }
}

bool HtmlReader::enter(const xmlNode* node) {
  if (is_text(node)) {
    text(view(node->content));
    return false;
  }
  const std::string_view name = name_of(node);
  if (unseen(name) || node->type == XML_COMMENT_NODE) return false;
  if (name == "br") text_ += preformatted_ > 0 || !table_ ? '\n' : ' ';
  if (name == "img") text(attribute(node, "alt"));
  if (name == "input") text(attribute(node, "value"));
  if (heading_level(name) > 0 || breaks_flow(name)) flush();
  if (heading_level(name) > 0) heading_ = heading_level(name);
  if (name == "pre") ++preformatted_;
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
  if (name.empty() || unseen(name)) return;
  if (heading_level(name) > 0 || breaks_flow(name)) flush();
  if (heading_level(name) > 0) heading_ = 0;
  if (name == "pre") --preformatted_;
  if (name == "li") marker_.clear();
  if ((name == "ul" || name == "ol") && !lists_.empty()) lists_.pop_back();
  leave_table_part(node);
}

}  // namespace

void add_html_tree(xmlNode* root, PageBuilder& builder) {
  if (root == nullptr) return;
  HtmlReader reader(builder);
  walk(
      root, [&reader](const xmlNode* node) { return reader.enter(node); },
      [&reader](const xmlNode* node) { reader.leave(node); });
  reader.finish();
}

}  // namespace assay::extract
