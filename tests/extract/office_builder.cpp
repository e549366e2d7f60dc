// SPDX-License-Identifier: Apache-2.0
// Builds packages from the minimum of parts that make a document.
#include "tests/extract/office_builder.hpp"

#include "tests/extract/zip_builder.hpp"

namespace assay::test {
namespace {

const std::string kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
const std::string kOffice = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const std::string kSpaces =
    "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" "
    "xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" "
    "xmlns:r=\"" +
    kOffice + "\"";

const std::string kSlideSpaces =
    "xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" "
    "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" "
    "xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" "
    "xmlns:dgm=\"http://schemas.openxmlformats.org/drawingml/2006/diagram\" "
    "xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" "
    "xmlns:r=\"" +
    kOffice + "\"";

std::string odf_space(const std::string& prefix, const std::string& name) {
  return "xmlns:" + prefix + "=\"urn:oasis:names:tc:opendocument:xmlns:" + name + ":1.0\" ";
}
const std::string kOdfSpaces =
    odf_space("office", "office") + odf_space("text", "text") + odf_space("table", "table") +
    odf_space("style", "style") + odf_space("draw", "drawing") + odf_space("fo", "fo") +
    odf_space("presentation", "presentation") + odf_space("svg", "svg-compatible") +
    "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  if (at != std::string::npos) text.replace(at, what.size(), with);
  return text;
}

std::string types(const std::string& part, const std::string& type) {
  return kHead +
         "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
         "<Override PartName=\"/" +
         part + "\" ContentType=\"application/vnd.openxmlformats-officedocument." + type +
         ".main+xml\"/></Types>";
}

std::string relationship(const std::string& id, const std::string& type,
                         const std::string& target) {
  return "<Relationship Id=\"" + id + "\" Type=\"" + kOffice + "/" + type + "\" Target=\"" +
         target + "\"/>";
}

std::string relationships(const std::string& all) {
  return kHead +
         "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">" +
         all + "</Relationships>";
}

}  // namespace

std::string docx_of(const std::string& document, const Parts& others) {
  ZipBuilder zip;
  zip.add_deflated("[Content_Types].xml", types("word/document.xml", "wordprocessingml.document"));
  zip.add_deflated("_rels/.rels",
                   relationships(relationship("r1", "officeDocument", "word/document.xml")));
  zip.add_deflated("word/document.xml", document);
  std::string links;
  int number = 0;
  for (const auto& [type, xml] : others) {
    const std::string name = type + std::to_string(++number) + ".xml";
    links += relationship("p" + std::to_string(number), type, name);
    const bool own = type != "aFChunk";
    zip.add_deflated("word/" + name, own ? kHead + replaced(xml, "XMLNS", kSpaces) : xml);
  }
  zip.add_deflated("word/_rels/document.xml.rels", relationships(links));
  return zip.build();
}

std::string docx(const std::string& body, const Parts& others) {
  return docx_of(kHead + "<w:document " + kSpaces + "><w:body>" + body + "</w:body></w:document>",
                 others);
}

std::string xlsx(const std::vector<Sheet>& sheets, const std::string& shared_strings,
                 const std::string& styles, bool from_1904) {
  const std::string space = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
  ZipBuilder zip;
  zip.add_deflated("[Content_Types].xml", types("xl/workbook.xml", "spreadsheetml.sheet"));
  zip.add_deflated("_rels/.rels",
                   relationships(relationship("r1", "officeDocument", "/xl/workbook.xml")));
  std::string list;
  std::string links = relationship("s", "sharedStrings", "sharedStrings.xml") +
                      relationship("t", "styles", "styles.xml");
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const std::string id = "r" + std::to_string(i + 10);
    const std::string part = "worksheets/sheet" + std::to_string(i + 1) + ".xml";
    list += "<sheet name=\"" + sheets[i].name + "\" sheetId=\"" + std::to_string(i + 1) + "\"" +
            (sheets[i].hidden ? " state=\"hidden\"" : "") + " r:id=\"" + id + "\"/>";
    links += relationship(id, "worksheet", part);
    zip.add_deflated("xl/" + part, kHead + "<worksheet " + space + ">" + sheets[i].before +
                                       "<sheetData>" + sheets[i].rows + "</sheetData>" +
                                       sheets[i].after + "</worksheet>");
    std::string tables;
    for (std::size_t t = 0; t < sheets[i].tables.size(); ++t) {
      const std::string name = "table" + std::to_string(i) + "_" + std::to_string(t) + ".xml";
      tables += relationship("t" + std::to_string(t), "table", "../tables/" + name);
      zip.add_deflated("xl/tables/" + name,
                       kHead + "<table " + space + " " + sheets[i].tables[t] + "</table>");
    }
    std::string between;
    for (std::size_t n = 0; n < sheets[i].parts.size(); ++n) {
      const auto& [type, xml] = sheets[i].parts[n];
      const std::string name = type + std::to_string(i) + "_" + std::to_string(n + 1) + ".xml";
      const std::string own = "p" + std::to_string(n + 1);
      between += relationship(own, type, name);
      tables += relationship(own, type, "../parts/" + name);
      if (type == "person") links += relationship(own, type, "parts/" + name);
      zip.add_deflated("xl/parts/" + name, kHead + replaced(xml, "XMLNS", kSlideSpaces));
    }
    for (std::size_t n = 0; n < sheets[i].parts.size(); ++n) {
      zip.add_deflated("xl/parts/_rels/" + sheets[i].parts[n].first + std::to_string(i) + "_" +
                           std::to_string(n + 1) + ".xml.rels",
                       relationships(between));
    }
    if (tables.empty()) continue;
    zip.add_deflated("xl/worksheets/_rels/sheet" + std::to_string(i + 1) + ".xml.rels",
                     relationships(tables));
  }
  zip.add_deflated("xl/workbook.xml", kHead + "<workbook " + space + " xmlns:r=\"" + kOffice +
                                          "\"><workbookPr date1904=\"" + (from_1904 ? "1" : "0") +
                                          "\"/><sheets>" + list + "</sheets></workbook>");
  zip.add_deflated("xl/_rels/workbook.xml.rels", relationships(links));
  zip.add_deflated("xl/sharedStrings.xml",
                   kHead + "<sst " + space + ">" + shared_strings + "</sst>");
  zip.add_deflated("xl/styles.xml",
                   kHead + "<styleSheet " + space + ">" + styles + "</styleSheet>");
  return zip.build();
}

