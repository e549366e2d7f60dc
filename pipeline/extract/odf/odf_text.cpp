// SPDX-License-Identifier: Apache-2.0
// Reads headings, paragraphs, lists and tables (OpenDocument 1.3, part 3, 5 and 6) by local names.
#include "pipeline/extract/odf/odf_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/line_shapes.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxSpaces = 64;

// Deleted text (tracked changes), comments (added after their paragraph), templates of tables of
// contents, speaker notes (added by themselves) and embedded data are not what the reader sees.
bool never_seen(const xmlNode* node, std::string_view name) {
  constexpr std::array<std::string_view, 11> kNames{
      "tracked-changes", "annotation", "note-citation", "ruby-text",       "number", "notes",
      "binary-data",     "object",     "forms",         "event-listeners", "script"};
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return true;
  if (name.ends_with("-source")) return true;
  // Alternative texts of pictures; text:title is a field.
  const bool drawing =
      node->ns != nullptr && view(node->ns->href).find(":svg") != std::string::npos;
  return drawing && (name == "title" || name == "desc");
}

// In OpenDocument, white space of the XML counts as one space, and none at the start.
void append_collapsed(std::string_view from, std::string& text) {
  for (const char c : from) {
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
      text += c;
    } else if (!text.empty() && text.back() != ' ' && text.back() != '\n') {
      text += ' ';
    }
  }
}

void append_inline(const xmlNode* node, std::string_view name, std::string& text) {
  if (is_text(node)) append_collapsed(view(node->content), text);
  if (name == "s") text.append(repeats(attribute(node, "c"), kMaxSpaces), ' ');
  if (name == "tab") text += '\t';
  if (name == "line-break") text += '\n';
}

}  // namespace

bool OdfText::unseen(const xmlNode* node, std::string_view name) const {
  if (node == left_out_ || never_seen(node, name)) return true;
  // Hidden text and hidden sections.
  if (attribute(node, "is-hidden") == "true") return true;
  if (name == "section") return attribute(node, "display") == "none";
  const bool styled = name == "span" || name == "p" || name == "h";
  return styled && styles_.hides(attribute(node, "style-name"));
}

void OdfText::add_comment(const xmlNode* annotation) {
  const xmlNode* creator = child(annotation, "creator");
  const xmlNode* name = creator == nullptr ? nullptr : creator->children;
  const std::string_view author =
      name != nullptr && is_text(name) ? view(name->content) : std::string_view();
  comments_.push_back(comment_line(author, {}, odf_plain_text(annotation)));
  end_comments();
}

// Comments follow the paragraph or the table that they belong to.
void OdfText::end_comments() {
  if (table_ || !paragraphs_.empty()) return;
  for (const std::string& comment : std::exchange(comments_, {})) builder_.paragraph(comment);
}

void OdfText::enter_paragraph(const xmlNode* node) {
  Paragraph paragraph;
  const std::string_view style = attribute(node, "style-name");
  std::optional<std::string> label = lists_.label(style);
  paragraph.listed = label.has_value();
  if (name_of(node) == "h") {
    paragraph.level = std::max(1, number_attribute(node, "outline-level", 1));
    if (!label) label = lists_.heading_label(node, paragraph.level);
  } else {
    paragraph.level = styles_.title_level(style);
  }
  paragraph.list_label = std::move(label).value_or("");
  paragraphs_.push_back(std::move(paragraph));
}

void OdfText::leave_paragraph() {
  const Paragraph paragraph = std::move(paragraphs_.back());
  paragraphs_.pop_back();
  add_paragraph(paragraph);
  end_comments();
}

void OdfText::add_paragraph(const Paragraph& paragraph) {
  if (trim(paragraph.text).empty()) return;
  const std::string text = paragraph.list_label + paragraph.text;
  if (table_) {
    table_->add(text + "\n");
  } else if (paragraph.level > 0) {
    builder_.heading(paragraph.level, text);
  } else if (paragraph.listed) {
    builder_.list_item(text);
  } else {
    builder_.paragraph(text);
  }
}

bool OdfText::enter(const xmlNode* node) {
  const std::string_view name = name_of(node);
  if (!paragraphs_.empty()) append_inline(node, name, paragraphs_.back().text);
  if (name == "annotation") add_comment(node);
  if (name.empty() || unseen(node, name)) return false;
  if (name == "note") {
    notes_.push_back(child(node, "note-body"));
    return false;
  }
  if (name == "p" || name == "h") enter_paragraph(node);
  if (name == "list") lists_.enter_list(node);
  if (name == "list-item" || name == "list-header") lists_.enter_item(node);
  if (name == "table" && !table_ && !OdfTable::one_column(node)) table_.emplace(node, repeated_);
  if (table_) table_->enter(node);
  return true;
}

void OdfText::leave(const xmlNode* node) {
  const std::string_view name = name_of(node);
  if (name.empty() || unseen(node, name)) return;
  if ((name == "p" || name == "h") && !paragraphs_.empty()) leave_paragraph();
  if (name == "list") lists_.leave_list();
  if (name == "list-item" || name == "list-header") lists_.leave_item();
  if (!table_) return;
  if (node != table_->node()) return table_->leave(node);
  const OdfTable table = std::move(*table_);
  table_.reset();
  table.finish(builder_);
  end_comments();
}

void OdfText::add(const xmlNode* root, const xmlNode* left_out) {
  left_out_ = left_out;
  walk(
      root, [this](const xmlNode* node) { return enter(node); },
      [this](const xmlNode* node) { leave(node); });
}

void OdfText::add_notes() {
  const std::vector<const xmlNode*> notes = std::exchange(notes_, {});
  for (const xmlNode* note : notes) {
    if (note != nullptr) add(note);
  }
}

std::string odf_plain_text(const xmlNode* root) {
  std::string text;
  int paragraphs = 0;
  walk(
      root,
      [&](const xmlNode* node) {
        const std::string_view name = name_of(node);
        if (name == "p" || name == "h") ++paragraphs;
        if (paragraphs > 0) append_inline(node, name, text);
        return !name.empty() && !never_seen(node, name) && name != "note";
      },
      [&](const xmlNode* node) {
        if (name_of(node) != "p" && name_of(node) != "h") return;
        --paragraphs;
        text += '\n';
      });
  return text;
}

}  // namespace assay::extract
