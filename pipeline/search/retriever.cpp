// SPDX-License-Identifier: Apache-2.0
// Hybrid retrieval: all queries' cosines in blocked matrix products, BM25 per query, fused.
#include "pipeline/search/retriever.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

namespace assay::search {
namespace {

// Within Robertson and Zaragoza's usual range; chunks have even lengths, so b matters little.
constexpr double kSaturation = 1.2;
constexpr double kLengthShare = 0.5;
// Rows of the matrix per product: 4 MiB of vectors, so that they stay in the cache.
constexpr std::size_t kBlockRows = 2048;
// Maximum error of a single-precision product against the exact cosine.
constexpr float kSlack = 1e-4F;

struct Scored {
  double score = 0;
  std::size_t row = 0;
};

bool better(const Scored& a, const Scored& b) {
  return a.score != b.score ? a.score > b.score : a.row < b.row;
}

// Keeps the best `limit` rows, by score and then by row.
class Best {
 public:
  explicit Best(std::size_t limit) : limit_(limit) {}
  // A lower score can no longer enter.
  [[nodiscard]] double bar() const { return heap_.size() < limit_ ? -2 : heap_.front().score; }
  void offer(double score, std::size_t row) {
    if (limit_ == 0) return;
    const Scored entry{score, row};
    if (heap_.size() == limit_) {
      if (!better(entry, heap_.front())) return;
      std::ranges::pop_heap(heap_, better);
      heap_.pop_back();
    }
    heap_.push_back(entry);
    std::ranges::push_heap(heap_, better);
  }
  [[nodiscard]] const std::vector<Scored>& entries() const { return heap_; }

 private:
  std::size_t limit_;
  std::vector<Scored> heap_;  // worst first
};

std::vector<float> normalised(std::span<const float> vector) {
  double squares = 0;
  for (const float value : vector) squares += static_cast<double>(value) * value;
  if (!std::isfinite(squares) || squares <= 0) {
    throw std::invalid_argument("a query's vector is zero or not finite");
  }
  const double scale = 1 / std::sqrt(squares);
  std::vector<float> out(vector.size());
  std::ranges::transform(vector, out.begin(),
                         [scale](float value) { return static_cast<float>(value * scale); });
  return out;
}

// Gives the same bits for any batch, block or number of BLAS threads.
double exact_cosine(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return std::clamp(sum, -1.0, 1.0);
}

struct QueryVectors {
  std::vector<float> matrix;         // the queries that have a vector, row-major
  std::vector<std::size_t> numbers;  // the query of each row
};

QueryVectors gather(const Index& index, std::span<const Query> queries) {
  QueryVectors out;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (queries[i].vector.empty()) continue;
    if (queries[i].vector.size() != index.dimensions()) {
      throw std::invalid_argument("a query's vector has another length than the index's");
    }
    const auto unit = normalised(queries[i].vector);
    out.matrix.insert(out.matrix.end(), unit.begin(), unit.end());
    out.numbers.push_back(i);
  }
  return out;
}

// For each query, the rows of highest cosine at or above the threshold (with slack).
std::vector<Best> nearest(const Index& index, const QueryVectors& queries, std::size_t count,
                          std::size_t pool, double threshold) {
  std::vector<Best> best(count, Best(pool));
  const std::size_t batch = queries.numbers.size();
  const std::size_t width = index.dimensions();
  if (batch == 0) return best;
  const float least = static_cast<float>(threshold) - kSlack;
  std::vector<float> block(batch * kBlockRows);
  for (std::size_t first = 0; first < index.size(); first += kBlockRows) {
    const std::size_t rows = std::min(kBlockRows, index.size() - first);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<blasint>(batch),
                static_cast<blasint>(rows), static_cast<blasint>(width), 1.0F,
                queries.matrix.data(), static_cast<blasint>(width),
                index.matrix().data() + first * width, static_cast<blasint>(width), 0.0F,
                block.data(), static_cast<blasint>(rows));
    for (std::size_t q = 0; q < batch; ++q) {
      Best& mine = best[queries.numbers[q]];
      float bar = std::max(least, static_cast<float>(mine.bar()));
      for (std::size_t r = 0; r < rows; ++r) {
        const float cosine = block[q * rows + r];
        if (cosine < bar) continue;
        mine.offer(cosine, first + r);
        bar = std::max(least, static_cast<float>(mine.bar()));
      }
    }
  }
  return best;
}

// Adds each chunk's BM25 to scores (all 0 before), and the rows it touched to `touched`.
void add_bm25(const Index& index, const Query& query, std::vector<float>& scores,
              std::vector<std::uint32_t>& touched) {
  for (const auto& [stems, weight] : weighted_terms(query)) {
    std::span<const Posting> postings = index.postings(stems.front());
    std::vector<Posting> together;
    if (stems.size() > 1) postings = together = index.postings_of_all(stems);
    const auto gain = weight * index.idf_of(postings.size()) * (kSaturation + 1);
    for (const Posting& posting : postings) {
      const double norm =
          1 - kLengthShare + kLengthShare * index.length(posting.row) / index.mean_length();
      const double frequency = posting.frequency;
      float& score = scores[posting.row];
      if (score == 0) touched.push_back(posting.row);
      score += static_cast<float>(gain * frequency / (frequency + kSaturation * norm));
    }
  }
}

