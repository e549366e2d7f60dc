// SPDX-License-Identifier: Apache-2.0
// Compiles in the weights and coefficients of the fitted models.
#include "core/base/embedded_file.hpp"
#include "pipeline/assess/judge/document_ranker.hpp"
#include "pipeline/assess/judge/verdict_model.hpp"
#include "pipeline/assess/support/support_model.hpp"

ASSAY_EMBEDDED_FILE(assay_chunk_weights, ASSAY_ASSESS_FOLDER "/judge/fitted/chunks.weights");
ASSAY_EMBEDDED_FILE(assay_sentence_weights, ASSAY_ASSESS_FOLDER "/judge/fitted/sentences.weights");
ASSAY_EMBEDDED_FILE(assay_ranker, ASSAY_ASSESS_FOLDER "/judge/fitted/ranker.json");
ASSAY_EMBEDDED_FILE(assay_verdict, ASSAY_ASSESS_FOLDER "/judge/fitted/verdict.json");

namespace assay::assess {
namespace {

std::string_view text_of(const std::byte* begin, const std::byte* end) {
  return {reinterpret_cast<const char*>(begin), static_cast<std::size_t>(end - begin)};
}

}  // namespace

const SupportModel& SupportModel::of_chunks() {
  static const SupportModel instance{std::span{assay_chunk_weights_begin, assay_chunk_weights_end}};
  return instance;
}

const SupportModel& SupportModel::of_sentences() {
  static const SupportModel instance{
      std::span{assay_sentence_weights_begin, assay_sentence_weights_end}};
  return instance;
}

const DocumentRanker& DocumentRanker::shipped() {
  static const DocumentRanker instance{text_of(assay_ranker_begin, assay_ranker_end)};
  return instance;
}

const VerdictModel& VerdictModel::shipped() {
  static const VerdictModel instance{text_of(assay_verdict_begin, assay_verdict_end)};
  return instance;
}

}  // namespace assay::assess
