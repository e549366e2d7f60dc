// SPDX-License-Identifier: Apache-2.0
// Judges labelled cases with the built-in evaluator as a run does: cuts, embeds and searches the
// documents, then judges the candidates.
//
//   judge_cases [--models FOLDER [--ranker FILE]] MODEL_DIR CASES >RESULTS
//
// both JSON, one object a line
//
// CASES: {"document":id,"file":name,"blocks":[[heading level, 0, or -1 for a table row, text],..]}
// and, after the documents it names, {"case":id,"documents":[id,..],"criterion":text,"title":text}.
// With --models (chunks.weights and sentences.weights of the folder are read with), a result is
// what a ranker is fitted on, {"case":id,"documents":[{"document":id,"signals":[..]},..]}; with
// --ranker, too, what a verdict is: {"case":id,"signals":[..]}.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench/judgement/labelled_cases.hpp"
#include "core/base/states.hpp"
#include "core/json/json.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/assess/builtin_evaluator.hpp"
#include "pipeline/assess/judge/check_reader.hpp"
#include "pipeline/assess/support/sub_checks.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/search/retriever.hpp"

namespace {

using namespace assay;
using bench::Case;
using bench::text_in;

// The name of the case's document with this number.
std::string name_of(const Json& documents, const DocumentId& wanted) {
  for (std::size_t i = 0; i < documents.size(); ++i) {
    std::string name = std::string(documents.at(i).as_string().value());
    if (named_uuid(name) == wanted.value) return name;
  }
  throw std::logic_error("a candidate of no document of the case");
}

Json numbers(std::span<const double> values) {
  Json out = Json::array();
  for (const double value : values) out.push(value);
  return out;
}

// What the next model is fitted on: the documents' signals or, where there is a ranker, those of
// the verdict.
Json measured(const Case& one, const std::string& title,
              std::span<const assess::Candidate> candidates, const assess::Models& models) {
  const assess::Reading reading = assess::read_passages(candidates);
  const assess::Evidence evidence(title, candidates, reading, models);
  if (models.ranker != nullptr) {
    const auto checks = assess::sub_checks(title);
    const auto read = assess::read_checks(checks, evidence, reading, candidates);
    return Json::object()
        .set("case", one.json.get("case"))
        .set("signals", numbers(evidence.verdict_signals(checks.size(), read.signals)));
  }
  const auto signals = assess::ranker_signals(evidence.documents());
  Json out = Json::array();
  for (std::size_t d = 0; d < signals.size(); ++d) {
    const std::size_t first = evidence.documents()[d].candidates.front();
    Json document = Json::object();
    document.set("document", name_of(one.json.get("documents"), candidates[first].document))
        .set("signals", numbers(signals[d]));
    out.push(document);
  }
  return Json::object().set("case", one.json.get("case")).set("documents", out);
}

// models: null where it is judged with those compiled in.
Json judged(const Case& one, const embed::EmbeddedEmbedder& embedder,
            const assess::Models* models) {
  const std::string title = text_in(one.json, "title");
  std::vector<search::Query> queries{
      search::requirement_query(title, text_in(one.json, "criterion"), "")};
  const std::vector<std::string> text{search::embedded_text(queries.front())};
  queries.front().vector = embedder.embed(text);
  std::vector<assess::Candidate> candidates;
  auto hits = search::retrieve(*one.index, queries, search::kForJudging);
  if (assess::asks_for_thing(title)) search::add_openings(*one.index, hits.front());
  double cosine = 0;
  for (const search::Hit& hit : hits.front()) {
    cosine = std::max(cosine, hit.cosine);
    const search::IndexedChunk& chunk = one.index->chunk(hit.row);
    candidates.push_back({chunk.document, chunk.chunk, chunk.file_name, chunk.page_number,
                          chunk.content, chunk.heading_path, hit.score, hit.cosine, hit.bm25,
                          chunk.chunk_index});
  }
  if (models != nullptr) return measured(one, title, candidates, *models);
  const assess::BuiltinEvaluator evaluator;
  assess::RequirementText requirement;
  requirement.title = title;
  requirement.criterion_title = text_in(one.json, "criterion");
  const auto begin = std::chrono::steady_clock::now();
  const auto verdict =
      evaluator.evaluate(requirement, candidates, Deadline(std::chrono::seconds(90)));
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  const Json documents = one.json.get("documents");
  Json citations = Json::array();
  Json cited = Json::array();
  for (const assess::Citation& citation : verdict.citations) {
    citations.push(citation.text);
    cited.push(name_of(documents, citation.document));
  }
  return Json::object()
      .set("case", one.json.get("case"))
      .set("confidence", verdict.confidence)
      .set("status", std::string(to_text(status_for(verdict.confidence, Thresholds{}))))
      .set("citations", citations)
      .set("cited", cited)
      .set("details", verdict.details)
      .set("cosine", cosine)
      .set("ms", took.count());
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Options {
  std::string models;
  std::string ranker;
};

assess::SupportModel support_model(const std::string& path) {
  const std::string bytes = bytes_of(path);
  return assess::SupportModel(std::as_bytes(std::span(bytes)));
}

// Models of files, for fitting.
class FittedModels {
 public:
  explicit FittedModels(const Options& options)
      : chunks_(support_model(options.models + "/chunks.weights")),
        sentences_(support_model(options.models + "/sentences.weights")) {
    if (!options.ranker.empty()) ranker_.emplace(bytes_of(options.ranker));
    models_.emplace(assess::Models{chunks_, sentences_, ranker_ ? &*ranker_ : nullptr});
  }
  [[nodiscard]] const assess::Models& models() const { return *models_; }

 private:
  assess::SupportModel chunks_;
  assess::SupportModel sentences_;
  std::optional<assess::DocumentRanker> ranker_;
  std::optional<assess::Models> models_;
};

int run(const std::string& model, const std::string& path, const Options& options) {
  std::optional<FittedModels> fitted;
  if (!options.models.empty()) fitted.emplace(options);
  const embed::EmbeddedEmbedder embedder{std::filesystem::path(model)};
  const bench::Cases cases(path, embedder);
  std::vector<std::string> results(cases.all().size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < results.size(); i = next++) {
      results[i] = judged(cases.all()[i], embedder, fitted ? &fitted->models() : nullptr).dump();
    }
  };
  {
    const std::jthread other(work);
    work();
  }
  for (const std::string& line : results) std::puts(line.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  std::vector<std::string> words(argv + 1, argv + argc);
  Options options;
  while (words.size() > 2) {
    const std::string name = words.front();
    words.erase(words.begin());
    if ((name == "--models" || name == "--ranker") && words.size() > 2) {
      (name == "--models" ? options.models : options.ranker) = words.front();
      words.erase(words.begin());
    } else {
      words.clear();
    }
  }
  if (words.size() != 2 || (options.models.empty() && !options.ranker.empty())) {
    std::fputs("judge_cases [--models FOLDER [--ranker FILE]] MODEL_DIR CASES\n", stderr);
    return 2;
  }
  return run(words[0], words[1], options);
} catch (const std::exception& error) {
  std::fprintf(stderr, "judge_cases: %s\n", error.what());
  return 1;
}
