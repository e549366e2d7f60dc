// SPDX-License-Identifier: Apache-2.0
// Labelled cases with their documents cut, embedded and indexed as the pipeline does it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/search/index.hpp"

namespace assay::bench {

// The text of this name; "" where there is none.
[[nodiscard]] std::string text_in(const Json& json, std::string_view key);

struct Case {
  Json json;
  std::shared_ptr<const search::Index> index;  // of the case's documents
};

class Cases {
 public:
  // path: lines of documents and cases, as judge_cases.cpp describes them. Throws
  // std::runtime_error that names the file.
  Cases(const std::string& path, const embed::EmbeddedEmbedder& embedder);

  [[nodiscard]] const std::vector<Case>& all() const { return cases_; }

 private:
  void add_document(const Json& json);
  void embed_chunks();
  std::shared_ptr<const search::Index> index_of(const Json& ids);

  const embed::EmbeddedEmbedder& embedder_;
  std::map<std::string, std::vector<search::IndexRow>> documents_;
  std::map<std::string, std::shared_ptr<const search::Index>> indexes_;
  std::vector<Case> cases_;
};

}  // namespace assay::bench
