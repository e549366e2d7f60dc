// SPDX-License-Identifier: Apache-2.0
// Measures labelled passages as a run measures its candidates
// (pipeline/assess/support/signals.hpp).
//
//   measure_passages MODEL_DIR ITEMS >SIGNALS        both JSON, one object a line
//
// ITEMS: {"requirement":text,"passages":[{"file":name,"heading":path,"text":text},..]}. SIGNALS: of
// each passage its values and cues. Where an item has "sentences":[[number of a passage, text],..]
// and "checks":[{"text":text},..], they are of each sub-check a list: of each sentence its values
// and cues beside the sub-check, or null where the passage has no such sentence.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/judgement/labelled_cases.hpp"
#include "core/json/json.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/assess/support/signals.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/jobs/context/caches.hpp"
#include "pipeline/search/index.hpp"
#include "pipeline/search/retriever.hpp"
#include "pipeline/text/chunker.hpp"

namespace {

using namespace assay;
using bench::text_in;

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double{a[i]} * double{b[i]};
  return sum;
}

class Passages {
 public:
  explicit Passages(const embed::EmbeddedEmbedder& embedder) : embedder_(embedder) {}

  const search::IndexRow& of(const Json& passage) {
    search::IndexRow row;
    row.content = text_in(passage, "text");
    row.heading_path = text_in(passage, "heading");
    row.file_name = text_in(passage, "file");
    const std::string key = row.file_name + '\n' + row.heading_path + '\n' + row.content;
    const auto known = rows_.find(key);
    if (known != rows_.end()) return known->second;
    row.document.value = named_uuid(row.file_name);
    row.chunk.value = named_uuid(key);
    row.chunk_index = static_cast<int>(rows_.size() * 2);  // none beside another
    const auto count = [this](std::string_view text) { return embedder_.tokenizer().count(text); };
    const std::vector<std::string> text{
        jobs::embedded_text(row.heading_path, row.content, count, embedder_.max_tokens())};
    row.vector = embedder_.embed(text);
    return rows_.emplace(key, std::move(row)).first->second;
  }

 private:
  const embed::EmbeddedEmbedder& embedder_;
  std::map<std::string, search::IndexRow> rows_;
};

// Of each sub-check its sentences.
Json of_checks(const Json& item, const std::vector<assess::Candidate>& candidates,
               const assess::Reading& reading) {
  std::vector<std::size_t> all(candidates.size());
  std::iota(all.begin(), all.end(), 0U);
  const assess::SentenceTexts texts(candidates, reading, assess::ReadTexts(candidates, reading),
                                    all);
  std::map<std::pair<std::size_t, std::string>, std::size_t> places;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    places.insert({{texts.chunk(i), reading.passages[texts.passage(i)].text}, i});
  }
  const Json checks = item.get("checks");
  const Json sentences = item.get("sentences");
  Json out = Json::array();
  for (std::size_t c = 0; c < checks.size(); ++c) {
    const auto signals = texts.measure(assess::RequirementWords(text_in(checks.at(c), "text")));
    Json own = Json::array();
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const auto passage = static_cast<std::size_t>(sentences.at(i).at(0).as_integer().value());
      const auto found =
          places.find({passage, std::string(sentences.at(i).at(1).as_string().value())});
      own.push(found == places.end() ? Json() : assess::to_json(signals[found->second]));
    }
    out.push(own);
  }
  return out;
}

Json of_passages(const std::string& requirement, const std::vector<assess::Candidate>& candidates,
                 const assess::Reading& reading) {
  Json out = Json::array();
  for (const assess::Signals& signals :
       assess::measure_signals(assess::RequirementWords(requirement), candidates, reading,
                               assess::ReadTexts(candidates, reading))) {
    out.push(assess::to_json(signals));
  }
  return out;
}

int run(const std::string& model, const std::string& path) {
  const embed::EmbeddedEmbedder embedder{std::filesystem::path(model)};
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  Passages passages(embedder);
  for (std::string line; std::getline(in, line);) {
    const Json item = Json::parse(line).value();
    const std::string requirement = text_in(item, "requirement");
    const std::vector<std::string> asked{
        search::embedded_text(search::requirement_query(requirement, "", ""))};
    const auto vector = embedder.embed(asked);
    const Json list = item.get("passages");
    std::vector<assess::Candidate> candidates;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const search::IndexRow& row = passages.of(list.at(i));
      const double near = cosine(vector, row.vector);
      candidates.push_back({row.document, row.chunk, row.file_name, row.page_number, row.content,
                            row.heading_path, near, near, 0, row.chunk_index});
    }
    const auto reading = assess::read_passages(candidates);
    const Json out = item.has("checks") ? of_checks(item, candidates, reading)
                                        : of_passages(requirement, candidates, reading);
    std::puts(out.dump().c_str());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::fputs("measure_passages MODEL_DIR ITEMS\n", stderr);
    return 2;
  }
  return run(argv[1], argv[2]);
} catch (const std::exception& error) {
  std::fprintf(stderr, "measure_passages: %s\n", error.what());
  return 1;
}
