// SPDX-License-Identifier: Apache-2.0
// Finds columns by their values first, then puts each name above the nearest of them.
#include "pipeline/extract/pdf/pdf_column_names.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace assay::extract {
namespace {

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
