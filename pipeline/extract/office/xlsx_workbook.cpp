// SPDX-License-Identifier: Apache-2.0
// Reads workbook.xml, sharedStrings.xml and styles.xml.
#include "pipeline/extract/office/xlsx_workbook.hpp"

#include <algorithm>
#include <map>

#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/table/number_format.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"
#include "pipeline/extract/xml/xml_document.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxStringBytes = std::size_t{256} * 1024 * 1024;

// By the number of the font.
std::vector<bool> bold_fonts(const xmlNode* root) {
  std::vector<bool> out;
  const xmlNode* fonts = child(root, "fonts");
  for (const xmlNode* node = fonts == nullptr ? nullptr : fonts->children; node != nullptr;
       node = node->next) {
    if (name_of(node) != "font") continue;
    const xmlNode* bold = child(node, "b");
    const std::string_view value = bold == nullptr ? "0" : attribute(bold, "val");
    out.push_back(value != "0" && value != "false");
  }
  return out;
}

}  // namespace

XlsxWorkbook::XlsxWorkbook(OpcPackage& package) {
  const std::string main = package.main_part();
  const std::vector<Relationship> parts = package.relationships(main);
  read_sheets(package, main, parts);
  if (const auto part = OpcPackage::target_of(parts, "sharedStrings"); part && package.has(*part)) {
    read_strings(package, *part);
  }
  if (const auto part = OpcPackage::target_of(parts, "styles"); part && package.has(*part)) {
    read_styles(package, *part);
  }
}

void XlsxWorkbook::read_sheets(OpcPackage& package, const std::string& main,
                               const std::vector<Relationship>& parts) {
  const XmlDocument document = package.xml(main);
  const xmlNode* root = ::xmlDocGetRootElement(document.get());
  if (const xmlNode* properties = child(root, "workbookPr")) {
    const std::string_view date1904 = attribute(properties, "date1904");
    from_1904_ = date1904 == "1" || date1904 == "true";
  }
  const xmlNode* sheets = child(root, "sheets");
  if (sheets == nullptr) package.broken("lists no sheets");
  for (const xmlNode* node = sheets->children; node != nullptr; node = node->next) {
    if (name_of(node) != "sheet") continue;
    const std::string_view id = attribute(node, "id");
    const auto part = std::find_if(parts.begin(), parts.end(), [id](const Relationship& r) {
      return r.id == id && r.type == "worksheet";
    });
    if (part == parts.end()) continue;
    const std::string_view state = attribute(node, "state");
    const bool hidden = state == "hidden" || state == "veryHidden";
    sheets_.push_back({std::string(attribute(node, "name")), part->target, hidden});
  }
}

void XlsxWorkbook::read_strings(OpcPackage& package, const std::string& part) {
  const std::string bytes = package.part(part);
  XmlStream stream(bytes);
  std::size_t total = 0;
  bool in_text = false;
  int phonetic = 0;  // readings of Japanese text, which the cell does not show
  for (;;) {
    switch (stream.next()) {
      case XmlStream::Event::EndOfDocument:
        return;
      case XmlStream::Event::Begin:
        if (stream.name() == "si") strings_.emplace_back();
        if (stream.name() == "rPh") ++phonetic;
        in_text = stream.name() == "t" && phonetic == 0 && !strings_.empty();
        break;
      case XmlStream::Event::End:
        if (stream.name() == "rPh") --phonetic;
        in_text = false;
        break;
      case XmlStream::Event::Text:
        if (!in_text) break;
        strings_.back() += stream.text();
        total += stream.text().size();
        if (total > kMaxStringBytes) package.broken("holds too much text");
    }
  }
}

void XlsxWorkbook::read_styles(OpcPackage& package, const std::string& part) {
  const XmlDocument document = package.xml(part);
  const xmlNode* root = ::xmlDocGetRootElement(document.get());
  std::map<int, std::string> custom;
  if (const xmlNode* formats = child(root, "numFmts")) {
    for (const xmlNode* node = formats->children; node != nullptr; node = node->next) {
      if (name_of(node) != "numFmt") continue;
      custom[number_attribute(node, "numFmtId", 0)] = attribute(node, "formatCode");
    }
  }
  const xmlNode* styles = child(root, "cellXfs");
  if (styles == nullptr) return;
  const std::vector<bool> bold = bold_fonts(root);
  for (const xmlNode* node = styles->children; node != nullptr; node = node->next) {
    if (name_of(node) != "xf") continue;
    const int id = number_attribute(node, "numFmtId", 0);
    const auto found = custom.find(id);
    const auto font = static_cast<std::size_t>(number_attribute(node, "fontId", 0));
    bold_.push_back(font < bold.size() && bold[font]);
    formats_.push_back(found != custom.end() ? found->second : std::string(builtin_format(id)));
  }
}

const std::string& XlsxWorkbook::shared_string(std::size_t index) const {
  static const std::string none;
  return index < strings_.size() ? strings_[index] : none;
}

std::string XlsxWorkbook::shown(double value, std::size_t style) const {
  return format_number(value, style < formats_.size() ? formats_[style] : std::string(),
                       from_1904_);
}

}  // namespace assay::extract
