// SPDX-License-Identifier: Apache-2.0
// Compiles in support.weights and verdict.json.
#include "bench/judgement/model/support_model.hpp"
#include "bench/judgement/model/verdict_model.hpp"
#include "core/base/embedded_file.hpp"

ASSAY_EMBEDDED_FILE(assay_support_weights, ASSAY_MODEL_FOLDER "/support.weights");
ASSAY_EMBEDDED_FILE(assay_verdict, ASSAY_MODEL_FOLDER "/verdict.json");

namespace assay::assess {

const SupportModel& SupportModel::shipped() {
  static const SupportModel instance{
      std::span{assay_support_weights_begin, assay_support_weights_end}};
  return instance;
}

const VerdictModel& VerdictModel::shipped() {
  static const VerdictModel instance{
      {reinterpret_cast<const char*>(assay_verdict_begin),
       static_cast<std::size_t>(assay_verdict_end - assay_verdict_begin)}};
  return instance;
}

}  // namespace assay::assess
