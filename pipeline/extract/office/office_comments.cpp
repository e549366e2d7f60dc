// SPDX-License-Identifier: Apache-2.0
// Reads comments in their older and newer forms by local names.
#include "pipeline/extract/office/office_comments.hpp"

#include <set>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/line_shapes.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

// All text below the node, its paragraphs on lines of their own.
std::string text_below(const xmlNode* node) {
  std::string text;
  if (node == nullptr) return text;
  walk(
      node,
      [&text](const xmlNode* at) {
        if (is_text(at)) text += view(at->content);
        return name_of(at) != "rPh";  // readings of Japanese text
      },
      [&text](const xmlNode* at) {
        if (name_of(at) == "p") text += '\n';
      });
  return text;
}

std::string name_in(const CommentAuthors& authors, std::string_view id) {
  const auto found = authors.find(std::string(id));
  return found == authors.end() ? std::string() : found->second;
}

// Calls found(root) for each part of the relationship's type.
template <class Found>
void each_part(OpcPackage& package, const std::vector<Relationship>& parts, std::string_view type,
               Found&& found) {
  for (const Relationship& part : parts) {
    if (part.type != type || !package.has(part.target)) continue;
    const XmlDocument document = package.xml(part.target);
    found(::xmlDocGetRootElement(document.get()));
  }
}

// Comments with replies. Gives the cells that have one.
std::set<std::string> add_threads(OpcPackage& package, const std::vector<Relationship>& parts,
                                  const CommentAuthors& authors, PageBuilder& builder) {
  std::set<std::string> cells;
  each_part(package, parts, "threadedComment", [&](const xmlNode* root) {
    for (const xmlNode* node = root->children; node != nullptr; node = node->next) {
      if (name_of(node) != "threadedComment") continue;
      const std::string cell(attribute(node, "ref"));
      cells.insert(cell);
      builder.paragraph(comment_line(name_in(authors, attribute(node, "personId")), cell,
                                     text_below(child(node, "text"))));
    }
  });
  return cells;
}

// Notes. For a cell with a thread, Excel writes one for its older versions, which repeats it.
void add_cell_notes(const xmlNode* root, const std::set<std::string>& threads,
                    PageBuilder& builder) {
  std::vector<std::string> authors;
  const xmlNode* names = child(root, "authors");
  for (const xmlNode* node = names == nullptr ? nullptr : names->children; node != nullptr;
       node = node->next) {
    if (name_of(node) == "author") authors.push_back(text_below(node));
  }
  const xmlNode* list = child(root, "commentList");
  for (const xmlNode* node = list == nullptr ? nullptr : list->children; node != nullptr;
       node = node->next) {
    if (name_of(node) != "comment") continue;
    const std::string cell(attribute(node, "ref"));
    if (threads.contains(cell)) continue;
    const auto author = static_cast<std::size_t>(number_attribute(node, "authorId", -1));
    builder.paragraph(comment_line(author < authors.size() ? authors[author] : std::string(), cell,
                                   text_below(child(node, "text"))));
  }
}

}  // namespace

CommentAuthors comment_authors(OpcPackage& package) {
  CommentAuthors out;
  const std::vector<Relationship> parts = package.relationships(package.main_part());
  for (const char* type : {"person", "commentAuthors", "authors"}) {
    each_part(package, parts, type, [&out](const xmlNode* root) {
      for (const xmlNode* node = root->children; node != nullptr; node = node->next) {
        if (node->type != XML_ELEMENT_NODE) continue;
        const std::string_view shown = attribute(node, "displayName");
        out[std::string(attribute(node, "id"))] = shown.empty() ? attribute(node, "name") : shown;
      }
    });
  }
  return out;
}

void add_sheet_comments(OpcPackage& package, const std::string& sheet,
                        const CommentAuthors& authors, PageBuilder& builder) {
  const std::vector<Relationship> parts = package.relationships(sheet);
  const std::set<std::string> threads = add_threads(package, parts, authors, builder);
  each_part(package, parts, "comments",
            [&threads, &builder](const xmlNode* root) { add_cell_notes(root, threads, builder); });
}

void add_slide_comments(OpcPackage& package, const std::vector<Relationship>& parts,
                        const CommentAuthors& authors, PageBuilder& builder) {
  each_part(package, parts, "comments", [&](const xmlNode* root) {
    walk(
        root,
        [&](const xmlNode* node) {
          const std::string_view name = name_of(node);
          if (name != "cm" && name != "reply") return true;
          const xmlNode* text = child(node, "text");
          if (text == nullptr) text = child(node, "txBody");
          builder.paragraph(
              comment_line(name_in(authors, attribute(node, "authorId")), {}, text_below(text)));
          return true;
        },
        [](const xmlNode*) {});
  });
}

}  // namespace assay::extract
