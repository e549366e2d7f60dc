// SPDX-License-Identifier: Apache-2.0
// Reads an EPUB book (EPUB 3.3, chapters 4 and 5): finds its chapters by container, package
// document and list of encrypted parts, and reads one page for each, by the readers of HTML and
// SVG.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/document_fact.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"
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

namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// "my chapter.xhtml" for "my%20chapter.xhtml#start".
std::string from_url(std::string_view url) {
  url = url.substr(0, url.find('#'));
  std::string out;
  for (std::size_t at = 0; at < url.size(); ++at) {
    const bool code = url[at] == '%' && at + 2 < url.size() && hex_value(url[at + 1]) >= 0 &&
                      hex_value(url[at + 2]) >= 0;
    out.push_back(code ? static_cast<char>(hex_value(url[at + 1]) * 16 + hex_value(url[at + 2]))
                       : url[at]);
    if (code) at += 2;
  }
  return out;
}

// The part that a link in the part `from` names.
std::string part_of(std::string_view from, std::string_view url) {
  const std::size_t slash = from.rfind('/');
  std::string part(from.substr(0, slash == std::string_view::npos ? 0 : slash));
  const std::string target = from_url(url);
  for (std::size_t at = 0; at < target.size();) {
    const std::size_t end = std::min(target.find('/', at), target.size());
    const std::string_view step = std::string_view(target).substr(at, end - at);
    at = end + 1;
    if (step.empty() || step == ".") continue;
    if (step == "..") {
      const std::size_t up = part.rfind('/');
      part.resize(up == std::string::npos ? 0 : up);
      continue;
    }
    if (!part.empty()) part += '/';
    part += step;
  }
  return part;
}

std::string text_of(const xmlNode* node) {
  std::string text;
  walk(
      node,
      [&text](const xmlNode* below) {
        if (is_text(below)) text += view(below->content);
        return true;
      },
      [](const xmlNode*) {});
  return text;
}

// Fonts are made unusable outside of their book in this way; nobody needs a key to read it.
bool hides_fonts_only(std::string_view algorithm) {
  return algorithm == "http://www.idpf.org/2008/embedding" ||
         algorithm == "http://ns.adobe.com/pdf/enc#RC";
}

}  // namespace

EpubPackage::EpubPackage(std::string_view bytes) : package_(bytes, "EPUB book") {
  const XmlDocument container = package_.xml("META-INF/container.xml", Doctype::NoSubset);
  std::string part;
  walk(
      ::xmlDocGetRootElement(container.get()),
      [&part](const xmlNode* node) {
        const bool first = part.empty() && name_of(node) == "rootfile";
        if (first) part = part_of("", attribute(node, "full-path"));
        return true;
      },
      [](const xmlNode*) {});
  if (part.empty()) package_.broken("does not say which part is the book");
  read_package(part);
  refuse_encrypted();
}

void EpubPackage::read_package(const std::string& part) {
  const XmlDocument document = package_.xml(part, Doctype::NoSubset);
  const xmlNode* root = ::xmlDocGetRootElement(document.get());
  const xmlNode* metadata = child(root, "metadata");
  const xmlNode* manifest = child(root, "manifest");
  const xmlNode* spine = child(root, "spine");
  if (manifest == nullptr || spine == nullptr) package_.broken("lacks the list of its chapters");
  // Before EPUB 2, there was one more element around title and author.
  const xmlNode* inner = metadata == nullptr ? nullptr : child(metadata, "dc-metadata");
  if (inner != nullptr) metadata = inner;
  const xmlNode* title = metadata == nullptr ? nullptr : child(metadata, "title");
  if (title != nullptr) title_ = text_of(title);
  if (metadata != nullptr) read_properties(metadata);
  for (const xmlNode* node = manifest->children; node != nullptr; node = node->next) {
    if (name_of(node) != "item") continue;
    items_.try_emplace(
        std::string(attribute(node, "id")),
        Item{part_of(part, attribute(node, "href")), std::string(attribute(node, "media-type")),
             std::string(attribute(node, "fallback"))});
  }
  for (const xmlNode* node = spine->children; node != nullptr; node = node->next) {
    if (name_of(node) != "itemref") continue;
    if (const Item* item = readable(attribute(node, "idref"))) add_chapter(*item);
  }
}

void EpubPackage::read_properties(const xmlNode* metadata) {
  const auto add = [this](FactName name, const xmlNode* node) {
    properties_.push_back({name, text_of(node)});
  };
  for (const xmlNode* node = metadata->children; node != nullptr; node = node->next) {
    const std::string_view name = name_of(node);
    const std::string_view property = attribute(node, "property");
    const std::string_view event = attribute(node, "event");  // of EPUB 2
    if (name == "title") add(FactName::Title, node);
    if (name == "creator") add(FactName::Author, node);
    if (name == "language") add(FactName::Language, node);
    if (name == "date") {
      add(event == "modification" ? FactName::Changed : FactName::Created, node);
    }
    if (name == "meta" && property == "dcterms:modified") add(FactName::Changed, node);
  }
}

const EpubPackage::Item* EpubPackage::readable(std::string_view id) const {
  constexpr int kMaxFallbacks = 16;  // they may go round in circles
  for (int step = 0; step < kMaxFallbacks; ++step) {
    const auto found = items_.find(id);
    if (found == items_.end()) {
      if (step == 0) package_.broken("names a chapter that it does not have");
      return nullptr;
    }
    const std::string& type = found->second.content_type;
    if (type == "application/xhtml+xml" || type == "text/html" || type == "image/svg+xml" ||
        type == "text/x-oeb1-document") {
      return &found->second;
    }
    id = found->second.fallback;
    if (id.empty()) return nullptr;
  }
  return nullptr;
}

void EpubPackage::add_chapter(const Item& item) {
  if (!seen_.insert(item.part).second) return;
  chapters_.push_back({item.part, item.content_type == "image/svg+xml"});
}

void EpubPackage::refuse_encrypted() {
  constexpr std::string_view kEncryption = "META-INF/encryption.xml";
  if (!package_.has(kEncryption)) return;
  const XmlDocument document = package_.xml(kEncryption, Doctype::NoSubset);
  for (const xmlNode* data = ::xmlDocGetRootElement(document.get())->children; data != nullptr;
       data = data->next) {
    if (name_of(data) != "EncryptedData") continue;
    const xmlNode* method = child(data, "EncryptionMethod");
    if (method != nullptr && hides_fonts_only(attribute(method, "Algorithm"))) continue;
    const xmlNode* cipher = child(data, "CipherData");
    const xmlNode* reference = cipher == nullptr ? nullptr : child(cipher, "CipherReference");
    if (reference == nullptr) continue;
    if (seen_.contains(part_of("", attribute(reference, "URI")))) package_.encrypted();
  }
}

void read_epub(std::string_view bytes, PageBuilder& builder) {
  EpubPackage book(bytes);
  for (const FileProperty& one : book.properties()) builder.property(one.name, one.value);
  builder.end_properties();
  builder.heading(1, book.title());
  for (const EpubChapter& chapter : book.chapters()) {
    const std::string content = book.bytes_of(chapter);
    if (chapter.drawing) {
      read_svg(content, builder);
    } else {
      read_html(content, builder);
    }
  }
}

}  // namespace assay::extract