double rounded(double value) {
  return std::round(value * 1e6) / 1e6;
}

class Blender {
 public:
  Blender(const Index& index, const RetrievalSettings& settings, std::size_t pool)
      : index_(index), settings_(settings), pool_(pool), scores_(index.size(), 0.0F) {}

  std::vector<Hit> blend(const Query& query, const Best& near) {
    touched_.clear();
    add_bm25(index_, query, scores_, touched_);
    Best by_words(pool_);
    for (const std::uint32_t row : touched_) by_words.offer(scores_[row], row);
    const double top = highest(by_words);
    std::vector<std::size_t> rows;
    for (const Scored& entry : near.entries()) rows.push_back(entry.row);
    for (const Scored& entry : by_words.entries()) rows.push_back(entry.row);
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    auto hits = score(query, rows, top);
    for (const std::uint32_t row : touched_) scores_[row] = 0;
    return hits;
  }

 private:
  static double highest(const Best& best) {
    double top = 0;
    for (const Scored& entry : best.entries()) top = std::max(top, entry.score);
    return top;
  }

  std::vector<Hit> score(const Query& query, const std::vector<std::size_t>& rows, double top) {
    const auto unit = query.vector.empty() ? std::vector<float>() : normalised(query.vector);
    const double share = unit.empty() ? 0 : settings_.vector_share;
    const auto scored = [&](std::size_t row) {
      Hit hit;
      hit.row = row;
      if (!unit.empty()) hit.cosine = rounded(exact_cosine(unit, index_.vector(row)));
      if (top > 0) hit.bm25 = rounded(scores_[row] / top);
      const double near = hit.cosine >= settings_.similarity_threshold ? hit.cosine : 0;
      hit.score = rounded(share * near + (1 - share) * hit.bm25);
      return hit;
    };
    std::vector<Hit> hits;
    hits.reserve(rows.size());
    for (const std::size_t row : rows) {
      const Hit hit = scored(row);
      if (hit.score > 0) hits.push_back(hit);
    }
    std::ranges::sort(hits, before);
    if (hits.size() > settings_.limit) hits.resize(settings_.limit);
    for (const std::size_t row : beside(hits)) hits.push_back(scored(row));
    std::ranges::sort(hits, before);
    return hits;
  }

  static bool before(const Hit& a, const Hit& b) {
    return a.score != b.score ? a.score > b.score : a.row < b.row;
  }

  // Rows beside the best hits that are no hits yet.
  [[nodiscard]] std::set<std::size_t> beside(const std::vector<Hit>& hits) const {
    std::set<std::size_t> out;
    for (std::size_t i = 0; i < std::min(settings_.beside, hits.size()); ++i) {
      const std::size_t row = hits[i].row;
      if (row > 0 && index_.side_by_side(row - 1, row)) out.insert(row - 1);
      if (index_.side_by_side(row, row + 1)) out.insert(row + 1);
    }
    for (const Hit& hit : hits) out.erase(hit.row);
    return out;
  }

  const Index& index_;
  const RetrievalSettings& settings_;
  std::size_t pool_;
  std::vector<float> scores_;  // all 0 between queries
  std::vector<std::uint32_t> touched_;
};

}  // namespace

std::vector<std::vector<Hit>> retrieve(const Index& index, std::span<const Query> queries,
                                       const RetrievalSettings& settings) {
  std::vector<std::vector<Hit>> out;
  out.reserve(queries.size());
  // A row far down in one ranking may be high in the other.
  const std::size_t pool = std::min(index.size(), std::max<std::size_t>(settings.limit * 5, 100));
  const QueryVectors vectors = index.size() > 0 ? gather(index, queries) : QueryVectors{};
  const auto near = nearest(index, vectors, queries.size(), pool, settings.similarity_threshold);
  Blender blender(index, settings, pool);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    out.push_back(blender.blend(queries[i], near[i]));
  }
  return out;
}

double cosine_of(const Index& index, std::size_t row, std::span<const float> vector) {
  if (vector.size() != index.dimensions()) {
    throw std::invalid_argument("a text's vector has another length than the index's");
  }
  return rounded(exact_cosine(normalised(vector), index.vector(row)));
}

void add_openings(const Index& index, std::vector<Hit>& hits) {
  constexpr std::size_t kBest = 3;
  constexpr std::size_t kOpeningBytes = 1500;  // a title page and the sentence after it
  constexpr std::size_t kMaxChunks = 4;
  const std::size_t count = std::min(kBest, hits.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto document = index.document_of(hits[i].row);
    std::size_t row = hits[i].row;  // rows of one document are adjacent
    while (row > 0 && index.document_of(row - 1) == document) --row;
    const std::size_t until = std::min(row + kMaxChunks, index.size());
    std::size_t bytes = 0;
    for (; row < until && bytes < kOpeningBytes && index.document_of(row) == document; ++row) {
      bytes += index.chunk(row).content.size();
      if (std::ranges::find(hits, row, &Hit::row) != hits.end()) continue;
      Hit opening;
      opening.row = row;
      hits.push_back(opening);
    }
  }
}

}  // namespace assay::search
