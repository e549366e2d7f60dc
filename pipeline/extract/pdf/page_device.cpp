// SPDX-License-Identifier: Apache-2.0
// Takes pieces of paths for lines, areas and dots. Records the places of letters of headings.
#include "pipeline/extract/pdf/page_device.hpp"

#include <poppler/Dict.h>
#include <poppler/GfxState.h>
#include <poppler/UTF.h>
#include <poppler/goo/GooString.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <ranges>
#include <string>
#include <utility>

#include "core/base/c_handle.hpp"
#include "pipeline/extract/pdf/pdf_direction.hpp"

namespace assay::extract {
namespace {

constexpr int kMaxPointsOfDot = 64;      // browsers draw a circle with 49
constexpr std::size_t kMaxTagged = 200;  // stretches of a page

using Points = std::vector<std::pair<double, double>>;

unsigned color_of(GfxState* state) {
  GfxRGB color{};
  state->getFillRGB(&color);
  return unsigned{colToByte(color.r)} << 16U | unsigned{colToByte(color.g)} << 8U |
         unsigned{colToByte(color.b)};
}

// nullopt if one of them is not usable.
std::optional<Points> points_of(GfxState* state, const GfxSubpath& part) {
  Points points;
  for (int p = 0; p < part.getNumPoints(); ++p) {
    double x = 0;
    double y = 0;
    state->transform(part.getX(p), part.getY(p), &x, &y);
    if (!is_usable(x) || !is_usable(y)) return std::nullopt;
    points.emplace_back(x, y);
  }
  return points;
}

bool curved(const GfxSubpath& part) {
  for (int p = 0; p < part.getNumPoints(); ++p) {
    if (part.getCurve(p)) return true;
  }
  return false;
}

void add_dot(const Points& points, RuleCollector& rules) {
  const auto [left, right] = std::ranges::minmax(points | std::views::keys);
  const auto [top, bottom] = std::ranges::minmax(points | std::views::values);
  rules.shape(left, top, right, bottom);
}

void add_lines(const Points& points, RuleCollector& rules) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    rules.line(points[i - 1].first, points[i - 1].second, points[i].first, points[i].second);
  }
}

void add_area(const Points& points, unsigned color, RuleCollector& rules) {
  constexpr double kOff = 0.5;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double across = std::abs(points[i].first - points[i - 1].first);
    const double down = std::abs(points[i].second - points[i - 1].second);
    if (std::min(across, down) > kOff) return;  // slanting
  }
  rules.rectangle(points[0].first, points[0].second, points[2].first, points[2].second, color);
}

void append_utf16(char32_t code, std::string& out) {
  const auto unit = [&out](char32_t value) {
    out += static_cast<char>(value >> 8U & 0xFFU);
    out += static_cast<char>(value & 0xFFU);
  };
  if (code < 0x10000) return unit(code);
  unit(0xD800 + ((code - 0x10000) >> 10U));
  unit(0xDC00 + ((code - 0x10000) & 0x3FFU));
}

}  // namespace

void PageDevice::startPage(int number, GfxState* state, XRef* xref) {
  TextOutputDev::startPage(number, state, xref);
  page_ = number;
  width_ = usable(state->getPageWidth());
  height_ = usable(state->getPageHeight());
  rotation_ = state->getRotate();
}

void PageDevice::drawChar(GfxState* state, double x, double y, double dx, double dy,
                          double origin_x, double origin_y, CharCode code, int bytes,
                          const Unicode* letters, int count) {
  std::vector<Unicode> own;
  if (count > 1) {
    const std::u32string seen = seen_from_left(std::u32string(letters, letters + count));
    own.assign(seen.begin(), seen.end());
    letters = own.data();
  }
  if (!open_.empty() && open_.back().level > 0) add_tagged(state, x, y, dx, dy);
  TextOutputDev::drawChar(state, x, y, dx, dy, origin_x, origin_y, code, bytes, letters, count);
}

void PageDevice::beginActualText(GfxState* state, const GooString* given) {
  Unicode* codes = nullptr;
  const int count = ::TextStringToUCS4(given->toStr(), &codes);
  const CHandle<Unicode, std::free> read(codes);
  std::string seen("\xFE\xFF");  // UTF-16, as texts of PDF files are marked
  for (const char32_t code : seen_from_left(std::u32string(codes, codes + std::max(count, 0)))) {
    append_utf16(code, seen);
  }
  const GooString replaced(seen);
  TextOutputDev::beginActualText(state, &replaced);
}

void PageDevice::stroke(GfxState* state) {
  each_part(state, false);
}
void PageDevice::fill(GfxState* state) {
  each_part(state, true);
}
void PageDevice::eoFill(GfxState* state) {
  each_part(state, true);
}

// The content of a form is numbered by itself.
void PageDevice::beginForm(Ref /*form*/) {
  ++forms_;
}
void PageDevice::endForm(Ref /*form*/) {
  --forms_;
}

void PageDevice::beginMarkedContent(const char* name, Dict* properties) {
  TextOutputDev::beginMarkedContent(name, properties);
  if (tags_.empty()) return;
  PdfTag tag = open_.empty() ? PdfTag{} : open_.back();
  int content = 0;
  const bool numbered = properties != nullptr && properties->lookupInt("MCID", nullptr, &content);
  if (numbered && forms_ == 0) tag = tags_.of(page_, content);
  open_.push_back(tag);
}

// Content that is marked by a name of the page's resources is ended, but was never begun.
void PageDevice::endMarkedContent(GfxState* state) {
  TextOutputDev::endMarkedContent(state);
  if (!open_.empty()) open_.pop_back();
}

void PageDevice::add_tagged(GfxState* state, double x, double y, double dx, double dy) {
  double left = 0;
  double right = 0;
  double baseline = 0;
  double end = 0;
  state->transform(x, y, &left, &baseline);
  state->transform(x + dx, y + dy, &right, &end);
  if (!is_usable(left) || !is_usable(right) || !is_usable(baseline)) return;
  const bool goes_on = !tagged_.empty() && tagged_.back().tag == open_.back() &&
                       std::abs(tagged_.back().baseline - baseline) < 0.5;
  if (!goes_on) {
    if (tagged_.size() == kMaxTagged) return;
    tagged_.push_back({baseline, left, right, open_.back()});
  }
  Tagged& last = tagged_.back();
  last.left = std::min({last.left, left, right});
  last.right = std::max({last.right, left, right});
}

PdfTag PageDevice::tag_of(double left, double right, double baseline) const {
  constexpr double kNear = 1;  // points
  const auto found = std::ranges::find_if(tagged_, [&](const Tagged& one) {
    return std::abs(one.baseline - baseline) < kNear && left > one.left - kNear &&
           right < one.right + kNear;
  });
  return found == tagged_.end() ? PdfTag{} : found->tag;
}

void PageDevice::each_part(GfxState* state, bool filled) {
  const GfxPath* path = state->getPath();
  for (int i = 0; i < path->getNumSubpaths(); ++i) {
    const GfxSubpath& part = *path->getSubpath(i);
    const int count = part.getNumPoints();
    const bool small = count >= 4 && count <= kMaxPointsOfDot;
    // A filled shape of more points is no rectangle.
    const bool straight = (!filled || (count >= 4 && count <= 5)) && !curved(part);
    if (!small && !straight) continue;
    const std::optional<Points> points = points_of(state, part);
    if (!points) continue;
    if (small) add_dot(*points, rules_);
    if (straight) {
      filled ? add_area(*points, color_of(state), rules_) : add_lines(*points, rules_);
    }
  }
}

}  // namespace assay::extract
