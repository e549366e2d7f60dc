// SPDX-License-Identifier: Apache-2.0
// What every job shares: settings, stored originals, reader, encoder, search indexes.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/blob_store.hpp"
#include "core/config.hpp"
#include "core/counters.hpp"
#include "core/extractor.hpp"
#include "pipeline/assess/builtin_evaluator.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/jobs/index_cache.hpp"
#include "pipeline/text/chunker.hpp"

namespace assay::jobs {

// Makes the evaluator of one run; what it is given outlives it.
using EvaluatorFactory =
    std::function<std::unique_ptr<assess::Evaluator>(assess::EmbedTexts, assess::StemWeight)>;

// Everything here outlives all threads that use it and may be used by several of them at once.
struct Services {
  const Config& config;
  const BlobStore& blobs;
  const Extractor& extractor;
  const embed::Embedder& embedder;
  text::CountTokens count_tokens;  // of the embedder's tokenizer
  IndexCache& indexes;
  std::map<std::string, EvaluatorFactory> evaluators;  // by the id that runs are pinned to
  Counters& counters;
};

}  // namespace assay::jobs
