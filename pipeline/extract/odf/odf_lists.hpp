// SPDX-License-Identifier: Apache-2.0
// Computes the numbers and bullets that stand before list items and headings of an OpenDocument
// file.
#pragma once

#include <libxml/tree.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pipeline/extract/odf/odf_styles.hpp"

namespace assay::extract {

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
