// SPDX-License-Identifier: Apache-2.0
// Holds the styles of an OpenDocument file that decide what its reader sees: titles, lists, hidden
// text. Computes the numbers and bullets before list items and headings.
#pragma once

#include <libxml/tree.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::extract {

struct OdfListLevel {
  bool bullet = true;
  std::string format;  // of list_number(); empty for a number that is not shown
  std::string prefix;
  std::string suffix;
  int start = 1;
  int shown = 1;  // how many levels the number shows: 2 for "3.1"
};
using OdfListStyle = std::array<OdfListLevel, 10>;

class OdfStyles {
 public:
  // Adds the styles below a root (of styles.xml, or of content.xml, which comes later and wins).
  void add(const xmlNode* root);

  // 1 for the style of the document's title, 2 for subtitles, else 0.
  [[nodiscard]] int title_level(std::string_view style) const;
  // Whether a paragraph style or a style of a part of a paragraph hides its text.
  [[nodiscard]] bool hides(std::string_view style) const;
  // The list that a paragraph style puts its paragraphs into, or an empty name.
  [[nodiscard]] std::string list_of(std::string_view style) const;
  // nullptr if there is no such list style.
  [[nodiscard]] const OdfListStyle* list(std::string_view name) const;
  // How headings are numbered; nullptr if the document does not say.
  [[nodiscard]] const OdfListStyle* outline() const { return list(kOutline); }

 private:
  static constexpr std::string_view kOutline = "\n";  // no name of a style
  struct Style {
    std::string parent;
    std::string list;
    bool hidden = false;
  };
  void add_style(const xmlNode* node);
  void add_list(const xmlNode* node, std::string_view name);
  [[nodiscard]] const Style* find(std::string_view name) const;

  std::unordered_map<std::string, Style> styles_;  // of paragraphs and parts of them
  std::unordered_map<std::string, OdfListStyle> lists_;
};

class OdfLists {
 public:
  // styles must outlive the lists.
  explicit OdfLists(const OdfStyles& styles) : styles_(styles) {}

  // For each text:list, and each text:list-item or text:list-header in it, in order.
  void enter_list(const xmlNode* node);
  void leave_list();
  void enter_item(const xmlNode* node);
  void leave_item();

  // Called for each paragraph: the label of the item that begins with it ("- ", "3. ", "2.1 ";
  // empty if the list shows nothing), or nullopt if none does.
  [[nodiscard]] std::optional<std::string> label(std::string_view paragraph_style);
  // Counts the heading, and returns its number ("1.2 ") or nothing.
  [[nodiscard]] std::string heading_label(const xmlNode* heading, int level);

 private:
  struct Counters {
    std::array<int, std::tuple_size_v<OdfListStyle>> values{};
    std::array<bool, std::tuple_size_v<OdfListStyle>> begun{};
    void restart(std::size_t level);
    void count(std::size_t level, int start);
  };
  struct Item {
    bool fresh = true;             // no paragraph of it yet
    std::optional<int> own_start;  // the number that the item itself states
  };
  static std::string text(const OdfListStyle& style, const Counters& counters, std::size_t level);

  const OdfStyles& styles_;
  std::vector<std::string> lists_;  // the styles of the open lists
  std::vector<Item> items_;         // the open ones
  Counters counters_;               // of the open lists
  Counters outline_;
  std::unordered_map<std::string, Counters> ended_;  // by the style of the outermost list
};

}  // namespace assay::extract
