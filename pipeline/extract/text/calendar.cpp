// SPDX-License-Identifier: Apache-2.0
// Reads calendars (iCalendar, RFC 5545, and vCalendar 1.0): one row for each event, task and entry.
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

enum class ValueKind { Text, Time, Person };

struct EntryField {
  std::string_view name;
  const char* heading;
  ValueKind kind;
};
// In the order in which a row shows them.
constexpr std::array kEntryFields{
    EntryField{"SUMMARY", "Summary", ValueKind::Text},
    EntryField{"DTSTART", "Start", ValueKind::Time},
    EntryField{"DTEND", "End", ValueKind::Time},
    EntryField{"DURATION", "Duration", ValueKind::Text},
    EntryField{"DUE", "Due", ValueKind::Time},
    EntryField{"COMPLETED", "Completed", ValueKind::Time},
    EntryField{"RRULE", "Repeats", ValueKind::Text},
    EntryField{"LOCATION", "Location", ValueKind::Text},
    EntryField{"ORGANIZER", "Organizer", ValueKind::Person},
    EntryField{"ATTENDEE", "Attendees", ValueKind::Person},
    EntryField{"STATUS", "Status", ValueKind::Text},
    EntryField{"PERCENT-COMPLETE", "Percent complete", ValueKind::Text},
    EntryField{"CATEGORIES", "Categories", ValueKind::Text},
    EntryField{"DESCRIPTION", "Description", ValueKind::Text},
    EntryField{"COMMENT", "Comment", ValueKind::Text},
    EntryField{"URL", "Web", ValueKind::Text},
};

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "2026-03-01 09:30 (Europe/Berlin)" for TZID=Europe/Berlin:20260301T093000.
std::string shown_time(const ContentLine& line) {
  const std::string_view value = trim(line.value);
  const bool date = value.size() >= 8 && all_digits(value.substr(0, 8));
  if (!date) return std::string(value);
  std::string out(value.substr(0, 4));
  out.append("-").append(value.substr(4, 2)).append("-").append(value.substr(6, 2));
  const std::string_view time = value.substr(8);
  if (time.size() < 5 || time[0] != 'T' || !all_digits(time.substr(1, 4))) return out;
  out.append(" ").append(time.substr(1, 2)).append(":").append(time.substr(3, 2));
  if (time.ends_with('Z')) return out + " UTC";
  const std::string_view zone = line.parameter("TZID");
  return zone.empty() ? out : out + " (" + std::string(zone) + ")";
}

// "Kay Lind (kay@example.org)" for CN=Kay Lind:mailto:kay@example.org.
std::string shown_person(const ContentLine& line) {
  std::string address(trim(line.value));
  if (ascii_lower(address.substr(0, 7)) == "mailto:") address.erase(0, 7);
  const std::string name(trim(line.parameter("CN")));
  if (name.empty() || name == address) return address;
  return address.empty() ? name : name + " (" + address + ")";
}

std::string shown_value(const ContentLine& line, ValueKind kind) {
  if (kind == ValueKind::Time) return shown_time(line);
  return kind == ValueKind::Person ? shown_person(line) : unescaped(line.value);
}

class Entry {
 public:
  void add(const ContentLine& line) {
    const auto* field =
        std::find_if(kEntryFields.begin(), kEntryFields.end(),
                     [&line](const EntryField& one) { return one.name == line.name; });
    if (field == kEntryFields.end()) return;
    std::string& value = values_[static_cast<std::size_t>(field - kEntryFields.begin())];
    const std::string more = shown_value(line, field->kind);
    if (!value.empty() && !more.empty()) value += ", ";
    value += more;
  }
  void write(PageBuilder& builder) {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < kEntryFields.size(); ++i) {
      cells.push_back({kEntryFields[i].heading, std::move(values_[i])});
    }
    builder.table_row(cells);
    values_ = {};
  }

 private:
  std::array<std::string, kEntryFields.size()> values_;
};

bool is_entry(std::string_view component) {
  return iequals(component, "VEVENT") || iequals(component, "VTODO") ||
         iequals(component, "VJOURNAL");
}

}  // namespace

void read_calendar(std::string_view bytes, PageBuilder& builder) {
  const std::string text = to_utf8(bytes);
  ContentLines lines(text);
  Entry entry;
  bool inside = false;
  std::size_t deeper = 0;  // alarms inside an entry, whose texts are none of the entry's
  while (const auto line = lines.next()) {
    const std::string_view component = trim(line->value);
    if (line->name == "BEGIN") {
      if (inside) ++deeper;
      inside = inside || is_entry(component);
    } else if (line->name == "END" && deeper > 0) {
      --deeper;
    } else if (line->name == "END" && inside) {
      entry.write(builder);
      inside = false;
    } else if (inside && deeper == 0) {
      entry.add(*line);
    } else if (line->name == "X-WR-CALNAME") {
      builder.heading(1, unescaped(line->value));
    } else if (line->name == "X-WR-CALDESC") {
      builder.paragraph(unescaped(line->value));
    }
  }
  // Of a file that is cut off, the last entry is kept.
  if (inside) entry.write(builder);
  builder.end_page();
}

}  // namespace assay::extract
