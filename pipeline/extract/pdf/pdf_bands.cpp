// SPDX-License-Identifier: Apache-2.0
// Grows a region downwards as long as the bands fit its columns.
#include "pipeline/extract/pdf/pdf_bands.hpp"

#include <algorithm>
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

}  // namespace assay::extract
