// SPDX-License-Identifier: Apache-2.0
// Two lines of a column are one cell if they are nearer to each other than rows are, or if the
// first is so full that the next word had to go below it.
#include "pipeline/extract/pdf/pdf_table.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "pipeline/extract/page/line_shapes.hpp"

namespace assay::extract {
namespace {

constexpr double kSamePitch = 1.12;  // pitches this much apart are still one
constexpr double kWidest = 1.75;     // pitch of lines in one cell, in sizes of the font

double mid(const PdfLine& line) {
  return (line.top + line.bottom) / 2;
}

// A line and the next one below it in its column.
struct Follow {
  std::size_t above = 0;  // places in the list of lines
  std::size_t below = 0;
  double pitch = 0;  // in sizes of the font
  bool ruled = false;
  bool wrapped = false;  // the first word below would not have fitted above
};

class RowFinder {
 public:
  RowFinder(const std::vector<PlacedLine>& lines, std::size_t columns,
            const std::vector<double>& heights)
      : lines_(lines), heights_(heights), columns_(columns) {
    for (std::size_t i = 0; i < lines.size(); ++i) columns_.at(lines[i].column).push_back(i);
    for (std::vector<std::size_t>& column : columns_) follow(column);
  }

  [[nodiscard]] std::vector<std::size_t> rows() const;
  [[nodiscard]] double wrapped_share(double longest_pitch) const;
  [[nodiscard]] const std::vector<Follow>& follows() const { return follows_; }

 private:
  void follow(std::vector<std::size_t>& column);
  [[nodiscard]] bool ruled(double from, double to) const {
    const auto rule = std::ranges::upper_bound(heights_, from);
    return rule != heights_.end() && *rule < to;
  }
  // The longest pitch of lines within a cell; 0 if each line is a row.
  [[nodiscard]] double cell_pitch() const;
  // Whether the lines between two rules are one row each.
  [[nodiscard]] bool rules_part_rows() const;
  [[nodiscard]] std::vector<std::size_t> rows_of_blocks(double longest_pitch) const;
  [[nodiscard]] std::vector<std::size_t> rows_by_first_column() const;
  [[nodiscard]] std::vector<std::size_t> rows_between_rules() const;

