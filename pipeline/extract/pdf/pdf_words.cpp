// SPDX-License-Identifier: Apache-2.0
// Has poppler go through a page once and takes words and lines from it. poppler-cpp gives words
// alone, and copies the whole cross-reference table for each page.
#include "pipeline/extract/pdf/pdf_words.hpp"

#include <poppler/Annot.h>
#include <poppler/PDFDoc.h>
#include <poppler/Stream.h>
#include <poppler/TextOutputDev.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/extract/pdf/pdf_layout.hpp"
#include "pipeline/extract/pdf/pdf_rules.hpp"

namespace assay::extract {
namespace {

// ISO 32000-1, annex C: a page is at most 14,400 units long. Positions beyond this limit,
// infinities and NaN (which would break every sort by position) are not usable.
constexpr double kMaxCoordinate = 1e6;

constexpr int kMaxPointsOfDot = 64;  // browsers draw a circle with 49

bool is_usable(double value) {
  return std::isfinite(value) && std::abs(value) <= kMaxCoordinate;
}
double usable(double value) {
  return is_usable(value) ? value : 0;
}

class PageDevice : public TextOutputDev {
 public:
  PageDevice() : TextOutputDev(nullptr, false, 0, false, false) {}

  void startPage(int number, GfxState* state, XRef* xref) override {
    TextOutputDev::startPage(number, state, xref);
    width_ = usable(state->getPageWidth());
    height_ = usable(state->getPageHeight());
    rotation_ = state->getRotate();
  }
  void stroke(GfxState* state) override { each_part(state, false); }
  void fill(GfxState* state) override { each_part(state, true); }
  void eoFill(GfxState* state) override { each_part(state, true); }

  [[nodiscard]] ShownPage shown() const { return {width_, height_, rotation_}; }
  [[nodiscard]] PdfRules rules() { return rules_.take(); }

 private:
  using Points = std::vector<std::pair<double, double>>;

  static unsigned color_of(GfxState* state) {
    GfxRGB color{};
    state->getFillRGB(&color);
    return unsigned{colToByte(color.r)} << 16U | unsigned{colToByte(color.g)} << 8U |
           unsigned{colToByte(color.b)};
  }

  // nullopt if one of them is not usable.
  static std::optional<Points> points_of(GfxState* state, const GfxSubpath& part) {
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

  static bool curved(const GfxSubpath& part) {
    for (int p = 0; p < part.getNumPoints(); ++p) {
      if (part.getCurve(p)) return true;
    }
    return false;
  }

  void each_part(GfxState* state, bool filled) {
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
      if (small) dot(*points);
      if (straight) filled ? area(*points, color_of(state)) : lines(*points);
    }
  }

  void dot(const Points& points) {
    const auto [left, right] = std::ranges::minmax(points | std::views::keys);
    const auto [top, bottom] = std::ranges::minmax(points | std::views::values);
    rules_.shape(left, top, right, bottom);
  }

  void lines(const Points& points) {
    for (std::size_t i = 1; i < points.size(); ++i) {
      rules_.line(points[i - 1].first, points[i - 1].second, points[i].first, points[i].second);
    }
  }

  void area(const Points& points, unsigned color) {
    constexpr double kOff = 0.5;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const double across = std::abs(points[i].first - points[i - 1].first);
      const double down = std::abs(points[i].second - points[i - 1].second);
      if (std::min(across, down) > kOff) return;  // slanting
    }
    rules_.rectangle(points[0].first, points[0].second, points[2].first, points[2].second, color);
  }

  RuleCollector rules_;
  double width_ = 0;
  double height_ = 0;
  int rotation_ = 0;
};

// Letters that are drawn as one stand as they are spelled.
std::string_view ligature(Unicode code) {
  constexpr std::string_view kLetters[] = {"ff", "fi", "fl", "ffi", "ffl", "st", "st"};
  return code >= 0xFB00 && code <= 0xFB06 ? kLetters[code - 0xFB00] : std::string_view();
}

std::string text_of(const TextWord& word) {
  std::string out;
  for (int i = 0; i < word.getLength(); ++i) {
    const Unicode code = *word.getChar(i);
    if (code == 0xFEFF) continue;
    if (const std::string_view letters = ligature(code); !letters.empty()) {
      out += letters;
    } else {
      const bool bad = code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF);
      utf8::append(bad ? utf8::kReplacement : static_cast<char32_t>(code), out);
    }
  }
  return out;
}

