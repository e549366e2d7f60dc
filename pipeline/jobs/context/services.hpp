// SPDX-License-Identifier: Apache-2.0
// Holds what every job shares: settings, stored originals, reader, encoder, search indexes.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/thresholds.hpp"
#include "core/blob/blob_store.hpp"
#include "core/extract/extractor.hpp"
#include "core/settings/config.hpp"
#include "core/trace/counters.hpp"
#include "pipeline/assess/judge/confidence.hpp"
#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/jobs/context/index_cache.hpp"
#include "pipeline/text/chunker.hpp"

namespace assay::jobs {

// What the evaluator of one run is created from; must outlive the evaluator.
struct EvaluatorTools {
  Thresholds limits;
  std::function<bool()> given_up;  // true once the run's result is discarded; safe from any thread
  std::optional<assess::Calibration> calibration = std::nullopt;  // of the built-in evaluator
  std::string audited = {};  // name of the tenant, for a language model; "" if unknown
};

using EvaluatorFactory = std::function<std::unique_ptr<assess::Evaluator>(const EvaluatorTools&)>;

// Everything here must outlive all threads that use it, and several may use it at once.
struct Services {
  const Config& config;
  const BlobStore& blobs;
  const Extractor& extractor;
  const embed::Embedder& embedder;
  text::CountTokens count_tokens;  // from the embedder's tokenizer
  IndexCache& indexes;
  std::map<std::string, EvaluatorFactory> evaluators;  // by the id that runs are pinned to
  Counters& counters;
};

}  // namespace assay::jobs
