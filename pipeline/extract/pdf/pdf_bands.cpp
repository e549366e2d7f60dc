// SPDX-License-Identifier: Apache-2.0
// Grows a region downwards as long as the bands fit its columns. For names that do not stand
// exactly above their values, finds columns by their values first, then puts each name above the
// nearest of them.
#include "pipeline/extract/pdf/pdf_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace assay::extract {
namespace {

// A column's number in order of discovery: it stays the same if another column opens to the left.
using ColumnId = std::size_t;

struct GrowingColumn {
  double left = 0;
  double right = 0;
  ColumnId id = 0;
};

class Region {
 public:
  explicit Region(const PdfPage& page) : page_(page) {}

  bool take(const PdfBand& band) {
    std::vector<GrowingColumn> columns = columns_;
    std::vector<ColumnId> placed;
    for (const std::size_t i : band.lines) {
      const std::optional<ColumnId> column = place(page_.lines[i], columns);
      // Two texts beside each other are two cells.
      if (!column || std::ranges::find(placed, *column) != placed.end()) return false;
      placed.push_back(*column);
    }
    const bool alone = band.lines.size() == 1;
    // A single line continues a cell. It opens a column only as a piece of the row before it.
    const bool near = !bands_.empty() && band.top - bands_.back()->bottom < band.height() * 0.3;
    if (alone && !near && columns.size() != columns_.size()) return false;
    columns_ = std::move(columns);
    bands_.push_back(&band);
    placed_.push_back(std::move(placed));
    if (!alone) full_ = bands_.size();
    return true;
  }

  // Lines after the last band with several cells may be text below the table, unless they have the
  // pitch of a cell's own lines.
  void trim_end() {
    while (bands_.size() > full_) {
      const PdfBand& last = *bands_.back();
      const PdfBand& before = *bands_[bands_.size() - 2];
      if (last.top - before.bottom < last.height() * 0.4) break;
      bands_.pop_back();
      placed_.pop_back();
    }
  }

  [[nodiscard]] PdfRegion region() const {
    PdfRegion out;
    out.bands = bands_.size();
    std::vector<std::size_t> position(columns_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      position.at(columns_[c].id) = c;
      out.columns.push_back({columns_[c].left, columns_[c].right});
    }
    for (std::size_t b = 0; b < bands_.size(); ++b) {
      for (std::size_t i = 0; i < bands_[b]->lines.size(); ++i) {
        const std::size_t index = bands_[b]->lines[i];
        out.lines.push_back({&page_.lines[index], index, position.at(placed_[b].at(i))});
      }
    }
    return out;
  }

 private:
  // The column it overlaps, which may widen, or a new one; nullopt if it overlaps two.
  static std::optional<ColumnId> place(const PdfLine& line, std::vector<GrowingColumn>& columns) {
    GrowingColumn* own = nullptr;
    for (GrowingColumn& column : columns) {
      if (line.left >= column.right || line.right <= column.left) continue;
      if (own != nullptr) return std::nullopt;
      own = &column;
    }
    const ColumnId id = own == nullptr ? columns.size() : own->id;
    if (own == nullptr) {
      const GrowingColumn added{line.left, line.right, id};
      columns.insert(std::ranges::upper_bound(columns, added.left, {}, &GrowingColumn::left),
                     added);
    } else {
      own->left = std::min(own->left, line.left);
      own->right = std::max(own->right, line.right);
    }
    for (std::size_t i = 1; i < columns.size(); ++i) {
      if (columns[i - 1].right > columns[i].left) return std::nullopt;
    }
    return id;
  }

  const PdfPage& page_;
  std::vector<GrowingColumn> columns_;
  std::vector<const PdfBand*> bands_;
  std::vector<std::vector<ColumnId>> placed_;  // of each band's lines
  std::size_t full_ = 0;                       // bands up to the last one with several cells
};

constexpr std::size_t kMaxBandsOfNames = 2;
constexpr double kFar = 2.5;  // heights of a band

double apart(const PdfColumn& column, const PdfLine& line) {
  return std::max({0.0, column.left - line.right, line.left - column.right});
}

// The column that a name belongs to; nullopt if it lies above several.
std::optional<std::size_t> column_of(const std::vector<PdfColumn>& columns, const PdfLine& line) {
  const double center = (line.left + line.right) / 2;
  std::optional<std::size_t> best;
  std::size_t over = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].left <= center && columns[c].right >= center) return c;
    if (apart(columns[c], line) <= 0) ++over;
    if (!best || apart(columns[c], line) < apart(columns[*best], line)) best = c;
  }
  return over > 1 ? std::nullopt : best;
}

