// SPDX-License-Identifier: Apache-2.0
// Reads RTF token by token: keeps the state of open groups and passes visible text to flows.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/rtf/rtf_characters.hpp"
#include "pipeline/extract/rtf/rtf_flow.hpp"
#include "pipeline/extract/rtf/rtf_tokens.hpp"

namespace assay::extract {

// Does not recurse. Groups and flows nested deeper than any real document share one state.
class RtfReader {
 public:
  explicit RtfReader(PageBuilder& builder);
  void take(const RtfToken& token);
  // Adds what is still open, then notes, headers and footers.
  void finish();

 private:
  // What a group restores at its end.
  struct Group {
    RtfDestination destination = RtfDestination::Text;
    bool hidden = false;
    bool deleted = false;
    int font = -1;
    int unicode_skip = 1;
    std::size_t flows = 1;
    RtfParagraphStyle paragraph;
  };

  void open();
  void close();
  void word(const RtfToken& token);
  void begin_destination(const RtfToken& token);
  void text_word(const RtfToken& token);
  void property(const RtfToken& token);
  void structure(const RtfToken& token);
  void symbol(char c);
  void bytes(std::string_view bytes);
  void unit(int value);
  void end_flow(RtfDestination destination);
  void end_comments();
  [[nodiscard]] bool visible() const;
  [[nodiscard]] bool in_table() const;
  [[nodiscard]] int heading_level() const;
  [[nodiscard]] int code_page() const;
  [[nodiscard]] RtfFlow& flow() { return flows_.back(); }

  PageBuilder& builder_;
  RtfFonts fonts_;
  RtfStyles styles_;
  Group group_;                 // the current one
  std::vector<Group> outer_;    // those around it
  std::size_t beyond_ = 0;      // open groups beyond the deepest that has a state
  std::vector<RtfFlow> flows_;  // the body and what is open inside
  std::vector<std::string> notes_;
  std::string author_;                 // of the next comment
  std::vector<std::string> comments_;  // on the open paragraph of the body
  std::vector<std::string> edges_;
  std::set<std::string> seen_edges_;
  std::size_t kept_bytes_ = 0;  // of notes, edges, boxes and comments
  std::optional<int> default_font_;
  int document_page_ = 1252;
  int to_skip_ = 0;        // characters for readers without Unicode
  bool first_ = false;     // no word in the group yet
  bool optional_ = false;  // after \*
};

}  // namespace assay::extract
