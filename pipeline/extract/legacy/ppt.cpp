// SPDX-License-Identifier: Apache-2.0
// Reads PPT: each slide becomes a page, with its speaker notes at the end.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/legacy_document.hpp"
#include "pipeline/extract/legacy/ppt_records.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"

namespace assay::extract {
namespace {

constexpr unsigned kSlideList = 0;
constexpr unsigned kMasterList = 1;
constexpr unsigned kNotesList = 2;
constexpr unsigned kFooterString = 2;
constexpr unsigned kShowsFooter = 0x0020;
constexpr unsigned kFirstEdgePlace = 0x07;  // date, number, footer and header of a master
constexpr unsigned kLastEdgePlace = 0x0A;
constexpr std::size_t kMaxSlides = 10'000;

struct SlidePlace {
  std::uint32_t part = 0;
  std::uint32_t id = 0;
  std::vector<PptText> outline;
};

// The slides, masters or notes of the document, in order.
std::vector<SlidePlace> listed(std::string_view document, unsigned instance) {
  std::vector<SlidePlace> places;
  PptRecords lists(document);
  while (const auto list = lists.next()) {
    if (list->type != Ppt::SlideList || list->instance != instance) continue;
    // A slide's texts follow its place, up to the next slide's place.
    std::size_t begin = 0;
    for (std::size_t at = 0; at + 8 <= list->data.size();) {
      const PptRecord record = ppt_record_at(list->data, at);
      const std::size_t end = at + 8 + record.data.size();
      if (record.type == Ppt::SlidePlace && places.size() < kMaxSlides) {
        if (!places.empty()) {
          places.back().outline = ppt_texts(list->data.substr(begin, at - begin), {});
        }
        places.push_back({le_u32(record.data, 0), le_u32(record.data, 12), {}});
        begin = end;
      }
      at = end;
    }
    if (!places.empty()) places.back().outline = ppt_texts(list->data.substr(begin), {});
    break;
  }
  return places;
}

bool is_edge(const PptShape& shape) {
  return shape.placeholder >= kFirstEdgePlace && shape.placeholder <= kLastEdgePlace;
}

// The footer that a slide or the whole document shows; empty for none.
std::string footer_of(std::string_view container) {
  const auto edges = ppt_child(container, Ppt::HeadersFooters);
  const auto info = edges ? ppt_child(edges->data, Ppt::HeadersFootersInfo) : std::nullopt;
  if (!info || (le_u16(info->data, 2) & kShowsFooter) == 0) return {};
  PptRecords list(edges->data);
  while (const auto record = list.next()) {
    if (record->type == Ppt::String && record->instance == kFooterString) {
      return clean_line(from_utf16le(record->data));
    }
  }
  return {};
}

class PptReader {
 public:
  PptReader(const PptFile& file, PageBuilder& builder)
      : file_(file), document_(file.document()), builder_(builder) {
    for (const SlidePlace& place : listed(document_.data, kMasterList)) {
      masters_[place.id] = place.part;
    }
    for (const SlidePlace& place : listed(document_.data, kNotesList)) {
      notes_[place.id] = place.part;
    }
  }

  void add() {
    for (const SlidePlace& place : listed(document_.data, kSlideList)) {
      add_slide(file_.part(place.part).data, place.outline);
      builder_.end_page();
    }
  }

 private:
  void add_slide(std::string_view slide, const std::vector<PptText>& outline) {
    const std::vector<PptShapes> found = ppt_shapes(slide, outline);
    const PptText* title = title_of(found);
    if (title != nullptr) builder_.heading(1, plain_ppt_text(*title));
    for (const PptShapes& shapes : found) {
      if (shapes.table) {
        add_ppt_table(shapes, builder_);
        continue;
      }
      if (is_edge(shapes.shapes.front())) continue;
      for (const PptText& text : shapes.shapes.front().texts) {
        if (&text != title) add_ppt_text(text, builder_);
      }
    }
    add_edge(footer_of(slide));
    add_edge(footer_of(document_.data));
    const auto info = ppt_child(slide, Ppt::SlideInfo);
    if (!info) return;
    add_master(le_u32(info->data, 12), (le_u16(info->data, 20) & 1U) != 0);
    add_speaker_notes_of(le_u32(info->data, 16));
  }

  static const PptText* title_of(const std::vector<PptShapes>& found) {
    for (const PptShapes& shapes : found) {
      for (const PptText& text : shapes.shapes.front().texts) {
        if (!shapes.table && text.title() && !clean_line(plain_ppt_text(text)).empty()) {
          return &text;
        }
      }
    }
    return nullptr;
  }

  // Once each: the same footer stands on every slide.
  void add_edge(const std::string& text) {
    if (!text.empty() && edges_.insert(text).second) builder_.paragraph(text);
  }

  // Texts of a master that every slide shows, without placeholders for the slides' own text.
  void add_master(std::uint32_t id, bool shown) {
    const auto master = masters_.find(id);
    if (!shown || master == masters_.end() || !masters_read_.insert(id).second) return;
    for (const PptShapes& shapes : ppt_shapes(file_.part(master->second).data, {})) {
      for (const PptShape& shape : shapes.shapes) {
        if (shape.placeholder != 0) continue;
        for (const PptText& text : shape.texts) add_edge(clean_line(plain_ppt_text(text)));
      }
    }
  }

  void add_speaker_notes_of(std::uint32_t id) {
    const auto notes = notes_.find(id);
    if (id == 0 || notes == notes_.end()) return;
    bool headed = false;
    for (const PptShapes& shapes : ppt_shapes(file_.part(notes->second).data, {})) {
      for (const PptShape& shape : shapes.shapes) {
        for (const PptText& text : shape.texts) {
          if (text.kind != PptTextKind::Notes || clean_line(text.text).empty()) continue;
          if (!std::exchange(headed, true)) builder_.heading(2, "Notes");
          add_ppt_text(text, builder_);
        }
      }
    }
  }

  const PptFile& file_;
  PptRecord document_;
  PageBuilder& builder_;
  std::map<std::uint32_t, std::uint32_t> masters_;  // parts by identifier
  std::map<std::uint32_t, std::uint32_t> notes_;
  std::set<std::uint32_t> masters_read_;
  std::set<std::string> edges_;
};

}  // namespace

void read_ppt(std::string_view bytes, PageBuilder& builder) {
  read_compound(bytes, "PowerPoint presentation", [&builder](const CompoundFolder& root) {
    const PptFile file(root);
    PptReader(file, builder).add();
  });
}

}  // namespace assay::extract
