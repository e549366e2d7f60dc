// SPDX-License-Identifier: Apache-2.0
// Reads contacts (vCard 2.1, 3.0 and 4.0; RFC 6350): one row for each.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/base/ascii.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/text/content_lines.hpp"

namespace assay::extract {
namespace {

struct Property {
  std::string_view name;
  const char* heading;
  char separator;  // of its parts; NUL if it has none
};
// Pictures, keys, identifiers and the properties of single programs are left out.
constexpr std::array kProperties{
    Property{"NICKNAME", "Nickname", ','}, Property{"ORG", "Organisation", ';'},
    Property{"TITLE", "Title", '\0'},      Property{"ROLE", "Role", '\0'},
    Property{"EMAIL", "E-mail", '\0'},     Property{"TEL", "Phone", '\0'},
    Property{"ADR", "Address", ';'},       Property{"LABEL", "Address", '\0'},
    Property{"URL", "Web", '\0'},          Property{"IMPP", "Messenger", '\0'},
    Property{"BDAY", "Birthday", '\0'},    Property{"CATEGORIES", "Categories", ','},
    Property{"MEMBER", "Member", '\0'},    Property{"RELATED", "Related", '\0'},
    Property{"NOTE", "Note", '\0'},
};

// "Phone (work)" for TEL;TYPE=work,voice.
std::string heading_of(const Property& property, const ContentLine& line) {
  constexpr std::array<std::string_view, 5> kTold{"work", "home", "cell", "fax", "pager"};
  std::string told;
  for (const auto& [name, value] : line.parameters) {
    if (!name.empty() && name != "TYPE") continue;
    for (const std::string& kind : unescaped_parts(ascii_lower(value), ',')) {
      if (std::find(kTold.begin(), kTold.end(), kind) == kTold.end()) continue;
      told += (told.empty() ? "" : ", ") + kind;
    }
  }
  return told.empty() ? property.heading : property.heading + (" (" + told + ")");
}

// "Dr. Kay Lind" for Lind;Kay;;Dr.;
std::string name_in_order(std::string_view structured) {
  const std::vector<std::string> parts = unescaped_parts(structured, ';');
  std::string name;
  for (const std::size_t at : {3U, 1U, 2U, 0U, 4U}) {
    if (at >= parts.size() || trim(parts[at]).empty()) continue;
    if (!name.empty()) name += ' ';
    name += trim(parts[at]);
  }
  return name;
}

class Contact {
 public:
  void add(const ContentLine& line) {
    if (line.name == "FN") name_ = unescaped(line.value);
    if (line.name == "N") in_order_ = name_in_order(line.value);
    const auto* property =
        std::find_if(kProperties.begin(), kProperties.end(),
                     [&line](const Property& one) { return one.name == line.name; });
    if (property == kProperties.end()) return;
    std::string value = joined(unescaped_parts(line.value, property->separator));
    for (const std::string_view scheme : {"mailto:", "tel:"}) {
      if (value.starts_with(scheme)) value.erase(0, scheme.size());
    }
    cells_.push_back({heading_of(*property, line), std::move(value)});
  }
  void write(PageBuilder& builder) {
    cells_.insert(cells_.begin(), {"Name", trim(name_).empty() ? in_order_ : name_});
    builder.table_row(cells_);
  }

 private:
  std::string name_;
  std::string in_order_;
  std::vector<Cell> cells_;
};

}  // namespace

void read_vcard(std::string_view bytes, PageBuilder& builder) {
  const std::string text = to_utf8(bytes);
  ContentLines lines(text);
  std::vector<Contact> open;  // an agent's card stands inside another
  constexpr std::size_t kMaxDepth = 100;
  while (const auto line = lines.next()) {
    const bool card = iequals(trim(line->value), "VCARD");
    if (line->name == "BEGIN" && card) {
      if (open.size() == kMaxDepth) {
        throw ReadFailure(ExtractProblem::Broken,
                          "The list of contacts is damaged: its cards do not end. Export it again "
                          "and upload that file.");
      }
      open.emplace_back();
    } else if (line->name == "END" && card && !open.empty()) {
      open.back().write(builder);
      open.pop_back();
    } else if (!open.empty()) {
      open.back().add(*line);
    }
  }
  // Of a file that is cut off, the last cards are kept.
  for (; !open.empty(); open.pop_back()) open.back().write(builder);
  builder.end_page();
}

}  // namespace assay::extract