  const std::vector<PlacedLine>& lines_;
  const std::vector<double>& heights_;
  std::vector<std::vector<std::size_t>> columns_;
  std::vector<Follow> follows_;
};

void RowFinder::follow(std::vector<std::size_t>& column) {
  std::ranges::stable_sort(column, {}, [this](std::size_t i) { return mid(*lines_[i].line); });
  double right = 0;
  for (const std::size_t i : column) right = std::max(right, lines_[i].line->right);
  for (std::size_t i = 1; i < column.size(); ++i) {
    const PdfLine& above = *lines_[column[i - 1]].line;
    const PdfLine& below = *lines_[column[i]].line;
    const double size = std::max({above.size, below.size, 1.0});
    const bool full = above.right + size * 0.25 + below.first_word_width > right + size * 0.1;
    follows_.push_back({column[i - 1], column[i], (mid(below) - mid(above)) / size,
                        ruled(mid(above), mid(below)),
                        full || starts_lower_case(below.text) || above.text.ends_with('-')});
  }
}

double RowFinder::wrapped_share(double longest_pitch) const {
  std::size_t all = 0;
  std::size_t wrapped = 0;
  for (const Follow& one : follows_) {
    if (one.ruled || one.pitch > longest_pitch) continue;
    ++all;
    if (one.wrapped) ++wrapped;
  }
  return all == 0 ? 0 : static_cast<double>(wrapped) / static_cast<double>(all);
}

double RowFinder::cell_pitch() const {
  double least = kWidest;
  for (const Follow& one : follows_) {
    // Lines at one height are pieces of one line.
    if (one.pitch > 0.5) least = std::min(least, one.pitch);
  }
  const double longest = least * kSamePitch;
  const bool wider = std::ranges::any_of(
      follows_, [longest](const Follow& one) { return one.ruled || one.pitch > longest; });
  const bool cells = least < kWidest && wrapped_share(longest) >= 0.6;
  if (!cells) return 0.5;
  return wider ? longest : 0;
}

bool RowFinder::rules_part_rows() const {
  std::set<std::size_t> used;
  for (const PlacedLine& one : lines_) {
    used.insert(static_cast<std::size_t>(std::ranges::upper_bound(heights_, mid(*one.line)) -
                                         heights_.begin()));
  }
  std::size_t within = 0;
  std::size_t wrapped = 0;
  for (const Follow& one : follows_) {
    if (one.ruled) continue;
    ++within;
    if (one.wrapped) ++wrapped;
  }
  return used.size() >= 3 && wrapped * 10 >= within * 6;
}

std::vector<std::size_t> RowFinder::rows_between_rules() const {
  std::vector<std::size_t> out;
  std::set<std::size_t> used;
  for (const PlacedLine& one : lines_) {
    out.push_back(static_cast<std::size_t>(std::ranges::upper_bound(heights_, mid(*one.line)) -
                                           heights_.begin()));
    used.insert(out.back());
  }
  for (std::size_t& row : out) {
    row = static_cast<std::size_t>(std::distance(used.begin(), used.find(row)));
  }
  return out;
}

// Cells that share a height are in one row.
std::vector<std::size_t> RowFinder::rows_of_blocks(double longest_pitch) const {
  struct Block {
    double top;
    double bottom;
    std::vector<std::size_t> lines;
  };
  std::vector<std::optional<std::size_t>> above(lines_.size());
  for (const Follow& one : follows_) {
    if (!one.ruled && one.pitch <= longest_pitch) above[one.below] = one.above;
  }
  std::vector<Block> blocks;
  std::vector<std::size_t> block_of(lines_.size());
  for (const std::vector<std::size_t>& column : columns_) {
    for (const std::size_t i : column) {
      const PdfLine& line = *lines_[i].line;
      // Half of the pitch: rows that nearly touch are still two.
      const double half = line.size * 0.3;
      if (above[i]) {
        block_of[i] = block_of[*above[i]];
      } else {
        block_of[i] = blocks.size();
        blocks.push_back({mid(line) - half, mid(line) + half, {}});
      }
      Block& block = blocks[block_of[i]];
      block.bottom = std::max(block.bottom, mid(line) + half);
      block.lines.push_back(i);
    }
  }
  std::ranges::stable_sort(blocks, {}, &Block::top);
  std::vector<std::size_t> out(lines_.size());
  double bottom = 0;
  std::size_t row = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (b > 0 && (blocks[b].top >= bottom || ruled(blocks[b - 1].bottom, blocks[b].top))) ++row;
    bottom =
        b == 0 || blocks[b].top >= bottom ? blocks[b].bottom : std::max(bottom, blocks[b].bottom);
    for (const std::size_t i : blocks[b].lines) out[i] = row;
  }
  return out;
}

// Lines at an even pitch: those with text in the first column begin a row.
std::vector<std::size_t> RowFinder::rows_by_first_column() const {
  std::vector<double> starts;
  for (const std::size_t i : columns_.front()) {
    if (!starts_lower_case(lines_[i].line->text)) {
      starts.push_back(mid(*lines_[i].line) - lines_[i].line->size * 0.4);
    }
  }
  std::vector<std::size_t> out;
  for (const PlacedLine& one : lines_) {
    const auto next = std::ranges::upper_bound(starts, mid(*one.line));
    out.push_back(static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - starts.begin(), 1)) - 1);
  }
  return out;
}

std::vector<std::size_t> RowFinder::rows() const {
  if (rules_part_rows()) return rows_between_rules();
  const double pitch = cell_pitch();
  return pitch > 0 ? rows_of_blocks(pitch) : rows_by_first_column();
}

}  // namespace

std::vector<std::size_t> rows_of_lines(const std::vector<PlacedLine>& lines, std::size_t columns,
                                       const std::vector<double>& heights) {
  return RowFinder(lines, columns, heights).rows();
}

std::vector<std::size_t> evident_rows(const std::vector<PlacedLine>& lines, std::size_t columns) {
  const std::vector<double> no_heights;
  const RowFinder finder(lines, columns, no_heights);
  constexpr double kAny = 1e9;
  if (finder.follows().size() < 2 * 2 || finder.wrapped_share(kAny) > 0.25) return {};
  std::vector<std::size_t> rows = finder.rows();
  // Each of at least three rows begins in the first column and has a further cell.
  std::vector<std::set<std::size_t>> columns_of(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) columns_of[rows[i]].insert(lines[i].column);
  std::erase_if(columns_of, [](const std::set<std::size_t>& row) { return row.empty(); });
  const bool orderly =
      columns_of.size() >= 3 && std::ranges::all_of(columns_of, [](const auto& row) {
        return row.size() >= 2 && row.contains(0);
      });
  return orderly ? rows : std::vector<std::size_t>();
}

}  // namespace assay::extract
