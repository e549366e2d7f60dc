// SPDX-License-Identifier: Apache-2.0
// Files of other programs: recognised by their content, never unpacked as archives, and refused by
// name with what to do.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "pipeline/extract/types/file_types.hpp"
#include "tests/extract/archive_helper.hpp"
#include "tests/extract/read_helper.hpp"
#include "tests/extract/zip_builder.hpp"

namespace assay::test {
namespace {

extract::Detected detected(const std::string& bytes, const std::string& name) {
  static const extract::Magic magic;
  return extract::detect(bytes, name, magic);
}

std::string open_document(const std::string& kind) {
  return ZipBuilder()
      .add("mimetype", "application/vnd.oasis.opendocument." + kind)
      .add("content.xml", "<x/>")
      .build();
}

TEST(ContainerTypes, AreRecognisedByWhatTheyHold) {
  const std::string old_writer =
      ZipBuilder().add("mimetype", "application/vnd.sun.xml.writer").add("a.xml", "<x/>").build();
  const std::string epub =
      ZipBuilder()
          .add("META-INF/container.xml", "<rootfile media-type='application/oebps-package+xml'/>")
          .build();
  const std::string xps =
      ZipBuilder()
          .add("[Content_Types].xml", "application/vnd.ms-package.xps-fixeddocumentsequence+xml")
          .build();
  const std::map<std::string, std::string> containers{
      {"odg", open_document("graphics")},
      {"odb", open_document("base")},
      {"odt", open_document("text-template")},
      {"bin", open_document("formula")},
      {"sxw", old_writer},
      {"epub", epub},
      {"xps", xps},
      {"key", ZipBuilder().add("Index/Document.iwa", "x").add("Index/Slide.iwa", "x").build()},
      {"pages", ZipBuilder().add("Index/Document.iwa", "x").build()},
      {"apk", ZipBuilder().add("AndroidManifest.xml", "x").add("classes.dex", "x").build()},
      {"jar", ZipBuilder().add("META-INF/MANIFEST.MF", "x").build()},
      {"kmz", ZipBuilder().add("doc.kml", "<kml/>").build()},
      {"zip", ZipBuilder().add("mimetypes.txt", "text/plain").build()},
  };
  for (const auto& [type, bytes] : containers) {
    const extract::Detected found = detected(bytes, "file");
    EXPECT_EQ(found.inspection.file_type, type);
    EXPECT_EQ(found.inspection.archive, type == "zip") << type;
    // Inside an archive, too, only a plain one is unpacked.
    const bool whole = unpack(ZipBuilder().add("a", bytes).build()).contains("a");
    EXPECT_EQ(whole, type != "zip") << type;
  }
  const std::string other =
      ZipBuilder().add("mimetype", "application/x-krita").add("a.xml", "<x/>").build();
  EXPECT_EQ(detected(other, "a.kra").inspection.file_type, "bin");
  EXPECT_EQ(detected(containers.at("pages"), "a.numbers").inspection.file_type, "numbers");
}

TEST(ContainerTypes, OtherKindsAreRecognised) {
  const std::map<std::string, std::string> files{
      {"rar", "Rar!\x1A\x07\x01" + std::string(60, '\0')},
      {"skp", std::string("\xFF\xFE\xFF\x0ES\0k\0e\0t\0c\0h\0U\0p\0 \0M\0o\0d\0e\0l\0", 32)},
      {"vcf", "begin:vcard\r\nFN:Kay\r\nend:vcard\r\n"},
      {"ics",
       "\xEF\xBB\xBF"
       "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"},
      {"svg", "<?xml version='1.0'?><!-- drawn --><!DOCTYPE svg PUBLIC \"a\" \"b\"><s:svg/>"},
      {"xml", "<?xml version='1.0'?><other><svg/></other>"},
  };
  for (const auto& [type, bytes] : files) {
    EXPECT_EQ(detected(bytes, "file").inspection.file_type, type);
  }
  // The name alone makes none of them.
  for (const char* name : {"a.vcf", "a.ics", "a.svg"}) {
    EXPECT_EQ(detected("plain words", name).inspection.file_type, "txt") << name;
  }
  // Nor do its first letters.
  for (const char* text : {"GIF89a images are not allowed.\n", "LZIP is a format.\n"}) {
    EXPECT_EQ(detected(text, "rules.txt").inspection.file_type, "txt") << text;
  }
}

TEST(ContainerTypes, ARefusalSaysWhatToDo) {
  const std::map<std::string, std::string> words{{"pages", "Export it from Pages"},
                                                 {"numbers", "Export it from Numbers"},
                                                 {"key", "Export it from Keynote"},
                                                 {"odg", "Export it as PDF"},
                                                 {"sxw", "LibreOffice"},
                                                 {"xps", "Print it as PDF"},
                                                 {"rar", "Unpack it"},
                                                 {"iso", "Unpack it"},
                                                 {"cab", "Unpack it"},
                                                 {"zst", "Unpack it"},
                                                 {"bin", "Assay reads PDF"},
                                                 {"tar", "documents of their own"}};
  for (const auto& [type, advice] : words) {
    const auto failure = failure_of(type, "bytes");
    ASSERT_TRUE(failure) << type;
    EXPECT_EQ(failure->problem, ExtractProblem::Unsupported) << type;
    EXPECT_NE(failure->reason.find(advice), std::string::npos) << failure->reason;
    EXPECT_NE(failure->reason.find(extract::described(type)), std::string::npos);
  }
}

}  // namespace
}  // namespace assay::test