// nullopt if two names of a band belong to one column.
std::optional<std::vector<PlacedLine>> placed_names(const PdfPage& page,
                                                    std::span<const PdfBand> bands,
                                                    const std::vector<PdfColumn>& columns) {
  std::vector<PlacedLine> out;
  for (const PdfBand& band : bands) {
    std::optional<std::size_t> before;
    for (const std::size_t i : band.lines) {
      const auto column = column_of(columns, page.lines[i]);
      if (!column || (before && *column <= *before)) return std::nullopt;
      out.push_back({&page.lines[i], i, *column});
      before = column;
    }
  }
  return out;
}

bool bold(const PdfPage& page, const PdfBand& band) {
  return std::ranges::all_of(band.lines, [&page](std::size_t i) { return page.lines[i].bold; });
}

}  // namespace

std::vector<PdfBand> bands_of(const PdfPage& page, const std::vector<bool>& taken) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const PdfLine& line = page.lines[i];
    if (!taken[i] && line.upright && line.right > line.left) order.push_back(i);
  }
  std::ranges::sort(order, [&page](std::size_t a, std::size_t b) {
    return page.lines[a].top + page.lines[a].bottom < page.lines[b].top + page.lines[b].bottom;
  });
  std::vector<PdfBand> bands;
  for (const std::size_t i : order) {
    const PdfLine& line = page.lines[i];
    const double middle = (line.top + line.bottom) / 2;
    if (bands.empty() || middle > bands.back().bottom - line.height() * 0.2) {
      bands.push_back({{}, line.top, line.bottom});
    }
    bands.back().lines.push_back(i);
  }
  for (PdfBand& band : bands) {
    std::ranges::sort(band.lines, [&page](std::size_t a, std::size_t b) {
      return page.lines[a].left < page.lines[b].left;
    });
  }
  return bands;
}

PdfRegion region_of(const PdfPage& page, std::span<const PdfBand> bands) {
  constexpr double kFar = 2.5;  // heights of a band
  Region region(page);
  for (std::size_t i = 0; i < bands.size(); ++i) {
    const bool far = i > 0 && bands[i].top - bands[i - 1].bottom > bands[i].height() * kFar;
    if (far || !region.take(bands[i])) break;
  }
  region.trim_end();
  return region.region();
}

PdfRegion region_with_names(const PdfPage& page, std::span<const PdfBand> bands) {
  PdfRegion best = region_of(page, bands);
  for (std::size_t count = 1; count <= kMaxBandsOfNames && count < bands.size(); ++count) {
    const PdfBand& last = bands[count - 1];
    const PdfBand& next = bands[count];
    if (!bold(page, last) || next.top - last.bottom > next.height() * kFar) break;
    if (bold(page, next) || next.lines.size() < 2) continue;
    PdfRegion region = region_of(page, bands.subspan(count));
    if (region.bands < 2 || region.bands + count <= best.bands) continue;
    const auto names = placed_names(page, bands.first(count), region.columns);
    if (!names) continue;
    region.lines.insert(region.lines.begin(), names->begin(), names->end());
    region.bands += count;
    best = std::move(region);
  }
  return best;
}

std::pair<std::size_t, std::size_t> columns_below(const std::vector<PdfColumn>& columns,
                                                  const PdfLine& line, double left, double right) {
  std::size_t first = columns.size();
  std::size_t last = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].left >= line.right || columns[c].right <= line.left) continue;
    first = std::min(first, c);
    last = c;
  }
  if (first > last) return {1, 0};
  const double center = (line.left + line.right) / 2;
  const auto off = [&](std::size_t a, std::size_t b) {
    return std::abs((columns[a].left + columns[b].right) / 2 - center);
  };
  std::pair<std::size_t, std::size_t> best{first, last};
  for (std::size_t a = 0; a <= first; ++a) {
    for (std::size_t b = last; b < columns.size(); ++b) {
      if (columns[a].left < left || columns[b].right > right) continue;
      if (off(a, b) + 1 < off(best.first, best.second)) best = {a, b};
    }
  }
  return best;
}

}  // namespace assay::extract
