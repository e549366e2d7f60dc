// SPDX-License-Identifier: Apache-2.0
// Chooses blocks, finds their bytes, and cuts them.
#include "pipeline/facts/front_text.hpp"

#include <algorithm>
#include <array>

#include "core/extract/row_text.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/facts/fact_labels.hpp"

namespace assay::facts {
namespace {

using namespace std::string_view_literals;

// In blocks. Document control is on the first pages or on the last one.
constexpr std::size_t kFirst = 60;
constexpr std::size_t kLast = 30;
constexpr std::size_t kLongestLine = 2000;  // bytes

struct Row {
  Piece piece;
  std::vector<RowCell> cells;
};

Piece name_of(const Row& row, const RowCell& cell) {
  return row.piece.part(cell.name_start, cell.name_end);
}
Piece value_of(const Row& row, const RowCell& cell) {
  return row.piece.part(cell.value_start, cell.value_end);
}

// The first name of a row of several cells; empty for other rows.
std::string_view first_name(const Row& row) {
  return row.cells.size() < 2 ? std::string_view() : name_of(row, row.cells.front()).text();
}

class Front {
 public:
  explicit Front(const std::vector<Page>& pages) {
    for (const Page& page : pages) blocks_ += page.blocks.size();
    std::size_t number = 0;
    std::int64_t offset = 0;
    for (const Page& page : pages) {
      const std::size_t behind = number + page.blocks.size();
      const bool wanted = number < kFirst || behind + kLast > blocks_;
      if (wanted) add_page(page, offset, number);
      number = behind;
      offset += static_cast<std::int64_t>(utf8::length(page.text));
    }
  }
  [[nodiscard]] FrontText take() { return std::move(found_); }

 private:
  void add_page(const Page& page, std::int64_t offset, std::size_t number) {
    std::vector<Row> rows;  // that stand one below the other
    std::vector<bool> chosen;
    std::size_t byte = 0;
    std::size_t point = 0;
    const auto byte_at = [&](std::size_t target) {
      const std::string_view rest = std::string_view(page.text).substr(byte);
      byte += utf8::byte_offset(rest, target - point);
      point = target;
      return byte;
    };
    for (const Block& block : page.blocks) {
      const bool wanted = number < kFirst || number + kLast >= blocks_;
      Piece piece{&page, offset, byte_at(block.start), 0};
      piece.end = byte_at(block.end);
      if (block.kind == BlockKind::TableRow) {
        // A row's neighbours count even beyond the first blocks: they tell that it is a register's.
        rows.push_back({piece, piece.end - piece.start > kLongestLine ? std::vector<RowCell>()
                                                                      : row_cells(piece.text())});
        chosen.push_back(wanted);
      } else {
        add_rows(rows, chosen);
        if (wanted) add_lines(piece, block, number);
      }
      ++number;
    }
    add_rows(rows, chosen);
  }

  void add_lines(const Piece& piece, const Block& block, std::size_t number) {
    constexpr std::array kMarks{"\n"sv, "\t"sv, "|"sv, "·"sv, "•"sv, "   "sv};
    const std::string_view text = piece.text();
    for (std::size_t at = 0; at <= text.size();) {
      std::size_t end = text.size();
      std::size_t behind = text.size() + 1;
      for (const std::string_view mark : kMarks) {
        const std::size_t found = text.find(mark, at);
        if (found < end) {
          end = found;
          behind = found + mark.size();
        }
      }
      const Piece part = piece.part(at, std::min(end, at + kLongestLine));
      if (part.end > part.start) {
        found_.lines.push_back({part, block.kind, block.level, number});
      }
      at = behind;
    }
  }

  void add_rows(std::vector<Row>& rows, std::vector<bool>& chosen) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!chosen[i]) continue;
      const std::string_view name = first_name(rows[i]);
      const auto same = [&](std::size_t other) {
        return !name.empty() && other < rows.size() && first_name(rows[other]) == name;
      };
      const bool repeated = (i > 0 && same(i - 1)) || same(i + 1);
      add_row(rows[i], repeated, i == 0 || !same(i - 1));
    }
    rows.clear();
    chosen.clear();
  }

  void add_row(const Row& row, bool repeated, bool first) {
    // A form whose first line was taken for a header: "Title: Version; Access policy: 3.2".
    if (row.cells.size() == 2 && labelled(value_of(row, row.cells[0]).text())) {
      const bool named = row.cells[0].name_end > row.cells[0].name_start &&
                         row.cells[1].name_end > row.cells[1].name_start;
      if (first && named) add(name_of(row, row.cells[0]), name_of(row, row.cells[1]));
      return add(value_of(row, row.cells[0]), value_of(row, row.cells[1]));
    }
    if (repeated) return;
    const bool names = std::ranges::any_of(
        row.cells, [](const RowCell& cell) { return cell.name_end > cell.name_start; });
    if (names) {
      for (const RowCell& cell : row.cells) add(name_of(row, cell), value_of(row, cell));
      return;
    }
    // "Version; 3.2; Owner; CISO": label and value in turn.
    for (std::size_t i = 0; i + 1 < row.cells.size(); i += 2) {
      add(value_of(row, row.cells[i]), value_of(row, row.cells[i + 1]));
    }
  }

  void add(const Piece& label, const Piece& value) {
    if (label.end > label.start && value.end > value.start) found_.pairs.push_back({label, value});
  }

  std::size_t blocks_ = 0;
  FrontText found_;
};

}  // namespace

Piece Piece::part(std::size_t from, std::size_t to) const {
  constexpr std::string_view kBlanks = " \t\n";
  Piece out = *this;
  const std::string_view all = text();
  while (from < to && kBlanks.find(all[from]) != std::string_view::npos) ++from;
  while (to > from && kBlanks.find(all[to - 1]) != std::string_view::npos) --to;
  out.start = start + from;
  out.end = start + to;
  return out;
}

FactPlace Piece::place() const {
  const std::string_view before = std::string_view(page->text).substr(0, start);
  FactPlace out;
  out.page_number = page->number;
  out.start_offset = page_offset + static_cast<std::int64_t>(utf8::length(before));
  out.end_offset = out.start_offset + static_cast<std::int64_t>(utf8::length(text()));
  out.text = text();
  return out;
}

FrontText front_text(const std::vector<Page>& pages) {
  return Front(pages).take();
}

}  // namespace assay::facts
