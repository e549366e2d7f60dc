// SPDX-License-Identifier: Apache-2.0
// Resolves parameters and links in OSCAL prose. Searches look ahead only a little, so that hostile
// prose costs no more than its length.
#include <optional>

#include "core/json/utf8.hpp"
#include "core/packs/oscal_catalog.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

constexpr std::size_t kLongestMark = 300;        // bytes of {{ ... }} or of a link's parts
constexpr std::size_t kLongestInsertion = 2000;  // bytes of an inserted parameter
constexpr int kDeepestParam = 16;
constexpr std::string_view kStops = ";,.:)";

// Text between the braces, if a closing pair is near. Sets *end after it.
std::optional<std::string_view> braced(std::string_view text, std::size_t at, std::size_t& end) {
  const std::string_view near = text.substr(at + 2, kLongestMark);
  const std::size_t close = near.find("}}");
  if (close == std::string_view::npos) return std::nullopt;
  end = at + 2 + close + 2;
  return trimmed(near.substr(0, close));
}

// "insert: param, ac-1_prm_1" or, as in early files, "ac-1_prm_1".
std::optional<std::string> param_named(std::string_view inside) {
  constexpr std::string_view kInsert = "insert:";
  if (inside.starts_with(kInsert)) {
    inside = trimmed(inside.substr(kInsert.size()));
    const std::size_t comma = inside.find(',');
    if (comma == std::string_view::npos || trimmed(inside.substr(0, comma)) != "param") {
      return std::nullopt;
    }
    inside = trimmed(inside.substr(comma + 1));
  }
  if (inside.empty() || inside.find_first_of(" \t\r\n,:") != std::string_view::npos) {
    return std::nullopt;
  }
  return std::string(inside);
}

// The words of "[words](#target)"; external links stay unchanged.
std::optional<std::string_view> inner_link(std::string_view text, std::size_t at,
                                           std::size_t& end) {
  const std::string_view near = text.substr(at + 1, kLongestMark);
  const std::size_t close = near.find_first_of("[]");
  if (close == std::string_view::npos || near.substr(close, 3) != "](#") return std::nullopt;
  const std::string_view target = text.substr(at + 1 + close + 3, kLongestMark);
  const std::size_t last = target.find(')');
  if (last == std::string_view::npos) return std::nullopt;
  end = at + 1 + close + 3 + last + 1;
  return near.substr(0, close);
}

}  // namespace

void OscalProse::add_params(const JsonObject& holder) {
  for (const JsonObject& source : holder.objects("params")) {
    const std::string id = source.required_text("id");
    Param param{source.texts("values"), {}, false, source.text("label")};
    if (!source.value().get("select").is_null()) {
      const JsonObject select = source.object("select");
      param.choices = select.texts("choice");
      param.several = select.text("how-many") == "one-or-more";
    }
    if (param.label.empty()) param.label = source.text("usage");
    if (!params_.emplace(id, std::move(param)).second) {
      refuse(source.path_of("id"), quoted(id) + " appears twice in the catalog");
    }
  }
}

const std::string& OscalProse::insertion(const std::string& id, std::string_view path,
                                         OutputBudget& budget) {
  const auto found = params_.find(id);
  if (found == params_.end() || found->second.open || depth_ == kDeepestParam) {
    return unknown_.emplace(id, '[' + id + ']').first->second;
  }
  Param& param = found->second;
  if (param.done) return param.resolved;
  param.open = true;
  ++depth_;
  std::string text;
  const std::vector<std::string>& parts = param.values.empty() ? param.choices : param.values;
  for (const std::string& part : parts) {
    if (text.size() > kLongestInsertion) break;
    if (!text.empty()) text += param.values.empty() ? "; " : ", ";
    text += plain(part, path, budget);
  }
  if (param.values.empty() && !text.empty()) {
    text.insert(0, param.several ? "one or more of: " : "one of: ");
  }
  if (text.empty()) text = param.label.empty() ? id : plain(param.label, path, budget);
  if (text.size() > kLongestInsertion) {
    text = std::string(utf8::prefix(text, kLongestInsertion)) + "…";
  }
  param.resolved = '[' + text + ']';
  --depth_;
  param.open = false;
  param.done = true;
  return param.resolved;
}

std::string OscalProse::plain(std::string_view prose, std::string_view path, OutputBudget& budget) {
  std::string out;
  for (std::size_t at = 0; at < prose.size();) {
    std::size_t end = 0;
    if (prose.substr(at, 2) == "{{") {
      const auto inside = braced(prose, at, end);
      const auto id = inside ? param_named(*inside) : std::nullopt;
      if (id) {
        const std::string& text = insertion(*id, path, budget);
        budget.spend(text.size(), path);
        out += text;
        at = end;
        const std::string_view next = prose.substr(at, 2);
        if (next.size() == 2 && next[0] == ' ' && kStops.find(next[1]) != std::string_view::npos) {
          ++at;  // many catalogs put the blank as in "{{ ... }} ; and"
        }
        continue;
      }
    } else if (prose[at] == '[') {
      if (const auto words = inner_link(prose, at, end)) {
        out += *words;
        at = end;
        continue;
      }
    }
    out.push_back(prose[at]);
    ++at;
  }
  return std::string(trimmed(out));
}

}  // namespace assay::packs
