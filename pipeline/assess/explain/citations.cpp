// SPDX-License-Identifier: Apache-2.0
// Checks citations against the chunks they name.
#include "pipeline/assess/explain/citations.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json/utf8.hpp"

namespace assay::assess {
namespace {

// The citation with its place taken from the chunk; nullopt if the quote is not in it.
std::optional<Citation> verified(const Citation& citation, std::span<const Candidate> candidates) {
  const auto chunk = std::ranges::find(candidates, citation.chunk, &Candidate::chunk);
  if (chunk == candidates.end() || citation.text.empty()) return std::nullopt;
  const std::string_view content = chunk->content;
  const std::size_t claimed = utf8::byte_offset(content, citation.start_offset);
  const bool as_claimed = content.substr(claimed).starts_with(citation.text);
  const std::size_t at = as_claimed ? claimed : content.find(citation.text);
  if (at == std::string_view::npos) return std::nullopt;
  Citation out = citation;
  out.document = chunk->document;
  out.page_number = chunk->page_number;
  out.ocr_confidence = chunk->ocr_confidence;
  out.page_label = chunk->page_label;
  out.start_offset = utf8::length(content.substr(0, at));
  out.end_offset = out.start_offset + utf8::length(citation.text);
  return out;
}

Json renumbered(const Json& list, const std::vector<std::optional<std::size_t>>& numbers) {
  Json out = Json::array();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto old = list.at(i).as_integer();
    if (!old || *old < 0 || static_cast<std::size_t>(*old) >= numbers.size()) continue;
    if (const auto now = numbers[static_cast<std::size_t>(*old)]) out.push(*now);
  }
  return out;
}

// A copy, since copies of Json share their nodes.
Json with_numbers(const Json& details, const std::vector<std::optional<std::size_t>>& numbers,
                  std::size_t dropped) {
  Json out = Json::object();
  if (details.is_object()) {
    for (const std::string& key : details.keys()) {
      if (key == "droppedCitations" || key == "subchecks") continue;
      out.set(key, details.get(key));
    }
  }
  const Json checks = details.get("subchecks");
  Json list = Json::array();
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const Json check = checks.at(i);
    Json copy = Json::object();
    for (const std::string& key : check.keys()) {
      copy.set(key, key == "citations" ? renumbered(check.get(key), numbers) : check.get(key));
    }
    list.push(copy);
  }
  return out.set("subchecks", list).set("droppedCitations", dropped);
}

}  // namespace

std::size_t verify_citations(Verdict& verdict, std::span<const Candidate> candidates,
                             const Thresholds& limits) {
  std::vector<Citation> kept;
  std::vector<std::optional<std::size_t>> numbers;
  for (const Citation& citation : verdict.citations) {
    auto checked = verified(citation, candidates);
    numbers.push_back(checked ? std::optional(kept.size()) : std::nullopt);
    if (checked) kept.push_back(std::move(*checked));
  }
  const auto before = verdict.details.get("droppedCitations").as_integer().value_or(0);
  const std::size_t dropped = verdict.citations.size() - kept.size() +
                              static_cast<std::size_t>(std::max<std::int64_t>(before, 0));
  verdict.details = with_numbers(verdict.details, numbers, dropped);
  verdict.citations = std::move(kept);
  if (verdict.citations.empty() && verdict.confidence >= limits.partial) {
    // The next lower value of four decimals.
    verdict.confidence = std::max(0.0, (std::ceil(limits.partial * 1e4) - 1) / 1e4);
  }
  return dropped;
}

}  // namespace assay::assess