std::string pptx(const std::vector<Slide>& slides, const std::string& master, const Parts& others) {
  const auto part = [](const std::string& name, const std::string& content) {
    return kHead + "<p:" + name + " " + kSlideSpaces + ">" + content + "</p:" + name + ">";
  };
  const auto tree = [](const std::string& shapes) {
    return "<p:cSld><p:spTree>" + shapes + "</p:spTree></p:cSld>";
  };
  ZipBuilder zip;
  zip.add_deflated("[Content_Types].xml",
                   types("ppt/presentation.xml", "presentationml.presentation"));
  zip.add_deflated("_rels/.rels",
                   relationships(relationship("r1", "officeDocument", "ppt/presentation.xml")));
  std::string list;
  std::string links;
  std::string shared = relationship("l", "slideLayout", "../slideLayouts/slideLayout1.xml");
  int number = 0;
  for (const auto& [type, xml] : others) {
    const std::string name = type + std::to_string(++number) + ".xml";
    shared += relationship("p" + std::to_string(number), type, name);
    if (type.ends_with("uthors")) links += relationship("a", type, "slides/" + name);
    zip.add_deflated("ppt/slides/" + name, kHead + replaced(xml, "XMLNS", kSlideSpaces));
  }
  for (std::size_t i = 0; i < slides.size(); ++i) {
    const std::string id = "r" + std::to_string(i + 10);
    const std::string name = "slide" + std::to_string(slides.size() - i) + ".xml";
    list += "<p:sldId id=\"" + std::to_string(i + 256) + "\" r:id=\"" + id + "\"/>";
    links += relationship(id, "slide", "slides/" + name);
    std::string own = shared;
    if (!slides[i].notes.empty()) {
      own += relationship("n", "notesSlide", "../notesSlides/" + name);
      zip.add_deflated("ppt/notesSlides/" + name, part("notes", tree(slides[i].notes)));
    }
    zip.add_deflated("ppt/slides/_rels/" + name + ".rels", relationships(own));
    zip.add_deflated("ppt/slides/" + name,
                     replaced(part("sld", tree(slides[i].shapes)), "<p:sld ",
                              slides[i].hidden ? "<p:sld show=\"0\" " : "<p:sld "));
  }
  zip.add_deflated("ppt/slideLayouts/slideLayout1.xml", part("sldLayout", tree("")));
  zip.add_deflated(
      "ppt/slideLayouts/_rels/slideLayout1.xml.rels",
      relationships(relationship("m", "slideMaster", "../slideMasters/slideMaster1.xml")));
  zip.add_deflated("ppt/slideMasters/slideMaster1.xml", part("sldMaster", master));
  zip.add_deflated("ppt/presentation.xml",
                   part("presentation", "<p:sldIdLst>" + list + "</p:sldIdLst>"));
  zip.add_deflated("ppt/_rels/presentation.xml.rels", relationships(links));
  return zip.build();
}

std::string odf(const std::string& type, const std::string& body, const OdfParts& parts) {
  const std::string mime = "application/vnd.oasis.opendocument." + type;
  const auto part = [](const std::string& name, const std::string& content) {
    return kHead + "<office:document-" + name + " " + kOdfSpaces + ">" + content +
           "</office:document-" + name + ">";
  };
  ZipBuilder zip;
  if (parts.mimetype) zip.add("mimetype", mime);
  zip.add_deflated("content.xml",
                   part("content", "<office:automatic-styles>" + parts.automatic +
                                       "</office:automatic-styles><office:body><office:" + type +
                                       ">" + body + "</office:" + type + "></office:body>"));
  zip.add_deflated("styles.xml", part("styles", parts.styles));
  std::string entries = "<m:file-entry m:full-path=\"/\" m:media-type=\"" + mime + "\"/>";
  if (!parts.encrypted.empty()) {
    entries +=
        "<m:file-entry m:full-path=\"" + parts.encrypted + "\"><m:encryption-data/></m:file-entry>";
  }
  zip.add_deflated(
      "META-INF/manifest.xml",
      kHead + "<!DOCTYPE m:manifest PUBLIC \"-//x//DTD\" \"Manifest.dtd\">" +
          "<m:manifest xmlns:m=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">" + entries +
          "</m:manifest>");
  return zip.build();
}

std::string flat_odf(const std::string& type, const std::string& body, const OdfParts& parts) {
  return kHead + "<office:document " + kOdfSpaces +
         " office:mimetype=\"application/vnd.oasis.opendocument." + type + "\">" + parts.styles +
         "<office:automatic-styles>" + parts.automatic +
         "</office:automatic-styles><office:body><office:" + type + ">" + body +
         "</office:" + type + "></office:body></office:document>";
}

}  // namespace assay::test
