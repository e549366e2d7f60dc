// SPDX-License-Identifier: Apache-2.0
// Rows as text: what is written is read again, and no text of a cell becomes a column.
#include "core/extract/row_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Texts = std::vector<std::string>;

// "name=value" for each cell that is read.
Texts read_again(const std::string& row) {
  Texts out;
  const std::string_view text = row;
  for (const RowCell& cell : row_cells(text)) {
    std::string name(text.substr(cell.name_start, cell.name_end - cell.name_start));
    std::string value(text.substr(cell.value_start, cell.value_end - cell.value_start));
    if (cell.quoted_name) name = unquoted(name);
    if (cell.quoted_value) value = unquoted(value);
    out.push_back(name + "=" + value);
  }
  return out;
}

TEST(RowText, PlainCellsStandAsTheyAre) {
  EXPECT_EQ(row_text({{"System", "Mail"}, {"", "old"}, {"Owner", "Kay \"K\" Lind"}}),
            "System: Mail; old; Owner: Kay \"K\" Lind");
  EXPECT_EQ(row_text({{"", "a"}, {"", "Owner: Kay"}}), "a; Owner: Kay");
  EXPECT_EQ(row_text({{"Term", "\"Asset\" means a thing"}}), "Term: \"Asset\" means a thing");
}

TEST(RowText, TextOfCellsIsNoColumn) {
  EXPECT_EQ(row_text({{"Note", "seen; Approved by: Kay"}, {"Date", "May"}}),
            "Note: \"seen; Approved by: Kay\"; Date: May");
  EXPECT_EQ(row_text({{"Note", "Done. Approved by: Kay"}}), "Note: \"Done. Approved by: Kay\"");
  EXPECT_EQ(row_text({{"Backup: last test", "May"}}), "\"Backup: last test\": May");
  EXPECT_EQ(row_text({{"System", "Mail"}, {"", "Approved by: Kay"}}),
            "System: Mail; \"Approved by: Kay\"");
}

TEST(RowText, IsReadAsItWasWritten) {
  const Texts hard{"plain",
                   "a; Owner: Kay",
                   "a;Owner:Kay",
                   "\"quoted\"",
                   "\"never closed",
                   "\"",
                   "\"\"",
                   "a \"b; c\" d",
                   "\"a\": b",
                   "\"a\"; Owner: Kay",
                   "Owner: \"Kay",
                   "ends with ;",
                   ";",
                   ":",
                   "x:",
                   "Yes. Result: \"no\"; Date: none",
                   "\"a\"\"; b"};
  for (const std::string& first : hard) {
    for (const std::string& second : hard) {
      const std::string row =
          row_text({{"Note", first}, {second, "v"}, {"", first}, {"Date", second}});
      EXPECT_EQ(read_again(row),
                (Texts{"Note=" + first, second + "=v", "=" + first, "Date=" + second}))
          << row;
    }
  }
}

TEST(RowText, ReadersWriteIt) {
  EXPECT_EQ(read_blocks("csv", "System,Note,Date\nMail,seen; Approved by: Kay,2026-01-01\n"),
            Texts{"T System: Mail; Note: \"seen; Approved by: Kay\"; Date: 2026-01-01"});
}

}  // namespace
}  // namespace assay::test
