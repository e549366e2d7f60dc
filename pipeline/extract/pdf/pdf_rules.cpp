// SPDX-License-Identifier: Apache-2.0
// Joins the pieces that lie on one line.
#include "pipeline/extract/pdf/pdf_rules.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay::extract {
namespace {

constexpr std::size_t kMaxPieces = 20'000;
constexpr double kThin = 3;        // a filled rectangle that is a line
constexpr double kLevel = 0.7;     // deviation of a straight line
constexpr double kSameLine = 1.2;  // pieces this near to each other are one line
constexpr double kDash = 3;        // dashes
constexpr double kShortest = 7;
constexpr double kSmallestDot = 1.5;
constexpr double kLargestDot = 10;

bool in_order(const PdfRule& a, const PdfRule& b) {
  return std::pair(a.at, a.from) < std::pair(b.at, b.from);
}

std::vector<PdfRule> joined(std::vector<PdfRule> pieces) {
  std::sort(pieces.begin(), pieces.end(), in_order);
  // First those at one height get the same one, then they are joined along it.
  for (std::size_t begin = 0; begin < pieces.size();) {
    std::size_t end = begin + 1;
    while (end < pieces.size() && pieces[end].at - pieces[begin].at <= kSameLine) ++end;
    const double at = pieces[begin + (end - begin) / 2].at;
    for (; begin < end; ++begin) pieces[begin].at = at;
  }
  std::sort(pieces.begin(), pieces.end(), in_order);
  std::vector<PdfRule> out;
  for (const PdfRule& piece : pieces) {
    const bool goes_on = !out.empty() && out.back().at == piece.at &&  // equal as set above
                         piece.from <= out.back().to + kDash;
    if (goes_on) {
      out.back().to = std::max(out.back().to, piece.to);
    } else {
      out.push_back(piece);
    }
  }
  std::erase_if(out, [](const PdfRule& rule) { return rule.length() < kShortest; });
  return out;
}

}  // namespace

bool RuleCollector::full() const {
  return across_.size() + down_.size() + shades_.size() + dots_.size() >= kMaxPieces;
}

void RuleCollector::line(double x0, double y0, double x1, double y1) {
  if (full()) return;
  const double width = std::abs(x1 - x0);
  const double height = std::abs(y1 - y0);
  if (height <= kLevel && width > height) {
    across_.push_back({(y0 + y1) / 2, std::min(x0, x1), std::max(x0, x1)});
  } else if (width <= kLevel && height > width) {
    down_.push_back({(x0 + x1) / 2, std::min(y0, y1), std::max(y0, y1)});
  }
}

void RuleCollector::rectangle(double x0, double y0, double x1, double y1, unsigned color) {
  if (full()) return;
  const auto [left, right] = std::minmax(x0, x1);
  const auto [top, bottom] = std::minmax(y0, y1);
  if (bottom - top <= kThin && right - left > bottom - top) {
    across_.push_back({(top + bottom) / 2, left, right});
  } else if (right - left <= kThin && bottom - top > right - left) {
    down_.push_back({(left + right) / 2, top, bottom});
  } else if (right - left > kThin && bottom - top > kThin) {
    shades_.push_back({left, top, right, bottom, color});
  }
}

void RuleCollector::shape(double left, double top, double right, double bottom) {
  const double width = right - left;
  const double height = bottom - top;
  const bool small =
      std::min(width, height) >= kSmallestDot && std::max(width, height) <= kLargestDot;
  if (full() || !small || std::max(width, height) > std::min(width, height) * 1.5) return;
  dots_.push_back({left, top, right, bottom});
}

PdfRules RuleCollector::take() {
  std::ranges::sort(dots_, {}, &PdfDot::top);
  return {joined(std::exchange(across_, {})), joined(std::exchange(down_, {})),
          std::exchange(shades_, {}), std::exchange(dots_, {})};
}

std::vector<PdfRule> level_rules(const PdfRules& rules, double top, double bottom) {
  std::vector<PdfRule> out;
  const auto add = [&](double at, double from, double to) {
    if (at >= top && at <= bottom) out.push_back({at, from, to});
  };
  for (const PdfRule& rule : rules.across) add(rule.at, rule.from, rule.to);
  for (const PdfShade& shade : rules.shades) {
    add(shade.top, shade.left, shade.right);
    add(shade.bottom, shade.left, shade.right);
  }
  std::ranges::sort(out, {}, &PdfRule::at);
  return out;
}

std::vector<double> heights_across(const std::vector<PdfRule>& levels, double left, double right) {
  constexpr double kMinCovered = 0.6;
  std::vector<double> out;
  for (std::size_t i = 0; i < levels.size();) {
    std::vector<PdfRule> pieces;
    const double at = levels[i].at;
    for (; i < levels.size() && levels[i].at - at < 1.5; ++i) pieces.push_back(levels[i]);
    std::ranges::sort(pieces, {}, &PdfRule::from);
    double covered = 0;
    double end = left;
    for (const PdfRule& piece : pieces) {
      const double to = std::min(piece.to, right);
      covered += std::max(0.0, to - std::max(piece.from, end));
      end = std::max(end, to);
    }
    if (covered >= (right - left) * kMinCovered) out.push_back(at);
  }
  return out;
}

bool ruled_between(const PdfRules& rules, double left, double right, double height) {
  constexpr double kInside = 1;
  const auto first = std::ranges::lower_bound(rules.down, left - kInside, {}, &PdfRule::at);
  for (auto rule = first; rule != rules.down.end() && rule->at <= right + kInside; ++rule) {
    if (rule->from <= height && rule->to >= height) return true;
  }
  return false;
}

}  // namespace assay::extract
