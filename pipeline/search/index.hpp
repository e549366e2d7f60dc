// SPDX-License-Identifier: Apache-2.0
// Holds a corpus in memory for search: chunks, their unit vectors as one matrix, BM25 postings.
// Immutable once built, so any number of threads may search it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/ascii.hpp"
#include "core/base/ids.hpp"

namespace assay::search {

// A chunk as stored.
struct IndexRow {
  DocumentId document;
  ChunkId chunk;
  int chunk_index = 0;
  int page_number = 1;
  std::string content;
  std::string heading_path;
  std::string file_name;
  std::optional<double> ocr_confidence = {};
  std::string page_label = {};
  std::vector<float> vector;  // not empty, finite, not zero; need not be of length 1
};

// A row as the index keeps it; its vector is in the matrix.
struct IndexedChunk {
  DocumentId document;
  ChunkId chunk;
  int chunk_index = 0;
  int page_number = 1;
  std::string content;
  std::string heading_path;
  std::string file_name;
  std::optional<double> ocr_confidence = {};  // of its page, if its words were recognised
  std::string page_label = {};  // what the document calls its page; empty: by its number
};

// One chunk's weighted frequency of a stem.
struct Posting {
  std::uint32_t row = 0;
  float frequency = 0;
};

// The index term of a concept: no stem begins like it.
[[nodiscard]] std::string concept_term(std::string_view concept_id);

class Index {
 public:
  // Weight of an occurrence outside the content, relative to one within it.
  static constexpr float kHeadingWeight = 1.0F;
  static constexpr float kFileNameWeight = 1.0F;

  // The order of rows does not matter: they are sorted by document id and chunk index. Throws
  // std::invalid_argument, naming the chunk, if its vector is empty, not finite, zero, or of
  // another length than the others, or if its chunk id occurs twice.
  [[nodiscard]] static Index build(std::vector<IndexRow> rows);
  // An empty index: every search finds nothing.
  Index() = default;

  [[nodiscard]] std::size_t size() const noexcept { return chunks_.size(); }
  [[nodiscard]] std::size_t dimensions() const noexcept { return dimensions_; }
  [[nodiscard]] const IndexedChunk& chunk(std::size_t row) const { return chunks_.at(row); }
  // Row-major, size() x dimensions(), each row of length 1.
  [[nodiscard]] std::span<const float> matrix() const noexcept { return matrix_; }
  [[nodiscard]] std::span<const float> vector(std::size_t row) const {
    return matrix().subspan(row * dimensions_, dimensions_);
  }
  // Rows of one document are adjacent; documents count from 0 in the order of their ids.
  [[nodiscard]] std::size_t document_count() const noexcept { return document_count_; }
  [[nodiscard]] std::uint32_t document_of(std::size_t row) const { return documents_.at(row); }
  // Whether one row's chunk follows the other's in their document; false for a row that is not
  // there.
  [[nodiscard]] bool side_by_side(std::size_t a, std::size_t b) const {
    return std::max(a, b) < size() && (a + 1 == b || b + 1 == a) &&
           document_of(a) == document_of(b);
  }

  // Chunks that hold the stem, by row; empty for an unknown stem. A concept of the thesaurus counts
  // like a stem, under its concept_term().
  [[nodiscard]] std::span<const Posting> postings(std::string_view stem) const;
  // Chunks that hold all of the stems, by row, each as often as its least frequent one.
  [[nodiscard]] std::vector<Posting> postings_of_all(std::span<const std::string> stems) const;
  // ln(1 + (N - n + 0.5) / (n + 0.5)) for what n of N chunks hold: above 0, highest for n = 0.
  [[nodiscard]] double idf_of(std::size_t holders) const;
  // Weighted number of words of a chunk, and the mean over all chunks: BM25 divides by them.
  [[nodiscard]] double length(std::size_t row) const { return lengths_.at(row); }
  [[nodiscard]] double mean_length() const noexcept { return mean_length_; }

 private:
  void add_rows(std::vector<IndexRow>& rows);
  void add_vector(const IndexRow& row);
  void add_terms();

  std::vector<IndexedChunk> chunks_;
  std::vector<std::uint32_t> documents_;
  std::size_t document_count_ = 0;
  std::size_t dimensions_ = 0;
  std::vector<float> matrix_;
  std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>> stem_ids_;
  std::vector<std::vector<Posting>> postings_;
  std::vector<float> lengths_;
  double mean_length_ = 0;
};

}  // namespace assay::search
