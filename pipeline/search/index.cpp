// SPDX-License-Identifier: Apache-2.0
// Builds the index: rows in a fixed order, vectors checked and normalised, postings by row.
#include "pipeline/search/index.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "pipeline/text/concepts.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::search {
namespace {

[[noreturn]] void refuse(const IndexRow& row, const std::string& why) {
  throw std::invalid_argument("chunk " + row.chunk.value + ": " + why);
}

void sort_rows(std::vector<IndexRow>& rows) {
  std::ranges::sort(rows, [](const IndexRow& a, const IndexRow& b) {
    return std::tie(a.document, a.chunk_index, a.chunk) <
           std::tie(b.document, b.chunk_index, b.chunk);
  });
}

void check_ids(const std::vector<IndexRow>& rows) {
  std::unordered_set<std::string_view> seen;
  seen.reserve(rows.size());
  for (const IndexRow& row : rows) {
    if (!seen.insert(row.chunk.value).second) refuse(row, "occurs twice");
  }
}

// A file's name without its last extension: "Access_Review-Q3.xlsx" -> "Access_Review-Q3".
std::string_view stem_of_file(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

}  // namespace

std::string concept_term(std::string_view concept_id) {
  return "#" + std::string(concept_id);
}

Index Index::build(std::vector<IndexRow> rows) {
  Index index;
  sort_rows(rows);
  check_ids(rows);
  index.add_rows(rows);
  index.add_terms();
  return index;
}

void Index::add_rows(std::vector<IndexRow>& rows) {
  if (rows.empty()) return;
  dimensions_ = rows.front().vector.size();
  matrix_.reserve(rows.size() * dimensions_);
  chunks_.reserve(rows.size());
  documents_.reserve(rows.size());
  for (IndexRow& row : rows) {
    add_vector(row);
    row.vector = {};  // both copies at once would double the memory
    if (chunks_.empty() || chunks_.back().document != row.document) ++document_count_;
    documents_.push_back(static_cast<std::uint32_t>(document_count_ - 1));
    chunks_.push_back({std::move(row.document), std::move(row.chunk), row.chunk_index,
                       row.page_number, std::move(row.content), std::move(row.heading_path),
                       std::move(row.file_name), row.ocr_confidence, std::move(row.page_label)});
  }
}

void Index::add_vector(const IndexRow& row) {
  if (row.vector.empty()) refuse(row, "has no vector");
  if (row.vector.size() != dimensions_) refuse(row, "its vector has another length");
  double squares = 0;
  for (const float value : row.vector) squares += static_cast<double>(value) * value;
  if (!std::isfinite(squares)) refuse(row, "its vector is not finite");
  if (squares <= 0) refuse(row, "its vector is zero");
  const double scale = 1 / std::sqrt(squares);
  for (const float value : row.vector) matrix_.push_back(static_cast<float>(value * scale));
}

void Index::add_terms() {
  std::unordered_map<std::uint32_t, float> counts;
  double total = 0;
  for (std::size_t row = 0; row < chunks_.size(); ++row) {
    counts.clear();
    float length = 0;
    const auto add = [&](std::string term, float weight) {
      const auto next_id = static_cast<std::uint32_t>(stem_ids_.size());
      const auto [entry, fresh] = stem_ids_.try_emplace(std::move(term), next_id);
      if (fresh) postings_.emplace_back();
      counts[entry->second] += weight;
    };
    const auto count = [&](std::string_view text, float weight) {
      const auto terms = text::terms(text);
      for (const text::Term& term : terms) {
        if (term.stop) continue;
        add(term.stem, weight);
        length += weight;
      }
      for (const text::ConceptMatch& match : text::concepts_in(terms)) {
        add(concept_term(match.concept_id), weight);
      }
    };
    count(chunks_[row].content, 1.0F);
    count(chunks_[row].heading_path, kHeadingWeight);
    count(stem_of_file(chunks_[row].file_name), kFileNameWeight);
    for (const auto& [id, frequency] : counts) {
      postings_[id].push_back({static_cast<std::uint32_t>(row), frequency});
    }
    lengths_.push_back(length);
    total += length;
  }
  if (!chunks_.empty()) mean_length_ = total / static_cast<double>(chunks_.size());
  for (auto& list : postings_) list.shrink_to_fit();
}

std::span<const Posting> Index::postings(std::string_view stem) const {
  const auto found = stem_ids_.find(stem);
  if (found == stem_ids_.end()) return {};
  return postings_[found->second];
}

std::vector<Posting> Index::postings_of_all(std::span<const std::string> stems) const {
  if (stems.empty()) return {};
  const auto first = postings(stems.front());
  std::vector<Posting> common(first.begin(), first.end());
  for (const std::string& stem : stems.subspan(1)) {
    const auto other = postings(stem);
    auto at = other.begin();
    std::erase_if(common, [&](Posting& posting) {
      at = std::lower_bound(at, other.end(), posting.row,
                            [](const Posting& one, std::uint32_t row) { return one.row < row; });
      if (at == other.end() || at->row != posting.row) return true;
      posting.frequency = std::min(posting.frequency, at->frequency);
      return false;
    });
  }
  return common;
}

double Index::idf_of(std::size_t holders) const {
  const auto all = static_cast<double>(size());
  const auto holding = static_cast<double>(holders);
  return std::log1p((all - holding + 0.5) / (holding + 0.5));
}

}  // namespace assay::search
