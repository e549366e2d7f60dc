// SPDX-License-Identifier: Apache-2.0
// The default evaluator: offline and deterministic. Splits the requirement into sub-checks, finds
// the sentences that bear on each, and weighs what they show against what weakens them.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/evaluator.hpp"

namespace assay::assess {

// Row-major unit vectors, one row per text, all of one length; safe from several threads.
using EmbedTexts = std::function<std::vector<float>(std::span<const std::string>)>;
// How telling a stem is in the corpus assessed (search::Index::idf). It must outlive the evaluator.
using StemWeight = std::function<double(std::string_view)>;

class BuiltinEvaluator final : public Evaluator {
 public:
  BuiltinEvaluator(EmbedTexts embed, StemWeight weight);

  [[nodiscard]] std::string_view id() const override { return "builtin"; }
  [[nodiscard]] std::string_view version() const override { return "1"; }
  [[nodiscard]] Verdict evaluate(const RequirementText& requirement,
                                 std::span<const Candidate> candidates,
                                 const Deadline& deadline) const override;

 private:
  EmbedTexts embed_;
  StemWeight weight_;
};

}  // namespace assay::assess
