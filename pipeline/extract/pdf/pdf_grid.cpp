// SPDX-License-Identifier: Apache-2.0
// Joins rules that touch, and looks which pieces between two places are drawn.
#include "pipeline/extract/pdf/pdf_rules.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace assay::extract {
namespace {

constexpr double kTouch = 3;      // rules this near to each other meet
constexpr double kNarrowest = 4;  // of a column or row
constexpr std::size_t kMaxCrossings = 4'000'000;
constexpr std::size_t kMaxSteps = 50'000'000;  // places of a grid times its rules

class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t at) {
    while (parent_[at] != at) at = parent_[at] = parent_[parent_[at]];
    return at;
  }
  void join(std::size_t a, std::size_t b) { parent_[find(a)] = find(b); }

 private:
  std::vector<std::size_t> parent_;
};

std::vector<double> edges(std::vector<double> places) {
  std::sort(places.begin(), places.end());
  std::vector<double> out;
  for (const double place : places) {
    if (out.empty() || place - out.back() > kNarrowest) out.push_back(place);
  }
  return out;
}

bool covers(const std::vector<PdfRule>& rules, double at, double along) {
  return std::ranges::any_of(rules, [at, along](const PdfRule& rule) {
    return std::abs(rule.at - at) <= kNarrowest && rule.from - kTouch <= along &&
           rule.to + kTouch >= along;
  });
}

double middle(const std::vector<double>& values, std::size_t at) {
  return (values[at] + values[at + 1]) / 2;
}

// places: in order.
bool near_one(const std::vector<double>& places, double at) {
  const auto place = std::ranges::lower_bound(places, at - kNarrowest);
  return place != places.end() && *place <= at + kNarrowest;
}

// Areas of one colour that lie on top of each other: writers fill a cell line by line.
std::vector<PdfShade> joined_shades(std::vector<PdfShade> shades) {
  std::ranges::sort(shades, {}, [](const PdfShade& one) {
    return std::tuple(one.left, one.right, one.color, one.top);
  });
  std::vector<PdfShade> out;
  for (const PdfShade& shade : shades) {
    const bool goes_on = !out.empty() && std::abs(out.back().left - shade.left) < 1 &&
                         std::abs(out.back().right - shade.right) < 1 &&
                         out.back().color == shade.color && shade.top <= out.back().bottom + 1;
    if (goes_on) {
      out.back().bottom = std::max(out.back().bottom, shade.bottom);
    } else {
      out.push_back(shade);
    }
  }
  return out;
}

// Where the colour of cells changes, a row ends, ruled or not. A highlighted text does not reach
// from edge to edge.
void add_edges_of_colors(const std::vector<PdfShade>& shades, Grid& grid) {
  const double top = grid.ys.front();
  const double bottom = grid.ys.back();
  std::vector<double> heights;
  for (const PdfShade& shade : shades) {
    const bool inside = shade.top > top - kTouch && shade.bottom < bottom + kTouch;
    if (!inside || !near_one(grid.xs, shade.left) || !near_one(grid.xs, shade.right)) continue;
    for (const double at : {shade.top, shade.bottom}) {
      if (near_one(grid.ys, at) || at < top || at > bottom) continue;
      grid.across.push_back({at, shade.left, shade.right});
      heights.push_back(at);
    }
  }
  heights.insert(heights.end(), grid.ys.begin(), grid.ys.end());
  grid.ys = edges(std::move(heights));
}

}  // namespace

std::vector<Grid> grids_of(const PdfRules& rules) {
  const std::size_t across = rules.across.size();
  if (across < 2 || rules.down.empty() || across * rules.down.size() > kMaxCrossings) return {};
  Sets sets(across + rules.down.size());
  for (std::size_t d = 0; d < rules.down.size(); ++d) {
    const PdfRule& down = rules.down[d];
    const auto begin = std::ranges::lower_bound(rules.across, down.from - kTouch, {}, &PdfRule::at);
    for (auto rule = begin; rule != rules.across.end() && rule->at <= down.to + kTouch; ++rule) {
      if (rule->from - kTouch <= down.at && rule->to + kTouch >= down.at) {
        sets.join(static_cast<std::size_t>(rule - rules.across.begin()), across + d);
      }
    }
  }
  std::map<std::size_t, Grid> groups;
  for (std::size_t i = 0; i < across; ++i) groups[sets.find(i)].across.push_back(rules.across[i]);
  for (std::size_t i = 0; i < rules.down.size(); ++i) {
    groups[sets.find(across + i)].down.push_back(rules.down[i]);
  }
  const std::vector<PdfShade> shades = joined_shades(rules.shades);
  std::vector<Grid> out;
  for (auto& [root, grid] : groups) {
    std::vector<double> xs;
    std::vector<double> ys;
    for (const PdfRule& rule : grid.down) {
      xs.push_back(rule.at);
      ys.insert(ys.end(), {rule.from, rule.to});
    }
    for (const PdfRule& rule : grid.across) {
      ys.push_back(rule.at);
      xs.insert(xs.end(), {rule.from, rule.to});
    }
    // The ends of rules are edges too: the sides of a table may be open.
    grid.xs = edges(std::move(xs));
    grid.ys = edges(std::move(ys));
    if (grid.down.empty()) continue;
    add_edges_of_colors(shades, grid);
    const bool fits =
        grid.xs.size() >= 3 && grid.ys.size() >= 2 &&
        grid.columns() * grid.rows() <= kMaxSteps / (grid.across.size() + grid.down.size());
    if (fits) out.push_back(std::move(grid));
  }
  // A table comes before those in its cells.
  std::ranges::stable_sort(out, std::greater(), [](const Grid& grid) {
    return (grid.xs.back() - grid.xs.front()) * (grid.ys.back() - grid.ys.front());
  });
  return out;
}

std::vector<std::size_t> cells_of(const Grid& grid) {
  const std::size_t columns = grid.columns();
  Sets sets(columns * grid.rows());
  for (std::size_t r = 0; r < grid.rows(); ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      const std::size_t place = r * columns + c;
      if (c + 1 < columns && !covers(grid.down, grid.xs[c + 1], middle(grid.ys, r))) {
        sets.join(place, place + 1);
      }
      if (r + 1 < grid.rows() && !covers(grid.across, grid.ys[r + 1], middle(grid.xs, c))) {
        sets.join(place, place + columns);
      }
    }
  }
  std::vector<std::size_t> out(columns * grid.rows());
  std::map<std::size_t, std::size_t> first;
  for (std::size_t place = 0; place < out.size(); ++place) {
    out[place] = first.try_emplace(sets.find(place), place).first->second;
  }
  return out;
}

}  // namespace assay::extract