// What the letters of one font on a page say about its true size.
struct FontUse {
  int weight = kRegular;
  double width = 0;  // of all Latin letters, in sizes of the font
  double letters = 0;

  // Fonts that draw each letter by a program of their own (Type 3) may state any size. No font's
  // letters are narrower than a third of its size on average.
  [[nodiscard]] double true_size(double stated) const {
    constexpr double kNarrowest = 0.32;
    constexpr double kUsual = 0.52;
    const double mean = letters > 0 ? width / letters : 0;
    return letters >= 8 && mean < kNarrowest ? stated * mean / kUsual : stated;
  }
};

class WordReader {
 public:
  WordReader(TextWordList& list, const ShownPage& page) : list_(list), page_(page) {
    for (int i = 0; i < list_.getLength(); ++i) {
      const TextWord& word = *list_.get(i);
      if (word.getLength() == 0) continue;
      const auto [found, added] = fonts_.try_emplace(word.getFontInfo(0));
      if (added) {
        const GooString* name = word.getFontName(0);
        if (name != nullptr) found->second.weight = font_weight(name->toStr());
      }
      if (word.getRotation() == 0) count_letters(word, found->second);
    }
  }

  [[nodiscard]] std::vector<PdfWord> words() const {
    std::vector<PdfWord> out;
    out.reserve(static_cast<std::size_t>(list_.getLength()));
    for (int i = 0; i < list_.getLength(); ++i) {
      if (list_.get(i)->getLength() > 0) out.push_back(word_of(*list_.get(i)));
    }
    return out;
  }

 private:
  static void count_letters(const TextWord& word, FontUse& use) {
    for (int i = 0; i < word.getLength(); ++i) {
      const Unicode code = *word.getChar(i);
      const double width = usable(word.getEdge(i + 1)) - usable(word.getEdge(i));
      const double size = usable(word.getFontSize());
      if (code < 'A' || code > 'z' || width <= 0 || size <= 0) continue;
      use.width += width / size;
      ++use.letters;
    }
  }

  [[nodiscard]] PdfWord word_of(const TextWord& box) const {
    PdfWord word;
    word.text = text_of(box);
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;
    box.getBBox(&left, &top, &right, &bottom);
    std::tie(word.left, word.right) = std::minmax({usable(left), usable(right)});
    std::tie(word.top, word.bottom) = std::minmax({usable(top), usable(bottom)});
    word.space_after = box.getSpaceAfter();
    word.rotation = box.getRotation();
    const FontUse& use = fonts_.at(box.getFontInfo(0));
    const double stated = usable(box.getFontSize());
    word.size = stated > 0 ? use.true_size(stated) : word.bottom - word.top;
    word.weight = use.weight;
    word.bold = use.weight >= kBold;
    if (word.size < stated && word.rotation == 0) {
      word.top = usable(box.getBaseline()) - word.size * 0.9;
      word.bottom = word.top + word.size * 1.2;
    }
    if (page_.width > 0 && page_.height > 0) {
      word.shown = {word.left / page_.width, word.top / page_.height, word.right / page_.width,
                    word.bottom / page_.height};
    }
    return word;
  }

  TextWordList& list_;
  ShownPage page_;
  std::map<const TextFontInfo*, FontUse> fonts_;
};

// Of annotations, links draw a frame around text that is there already.
bool shows_text(Annot* annotation, void* /*unused*/) {
  return annotation->getType() != Annot::typeLink;
}

}  // namespace

struct PdfWords::Document {
  explicit Document(std::string_view bytes)
      // The document owns the stream.
      : pdf(new MemStream(bytes.data(), 0, static_cast<Goffset>(bytes.size()), Object(objNull))) {}
  PDFDoc pdf;
};

PdfWords::PdfWords(std::string_view bytes) : document_(std::make_unique<Document>(bytes)) {}
PdfWords::~PdfWords() = default;

PdfPage PdfWords::page(int index) {
  if (!document_->pdf.isOk()) return {};
  PageDevice device;
  constexpr double kPointsPerInch = 72;
  document_->pdf.displayPage(&device, index + 1, kPointsPerInch, kPointsPerInch, 0, false, false,
                             false, nullptr, nullptr, shows_text);
  const std::unique_ptr<TextWordList> list = device.makeWordList();
  if (!list) return {};
  const ShownPage shown = device.shown();
  PdfPage page{shown.width, shown.height, {}, device.rules(), shown};
  page.lines = lines_of_words(WordReader(*list, shown).words(), page.rules);
  return page;
}

}  // namespace assay::extract
